import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../domain/decimal.ts';
import { choice, isOn, optionalAmount, optionalWhole, scopes, words } from './form-fields.ts';

const form = (...fields: readonly [string, string][]) => new URLSearchParams(fields);
const one = (value: string) => form(['field', value]);

function faultOf(read: () => unknown): string {
	try {
		read();
	} catch (error) {
		expect(error).toMatchObject({ code: 'INVALID_PARAMS', field: 'field' });
		return (error as Error).message;
	}
	throw new Error('Nothing was thrown.');
}

test('words are without the spaces around them, and empty where there is no such field', () => {
	expect(words(one('  night watch \r\n'), 'field')).toBe('night watch');
	expect(words(one('a'), 'other')).toBe('');
	expect(words(form(['field', 'first'], ['field', 'second']), 'field')).toBe('first');
});

describe('an amount', () => {
	test.each([
		['12.5', '12.5'],
		[' 500 ', '500'],
		['0', '0'],
		['-1', '-1'],
		['1e3', '1000'],
		['.5', '0.5'],
		['1,000', '1000'],
		['1,234,567.25', '1234567.25'],
		['0.000000000000000001', '0.000000000000000001'],
	])('%j is %s, exactly', (text, amount) => {
		expect(formatDecimal(optionalAmount(one(text), 'field') ?? (7n as never))).toBe(amount);
	});

	test.each(['', '   '])('%j is none', (text) => {
		expect(optionalAmount(one(text), 'field')).toBeNull();
		expect(optionalAmount(form(), 'field')).toBeNull();
	});

	test.each([
		'a',
		'1,000,5',
		',5',
		'1,,000',
		'1 000',
		'0x10',
		'NaN',
		'Infinity',
		'1e999',
		'0.0000000000000000001',
		'--1',
		'１',
		'1'.repeat(97),
	])('%j is refused', (text) => {
		expect(faultOf(() => optionalAmount(one(text), 'field'))).toBe(
			`field must be a number; was ${JSON.stringify(text.slice(0, 80))}.`,
		);
	});
});

test.each([
	['2,5', '2.5'],
	['0,500', '0.500'],
	['1,00', '1.00'],
	['1.000,50', '1000.50'],
	['1234,567', '1234.567'],
])('an amount with a decimal comma, %j, is refused, and %s offered', (text, better) => {
	expect(faultOf(() => optionalAmount(one(text), 'field'))).toBe(`Use a point: ${better}`);
});

test('an amount and a count are refused by the rule of their field', () => {
	expect(faultOf(() => optionalWhole(one('-1'), 'field', 'a whole number from 0 to 9'))).toBe(
		'field must be a whole number from 0 to 9; was "-1".',
	);
	expect(faultOf(() => optionalAmount(one('a lot'), 'field', 'a number of USD above 0'))).toBe(
		'field must be a number of USD above 0; was "a lot".',
	);
});

describe('a whole number', () => {
	test.each([
		['0', 0],
		[' 7 ', 7],
		['007', 7],
		['999999999', 999_999_999],
	])('%j is %i', (text, number) => {
		expect(optionalWhole(one(text), 'field')).toBe(number);
	});

	test('may be none', () => {
		expect(optionalWhole(one(''), 'field')).toBeNull();
		expect(optionalWhole(form(), 'field')).toBeNull();
	});

	test.each(['-1', '+1', '1.0', '1e3', '1000000000', 'a', '٣', '0x1'])('%j is refused', (text) => {
		expect(faultOf(() => optionalWhole(one(text), 'field'))).toBe(
			`field must be a whole number; was ${JSON.stringify(text)}.`,
		);
	});
});

describe('scopes', () => {
	test('each once, in the order of the table', () => {
		const ticked = form(['scope', 'agents:manage'], ['scope', 'arb:read'], ['scope', 'agents:manage']);
		expect(scopes(ticked)).toEqual(['arb:read', 'agents:manage']);
		expect(scopes(form())).toEqual([]);
	});

	test.each(['arb:everything', '', 'ARB:READ', 'arb:read arb:trade', 'constructor'])('%j is none', (text) => {
		expect(faultOf(() => scopes(form(['field', 'arb:read'], ['field', text]), 'field'))).toBe(
			`field must be a scope; was ${JSON.stringify(text)}.`,
		);
	});
});

describe('a choice', () => {
	const chosen = (text: string) => choice(one(text), 'field', ['refuse', 'grant']);

	test('is one of the list, and the first where nothing was chosen', () => {
		expect(chosen('grant')).toBe('grant');
		expect(chosen('')).toBe('refuse');
		expect(choice(form(), 'field', ['refuse', 'grant'])).toBe('refuse');
	});

	test.each(['Grant', 'granted', '0', '__proto__'])('%j is refused', (text) => {
		expect(faultOf(() => chosen(text))).toBe(
			`field must be one of refuse, grant; was ${JSON.stringify(text)}.`,
		);
	});
});

test('a box is ticked when the browser says on, and not otherwise', () => {
	expect(isOn(one('on'), 'field')).toBe(true);
	for (const text of ['', 'off', 'true', 'ON', '1']) expect(isOn(one(text), 'field'), text).toBe(false);
	expect(isOn(form(), 'field')).toBe(false);
});

test('what was sent is repeated up to an end', () => {
	expect(faultOf(() => choice(one('x'.repeat(10_000)), 'field', ['a']))).toBe(
		`field must be one of a; was "${'x'.repeat(80)}".`,
	);
});

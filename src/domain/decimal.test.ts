import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	add,
	ceilToStep,
	commonStep,
	type Decimal,
	DecimalError,
	divDown,
	divUp,
	floorToStep,
	formatDecimal,
	formatFixed,
	fromInteger,
	fromNumber,
	isMultipleOf,
	mulDown,
	mulUp,
	ONE,
	parseDecimal,
	roundPlaces,
	sub,
	toNumber,
	tryParseDecimal,
	ZERO,
} from './decimal.ts';

const decimals = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => value as Decimal);
const positives = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((value) => value as Decimal);

describe('text', () => {
	test('formats and parses inversely', () => {
		fc.assert(fc.property(decimals, (value) => parseDecimal(formatDecimal(value)) === value));
	});

	test('reads short plain text like any other text', () => {
		const text = fc.stringMatching(/^-?\d{0,16}(\.\d{0,16})?$/);
		fc.assert(
			fc.property(text, (plain) => {
				expect(tryParseDecimal(plain)).toBe(tryParseDecimal(`${plain}e0`));
			}),
			{ numRuns: 1_000 },
		);
	});

	test.each([
		['12.50', '12.5'],
		['-0.000', '0'],
		['1e-7', '0.0000001'],
		['1.5E3', '1500'],
		['.5', '0.5'],
		['5.', '5'],
		['+7', '7'],
		['0.000000000000000001', '0.000000000000000001'],
	])('reads %s as %s', (text, expected) => {
		expect(formatDecimal(parseDecimal(text))).toBe(expected);
	});

	test.each([
		'',
		'.',
		'abc',
		'1,5',
		'0x10',
		'1e',
		'NaN',
		'Infinity',
		'1.0000000000000000001',
		'1e-19',
		'1e9999',
		' 1',
		'--1',
		'9'.repeat(200),
	])('refuses %j', (text) => {
		expect(tryParseDecimal(text)).toBeUndefined();
		expect(() => parseDecimal(text)).toThrow(DecimalError);
	});

	test('reads a double by its shortest text', () => {
		expect(formatDecimal(fromNumber(0.1))).toBe('0.1');
		expect(formatDecimal(add(fromNumber(0.1), fromNumber(0.2)))).toBe('0.3');
		expect(() => fromNumber(Number.NaN)).toThrow(DecimalError);
		expect(toNumber(fromNumber(12.5))).toBe(12.5);
	});

	test('keeps the places of fixed text', () => {
		expect(formatFixed(parseDecimal('1.5'), 4)).toBe('1.5000');
		expect(formatFixed(parseDecimal('-1.25'), 1)).toBe('-1.3');
		expect(formatFixed(parseDecimal('2'), 0)).toBe('2');
		expect(formatFixed(parseDecimal('-0.04'), 1)).toBe('0.0');
		expect(() => formatFixed(ONE, 19)).toThrow(DecimalError);
	});

	test('writes fixed text as the rounded value, padded with zeros', () => {
		fc.assert(
			fc.property(decimals, fc.integer({ min: 0, max: 18 }), (value, places) => {
				const [whole = '', fraction = ''] = formatDecimal(roundPlaces(value, places)).split('.');
				const wanted = places === 0 ? whole : `${whole}.${fraction.padEnd(places, '0')}`;
				expect(formatFixed(value, places)).toBe(wanted);
			}),
		);
	});
});

describe('rounding', () => {
	test('encloses the exact product and quotient within one unit, rounding down and up', () => {
		fc.assert(
			fc.property(decimals, positives, (a, b) => {
				expect(sub(mulUp(a, b), mulDown(a, b)) <= 1n).toBe(true);
				expect(mulDown(a, b) * ONE <= a * b && a * b <= mulUp(a, b) * ONE).toBe(true);
				expect(divDown(a, b) * b <= a * ONE && a * ONE <= divUp(a, b) * b).toBe(true);
				expect(sub(divUp(a, b), divDown(a, b)) <= 1n).toBe(true);
			}),
		);
	});

	test('encloses the value between multiples of the step', () => {
		fc.assert(
			fc.property(decimals, positives, (value, step) => {
				const low = floorToStep(value, step);
				const high = ceilToStep(value, step);
				expect(low <= value && value <= high && high - low <= step).toBe(true);
				expect(isMultipleOf(low, step) && isMultipleOf(high, step)).toBe(true);
			}),
		);
	});

	test('finds the smallest common multiple of two steps', () => {
		expect(formatDecimal(commonStep(parseDecimal('0.001'), parseDecimal('0.01')))).toBe('0.01');
		expect(formatDecimal(commonStep(parseDecimal('0.4'), parseDecimal('0.6')))).toBe('1.2');
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
				const step = commonStep(fromInteger(a), fromInteger(b));
				let smallest = a;
				while (smallest % b !== 0) smallest += a;
				expect(step).toBe(fromInteger(smallest));
			}),
		);
	});

	test('rounds half away from zero', () => {
		expect(formatDecimal(roundPlaces(parseDecimal('0.125'), 2))).toBe('0.13');
		expect(formatDecimal(roundPlaces(parseDecimal('-0.125'), 2))).toBe('-0.13');
	});

	test('throws for division by zero and a step of zero', () => {
		expect(() => divDown(ONE, ZERO)).toThrow(DecimalError);
		expect(() => floorToStep(ONE, ZERO)).toThrow(DecimalError);
	});
});

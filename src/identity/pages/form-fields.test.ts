import { describe, expect, test } from 'vitest';
import { choice, fieldText, scopes } from './form-fields.ts';

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

test('field text is trimmed, and empty for a missing field', () => {
	expect(fieldText(one('  night watch \r\n'), 'field')).toBe('night watch');
	expect(fieldText(one('a'), 'other')).toBe('');
	expect(fieldText(form(['field', 'first'], ['field', 'second']), 'field')).toBe('first');
});

describe('scopes', () => {
	test('have no duplicates and follow the order of the table', () => {
		const ticked = form(['scope', 'agents:manage'], ['scope', 'arb:read'], ['scope', 'agents:manage']);
		expect(scopes(ticked)).toEqual(['arb:read', 'agents:manage']);
		expect(scopes(form())).toEqual([]);
	});

	test.each(['arb:everything', '', 'ARB:READ', 'arb:read arb:trade', 'constructor'])('rejects %j', (text) => {
		expect(faultOf(() => scopes(form(['field', 'arb:read'], ['field', text]), 'field'))).toBe(
			`field must be a scope; was ${JSON.stringify(text)}.`,
		);
	});
});

describe('a choice', () => {
	const chosen = (text: string) => choice(one(text), 'field', ['refuse', 'grant']);

	test('is one of the list, and the first for an empty field', () => {
		expect(chosen('grant')).toBe('grant');
		expect(chosen('')).toBe('refuse');
		expect(choice(form(), 'field', ['refuse', 'grant'])).toBe('refuse');
	});

	test.each(['Grant', 'granted', '0', '__proto__'])('rejects %j', (text) => {
		expect(faultOf(() => chosen(text))).toBe(
			`field must be one of refuse, grant; was ${JSON.stringify(text)}.`,
		);
	});
});

test('limits the length of a repeated value', () => {
	expect(faultOf(() => choice(one('x'.repeat(10_000)), 'field', ['a']))).toBe(
		`field must be one of a; was "${'x'.repeat(80)}".`,
	);
});

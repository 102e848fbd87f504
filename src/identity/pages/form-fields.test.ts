import { describe, expect, test } from 'vitest';
import { choice, scopes, words } from './form-fields.ts';

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

test('what was sent is repeated up to an end', () => {
	expect(faultOf(() => choice(one('x'.repeat(10_000)), 'field', ['a']))).toBe(
		`field must be one of a; was "${'x'.repeat(80)}".`,
	);
});

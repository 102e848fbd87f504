import { describe, expect, test } from 'vitest';
import { checkName } from './names.ts';

const isTaken = (field: 'user' | 'name', text: string): boolean => {
	try {
		checkName(field, text);
		return true;
	} catch (error) {
		expect(error).toMatchObject({ code: 'INVALID_PARAMS', field });
		return false;
	}
};

describe('the name of a user', () => {
	test.each([
		'a',
		'7',
		'Ann',
		'ann.b_c-d',
		'x'.repeat(64),
		'0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045-3f9a1c5b',
	])('accepts %j', (text) => {
		expect(isTaken('user', text)).toBe(true);
	});

	test.each([
		'',
		' ',
		'-a',
		'.a',
		'_a',
		'a b',
		'a@b',
		'é',
		'a\n',
		'\na',
		'a\0',
		'x'.repeat(65),
		'а',
		'７',
		'<b>',
		"a'",
	])('refuses %j', (text) => {
		expect(isTaken('user', text)).toBe(false);
	});
});

describe('the name of a token or an agent', () => {
	test.each([
		'a',
		'night watch',
		'Ünder-Wegs',
		'бот 1',
		'机器人',
		'me@home.example',
		'x'.repeat(64),
		'𝔸'.repeat(64),
	])('accepts %j', (text) => {
		expect(isTaken('name', text)).toBe(true);
	});

	test.each([
		'',
		' a',
		'-a',
		'=1+1',
		'@a',
		'a\n',
		'a\tb',
		'a\u00a0b',
		'a\u202eb',
		'a\u200bb',
		'a\0b',
		'a<b',
		'a"b',
		"a'b",
		'a&b',
		'\ud800',
		'x'.repeat(65),
		'𝔸'.repeat(65),
	])('refuses %j', (text) => {
		expect(isTaken('name', text)).toBe(false);
	});
});

test('the error names the field, the rule and the value, cut to 80 characters', () => {
	expect(() => checkName('user', 'a b')).toThrow(
		'user must be 1 to 64 characters from A-Z a-z 0-9 . _ -, starting with a letter or digit; was "a b".',
	);
	expect(() => checkName('name', '-'.repeat(10_000))).toThrow(
		`name must be 1 to 64 letters, digits, spaces and . _ @ -, starting with a letter or digit; was "${'-'.repeat(80)}".`,
	);
});

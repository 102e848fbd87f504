/** Tests how settings of policies are completed and checked. */
import { expect, test } from 'vitest';
import { completeOwnSettings, completeSettings, type SettingRules } from './settings.ts';

const RULES: SettingRules = {
	enter: {
		kind: 'number',
		default: 0.05,
		min: 0,
		max: 1,
		unit: 'fraction per year',
		meaning: 'Enter above this.',
	},
	count: {
		kind: 'number',
		default: 3,
		min: 1,
		max: 9,
		isInteger: true,
		unit: 'positions',
		meaning: 'Most positions.',
	},
	closeAtEnd: { kind: 'switch', default: false, meaning: 'Close at the end.' },
};

test('completes settings with defaults, and reads texts', () => {
	expect(completeSettings('rule', RULES, {})).toEqual({ enter: 0.05, count: 3, closeAtEnd: false });
	expect(completeSettings('rule', RULES, { enter: '0.1', count: 4, closeAtEnd: 'true' })).toEqual({
		enter: 0.1,
		count: 4,
		closeAtEnd: true,
	});
});

test.each([
	[{ leave: 1 }, 'The policy rule has no setting leave. Its settings are enter, count, closeAtEnd.'],
	[{ enter: '5 %' }, 'The setting enter must be a number; was "5 %".'],
	[{ enter: '' }, 'The setting enter must be a number; was "".'],
	[{ enter: -0.1 }, 'The setting enter must be from 0 to 1 (fraction per year); was -0.1.'],
	[{ count: 2.5 }, 'The setting count must be a whole number from 1 to 9 (positions); was 2.5.'],
	[{ closeAtEnd: 'yes' }, 'The setting closeAtEnd must be true or false; was yes.'],
])('refuses %o', (given, message) => {
	expect(() => completeSettings('rule', RULES, given)).toThrow(message);
});

test('gives a setting of a policy file the type of its default', () => {
	const defaults = { above: 0.1, coins: 'BTC', strict: true };
	expect(completeOwnSettings('mine.ts', defaults, { above: '0.2', coins: '1INCH', strict: 'false' })).toEqual(
		{
			above: 0.2,
			coins: '1INCH',
			strict: false,
		},
	);
	expect(() => completeOwnSettings('mine.ts', defaults, { below: '1' })).toThrow(
		'The policy mine.ts has no setting below. Its settings are above, coins, strict.',
	);
	expect(() => completeOwnSettings('mine.ts', {}, { below: '1' })).toThrow('It has no settings.');
	expect(() => completeOwnSettings('mine.ts', defaults, { above: 'high' })).toThrow('must be a number');
});

test('passes all settings to a policy file without defaults', () => {
	expect(completeOwnSettings('mine.ts', undefined, { a: '0.2', b: 'true', c: 'BTC', d: ' ', e: 5 })).toEqual({
		a: 0.2,
		b: true,
		c: 'BTC',
		d: ' ',
		e: 5,
	});
});

import { expect, test } from 'vitest';
import { bucketText, limitGroups, limitText, offset } from './figures.ts';

test.each([
	[0, 0.01, 'up to 10 ms'],
	[0.025, 0.05, '25 – 50 ms'],
	[0.5, 1, '500 ms – 1 s'],
	[10, 30, '10 – 30 s'],
	[30, 60, '30 – 60 s'],
	[60, null, 'over 60 s'],
])('writes a bucket from %s to %s as %s', (above_seconds, up_to_seconds, text) => {
	expect(bucketText({ above_seconds, up_to_seconds, count: 0 })).toBe(text);
});

test.each([
	[null, '—'],
	[0, '0 ms'],
	[3.4, '+3 ms'],
	[-1_200, '−1,200 ms'],
])('writes a clock offset of %s as %s', (ms, text) => {
	expect(offset(ms)).toBe(text);
});

test('writes a limit with its unit, and a switch as on or off', () => {
	const limit = { name: 'execution.x', meaning: 'x' };
	expect(limitText({ ...limit, value: 100_000, unit: 'USD' })).toBe('100,000 USD');
	expect(limitText({ ...limit, value: 0.25, unit: '%' })).toBe('0.25 %');
	expect(limitText({ ...limit, value: 5, unit: 'times' })).toBe('5 ×');
	expect(limitText({ ...limit, value: 14_400_000, unit: 'ms' })).toBe('4 h');
	expect(limitText({ ...limit, value: false, unit: 'on or off' })).toBe('off');
});

test('groups limits by section in the order of the service', () => {
	const of = (name: string) => ({ name, value: 1, unit: 'ms', meaning: '' });
	const groups = limitGroups([of('execution.a'), of('risk.b'), of('execution.c')]);
	expect(groups.map(([head, members]) => [head, members.map(({ name }) => name)])).toEqual([
		['Opening and closing', ['execution.a', 'execution.c']],
		['Checks before every opening', ['risk.b']],
	]);
});

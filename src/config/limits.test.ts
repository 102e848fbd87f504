import { expect, test } from 'vitest';
import { LIMIT_MEANINGS } from '../../dashboard/src/status/limit-text.ts';
import { LIMITS } from '../../dashboard/src/status/text.ts';
import { fromInteger } from '../domain/decimal.ts';
import { parseExactJson } from '../domain/exact-json.ts';
import { readConfig } from './config.ts';
import { limitsInForce } from './limits.ts';

function limitsOf(text: string) {
	const read = readConfig(parseExactJson(text, 8) as never);
	if ('faults' in read) throw new Error(read.faults.map(({ rule }) => rule).join(' '));
	return limitsInForce(read.config);
}

test('gives each limit its value, unit and sentence', () => {
	const limits = limitsOf('{"execution":{"leverageMax":3},"marketData":{"tickerStaleMs":7000}}');
	const byName = new Map(limits.map((limit) => [limit.name, limit]));
	expect(byName.get('execution.leverageMax')).toEqual({
		name: 'execution.leverageMax',
		value: fromInteger(3),
		unit: 'times',
		meaning: 'Highest leverage of a leg.',
	});
	expect(byName.get('marketData.tickerStaleMs')).toMatchObject({ value: 7_000, unit: 'ms' });
	expect(byName.get('execution.emergencyHedge')).toMatchObject({ value: false, unit: 'on or off' });
	expect(byName.has('risk.dailyLossMaxUsd')).toBe(true);
});

test('has no limit without unit or sentence and no name twice', () => {
	const limits = limitsOf('{}');
	expect(limits.length).toBeGreaterThan(30);
	expect(limits.filter(({ unit, meaning }) => unit === '' || meaning === '')).toEqual([]);
	expect(new Set(limits.map(({ name }) => name)).size).toBe(limits.length);
});

test('has a meaning and a unit in the words of the Status page for each limit', () => {
	const limits = limitsOf('{}');
	expect(Object.keys(LIMIT_MEANINGS)).toEqual(limits.map(({ name }) => name));
	const signs = ['bps', 'times', 'USD', 'ms', '%', 'on or off'];
	const words = [...new Set(limits.map(({ unit }) => unit))].filter((unit) => !signs.includes(unit));
	expect(Object.keys(LIMITS.units)).toEqual(words);
});

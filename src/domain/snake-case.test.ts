import { expect, test } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { camelName, camelNamed, snakeName, snakeNamed } from './snake-case.ts';

test.each([
	['amount', 'amount'],
	['expectedNet', 'expected_net'],
	['avgSpread24h', 'avg_spread_24h'],
	['long24hVolume', 'long_24h_volume'],
	['expectedCarry30d', 'expected_carry_30d'],
])('writes %s as %s on the wire', (camel, snake) => {
	expect(snakeName(camel)).toBe(snake);
	expect(camelName(snake)).toBe(camel);
});

test('renames members at every depth, and no value', () => {
	const inside = {
		jobId: 'job_1',
		plannedAmount: parseDecimal('1.5'),
		legs: [{ minBasis: null }],
		at: undefined,
	};
	const outside = {
		job_id: 'job_1',
		planned_amount: parseDecimal('1.5'),
		legs: [{ min_basis: null }],
		at: undefined,
	};
	expect(snakeNamed(inside)).toEqual(outside);
	expect(camelNamed(outside)).toEqual(inside);
	expect(snakeNamed(outside)).toEqual(outside);
});

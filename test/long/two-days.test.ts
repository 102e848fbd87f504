/**
 * Runs a pot through two virtual days with more seeds; `test/simulation/two-days/two-days.test.ts` runs three.
 * `CARRYWIRE_DAYS_SEED` sets the first seed, `CARRYWIRE_DAYS_SEEDS` the number of seeds.
 */
import { expect, test } from 'vitest';
import { expectCovered, expectWhole } from '../simulation/two-days/expect-days.ts';
import { type DayResult, runDays } from '../simulation/two-days/run-days.ts';

const SEED = Number(process.env.CARRYWIRE_DAYS_SEED ?? 101);
const SEEDS = Number(process.env.CARRYWIRE_DAYS_SEEDS ?? 25);

test('pots survive two days of kills, halts, margin alarms and dead exchanges with every seed', async () => {
	const results: DayResult[] = [];
	for (let seed = SEED; seed < SEED + SEEDS; seed += 1) {
		const result = await runDays(seed);
		expectWhole(result);
		results.push(result);
	}
	expect(results).toHaveLength(SEEDS);
	expectCovered(results);
});

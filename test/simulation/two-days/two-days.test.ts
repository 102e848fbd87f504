/**
 * Runs a pot of the complete service through 48 virtual hours at simulated exchanges, with a real data directory:
 * kills, a halt by the owner, a margin alarm, an exchange that dies, and at the end a stop that closes everything.
 */
import { expect, test } from 'vitest';
import { expectCovered, expectWhole } from './expect-days.ts';
import { type DayResult, runDays } from './run-days.ts';

const SEEDS = [1, 2, 5] as const;
const results: DayResult[] = [];

test.each(SEEDS)(
	'a pot survives two days and ends flat, with every USD explained (seed %i)',
	async (seed) => {
		const result = await runDays(seed);
		results.push(result);
		expectWhole(result);
	},
);

test('the seeds cover a halt that held openings back, a dead exchange with positions, and kills of work', () => {
	expect(results).toHaveLength(SEEDS.length);
	expectCovered(results);
});

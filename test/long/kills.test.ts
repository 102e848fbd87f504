/**
 * Kills the service two hundred times; `test/e2e/kills.test.ts` does the same ten times. `CARRYWIRE_KILL_SEED` sets
 * the seed, `CARRYWIRE_KILLS` the number of kills.
 */
import { expect, test } from 'vitest';
import { MODES } from '../e2e/kill-draws.ts';
import { runKills } from '../e2e/kill-run.ts';

const KILLS = Number(process.env.CARRYWIRE_KILLS ?? 200);
const SEED = Number(process.env.CARRYWIRE_KILL_SEED ?? 20_261_122);
/**
 * Number of fixtures that run in parallel. Each kill spends most of its time waiting until lost orders are proven
 * absent.
 */
const FIXTURES = 5;

test('leaves no unhedged leg, duplicate order or lost execution after two hundred kills in all modes', async () => {
	const { tally, faults } = await runKills(SEED, KILLS, FIXTURES, (line) => console.log(line));
	expect(faults).toEqual([]);
	expect(tally.kills()).toBe(KILLS);
	for (const mode of MODES) expect(tally.kills(mode), mode).toBeGreaterThanOrEqual(KILLS / 10);
	expect(tally.of('between intent and acknowledgement')).toBeGreaterThanOrEqual(KILLS / 5);
	expect(tally.of('one leg filled')).toBeGreaterThanOrEqual(KILLS / 10);
	for (const moment of [
		'maker resting',
		'maker partly filled',
		'maker being cancelled',
		'mid-hedge',
	] as const)
		expect(tally.of(moment), moment).toBeGreaterThanOrEqual(KILLS / 50);
	expect(tally.of('between slices', 'grid')).toBeGreaterThan(0);
});

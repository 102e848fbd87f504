/** Two hundred kills, as `test/e2e/kills.test.ts` does ten. `CARRYWIRE_KILL_SEED` draws others, `CARRYWIRE_KILLS` as many. */
import { expect, test } from 'vitest';
import { MODES } from '../e2e/kill-draws.ts';
import { runKills } from '../e2e/kill-run.ts';

const KILLS = Number(process.env.CARRYWIRE_KILLS ?? 200);
const SEED = Number(process.env.CARRYWIRE_KILL_SEED ?? 20_261_122);
/** Most of a kill is waiting: for what was lost to be proven absent. */
const STAGES = 5;

test('two hundred kills in all modes leave no naked leg, no duplicate order and no lost execution', async () => {
	const { tally, faults } = await runKills(SEED, KILLS, STAGES, (line) => console.log(line));
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

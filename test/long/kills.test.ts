/** Fifty kills, as `test/e2e/kills.test.ts` does ten. `CARRYWIRE_KILL_SEED` draws others. */
import { expect, test } from 'vitest';
import { runKills } from '../e2e/kill-run.ts';

const KILLS = 50;
const SEED = Number(process.env.CARRYWIRE_KILL_SEED ?? 20_261_122);

test('fifty kills leave no naked leg, no duplicate order and no lost execution', async () => {
	const tally = await runKills(SEED, KILLS, (line) => console.log(line));
	expect(tally.faults).toEqual([]);
	expect(tally.betweenIntentAndAcknowledgement).toBeGreaterThanOrEqual(KILLS / 5);
	expect(tally.withOneLegFilled).toBeGreaterThanOrEqual(KILLS / 10);
});

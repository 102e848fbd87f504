/** Ten kills. `CARRYWIRE_KILL_SEED` draws others. Fifty are in `test/long`. */
import { expect, test } from 'vitest';
import { runKills } from './kill-run.ts';

const KILLS = 10;
const SEED = Number(process.env.CARRYWIRE_KILL_SEED ?? 20_261_121);
const RUN_MS_MAX = 200_000;

test('ten kills leave no naked leg, no duplicate order and no lost execution', {
	timeout: RUN_MS_MAX,
}, async () => {
	const tally = await runKills(SEED, KILLS, (line) => console.log(line));
	expect(tally.faults).toEqual([]);
	expect(tally.betweenIntentAndAcknowledgement).toBeGreaterThanOrEqual(KILLS / 5);
	expect(tally.withOneLegFilled).toBeGreaterThanOrEqual(KILLS / 10);
});

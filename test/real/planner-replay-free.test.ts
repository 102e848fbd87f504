/** Replays the planner over the recorded year with margin wherever it is needed. */
import { expect, test } from 'vitest';
import { POT, playPot } from './planner-replay.ts';

/** The goal of the design, % of G a year. The pure planner nets 3.8 under the scorer's definitions. */
const GOAL = 3.4;
/** One order is in flight at a time, ms. */
const UNHEDGED_MS_MAX = 1_000;

test('the planner reaches its goal through the whole service, and rolls legs without a lone one', async () => {
	const pot = await playPot('planner', { ...POT, margin: 'free' });
	console.log(`planner, margin anywhere: ${pot.net.toFixed(4)} % of G a year, ${JSON.stringify(pot)}`);
	expect(pot.net).toBeGreaterThanOrEqual(GOAL);
	expect(pot.rolls).toBeGreaterThan(0);
	expect(pot.unhedgedMs).toBeLessThanOrEqual(UNHEDGED_MS_MAX);
	expect(pot.refusals).toEqual([]);
});

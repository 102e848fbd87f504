/** Replays the planner over the recorded year with margin wherever it is needed. */
import { expect, test } from 'vitest';
import { PLACES, POT, playPot } from './planner-replay.ts';

/** The goal of the design, % of G a year. The pure planner nets 3.8 under the scorer's definitions. */
const GOAL = 3.4;
/** Lead over the 30-day rule with ten places in the same pot, first come, % of G a year. */
const AHEAD = 0.3;
/** One order is in flight at a time, ms. */
const UNHEDGED_MS_MAX = 1_000;

test('the planner reaches its goal through the whole service, and rolls legs without a lone one', async () => {
	const pot = await playPot('planner', { ...POT, margin: 'free' });
	console.log(`planner, margin anywhere: ${pot.net.toFixed(4)} % of G a year, ${JSON.stringify(pot)}`);
	expect(pot.net).toBeGreaterThanOrEqual(GOAL);
	expect(pot.rolls).toBeGreaterThan(0);
	expect(pot.unhedgedMs).toBeLessThanOrEqual(UNHEDGED_MS_MAX);
	expect(pot.refusals).toEqual([]);
	const rival = await playPot('month-mean', PLACES);
	console.log(`30-day rule in the same pot: ${rival.net.toFixed(4)} % of G a year, ${JSON.stringify(rival)}`);
	expect(pot.net - rival.net).toBeGreaterThanOrEqual(AHEAD);
});

/** Replays the planner over the recorded year with the margin split equally between three exchanges. */
import { expect, test } from 'vitest';
import { POT, playPot } from './planner-replay.ts';

/** The goal of the design, % of G a year. The pure planner nets 3.6 under the scorer's definitions. */
const GOAL = 3.2;

test('the planner reaches its goal through the whole service with the margin split equally', async () => {
	const pot = await playPot('planner', { ...POT, margin: 'equal' });
	console.log(`planner, margin split equally: ${pot.net.toFixed(4)} % of G a year, ${JSON.stringify(pot)}`);
	expect(pot.net).toBeGreaterThanOrEqual(GOAL);
	expect(pot.refusals).toEqual([]);
});

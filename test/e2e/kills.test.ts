/**
 * Runs eleven kills, one in each scenario. `CARRYWIRE_KILL_SEED` selects other draws. `test/long` runs two hundred
 * kills.
 */
import { expect, test } from 'vitest';
import { MODES } from './kill-draws.ts';
import { runKills } from './kill-run.ts';

const KILLS = 11;
const SEED = Number(process.env.CARRYWIRE_KILL_SEED ?? 20_261_121);
const FIXTURES = 3;

test('kills in all modes leave no unhedged leg, no duplicate order and no lost execution', async () => {
	const { tally, faults } = await runKills(SEED, KILLS, FIXTURES, (line) => console.log(line));
	expect(faults).toEqual([]);
	for (const mode of MODES) expect(tally.kills(mode), mode).toBeGreaterThan(0);
	// More than half of the kills must interrupt something. The exact phases depend on the machine, so only the run
	// of two hundred kills checks how often each occurs.
	expect(tally.of('at rest')).toBeLessThan(KILLS / 2);
});

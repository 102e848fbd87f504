/** Runs the long simulation: thousands of seeds, also with rolls and with autopilots, and a crash at every crash point of the named seeds. */
import { describe, expect, test } from 'vitest';
import { AUTOPILOTS_FROM } from '../simulation/autopilots.ts';
import { runEveryCrash } from '../simulation/crash-points.ts';
import { NAMED_SEEDS } from '../simulation/named-seeds.ts';
import { ROLLS_FROM } from '../simulation/rolls.ts';
import { runSeed } from '../simulation/run-seed.ts';
import { addResult, newStatistics } from '../simulation/statistics.ts';

const FIRST_SEED = 501;
const SEEDS = 10_000;
const PARTS = 20;
const ENUMERATED = 20;
/** Seeds with rolls, and as many with autopilots. */
const OTHER_SEEDS = 5_000;

const RARE_POT_EVENTS = ['executed: enlarge', 'planned decision: delisting', 'refused: NOT_ROLLABLE'];
/** Everything that the seeds met. */
const MET = { rolls: newStatistics(), autopilots: newStatistics() };

describe('seeds beyond those of every test run', () => {
	test.each(Array.from({ length: PARTS }, (_, part) => part))('keeps every rule: part %i', async (part) => {
		for (let index = 0; index < SEEDS / PARTS; index += 1) {
			const seed = FIRST_SEED + part * (SEEDS / PARTS) + index;
			const { violations } = await runSeed({ seed });
			expect(violations, `npm run sim -- --seed ${seed}`).toEqual([]);
		}
	});
});

describe.each([
	['rolls', ROLLS_FROM],
	['autopilots', AUTOPILOTS_FROM],
] as const)('seeds with %s', (name, first) => {
	const met = MET[name];

	test.each(Array.from({ length: PARTS }, (_, part) => part))('keeps every rule: part %i', async (part) => {
		for (let index = 0; index < OTHER_SEEDS / PARTS; index += 1) {
			const seed = first + part * (OTHER_SEEDS / PARTS) + index;
			const result = await runSeed({ seed });
			addResult(met, result);
			expect(result.violations, `npm run sim -- --seed ${seed}`).toEqual([]);
		}
	});
});

test('the seeds with autopilots met the rare events of pots', () => {
	expect(Object.keys(MET.autopilots.potSeeds)).toEqual(expect.arrayContaining(RARE_POT_EVENTS));
});

describe('a crash at every crash point', () => {
	test.each(NAMED_SEEDS.slice(0, ENUMERATED))('keeps every rule for seed $seed ($why)', async ({ seed }) => {
		const count = await runEveryCrash(seed, ({ place, hit }, { violations, crashes }) => {
			const replay = `npm run sim -- --seed ${seed} --crash "${place}:${hit}"`;
			expect(violations, replay).toEqual([]);
			expect(crashes, replay).toBe(1);
		});
		expect(count).toBeGreaterThan(0);
	});
});

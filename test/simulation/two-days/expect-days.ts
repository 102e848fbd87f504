/** Checks what every seed of the two days must show. */
import { expect } from 'vitest';
import type { DayResult } from './run-days.ts';

const REDUCED = /^margin_alarm at once (reduce|close) executed$/;

/** Checks one seed: no broken rule, everything flat and explained, and every event of the two days took place. */
export function expectWhole(result: DayResult): void {
	const { seed, changes, kills, faults, daily } = result;
	const where = `seed ${seed}`;
	expect(result.violations, where).toEqual([]);
	expect(result.errors, where).toEqual([]);
	expect(result.left, where).toEqual([]);
	expect(result.unexplained, where).toEqual([0, 0, 0]);
	expect(new Set(result.states), where).toEqual(new Set(['stopped']));
	expect(daily, where).toHaveLength(2);
	expect(kills.interrupting, where).toBeGreaterThan(0);
	expect(faults.get('market moved'), where).toBe(1);
	expect(faults.get('exchange dead'), where).toBeGreaterThan(0);
	expect(
		[...changes.keys()].filter((key) => REDUCED.test(key)),
		where,
	).not.toEqual([]);
}

/** Checks all seeds together: the halt held back what the pot wanted, and the exchange that died had positions. */
export function expectCovered(results: readonly DayResult[]): void {
	expect(results.some(({ openedAfterHalt }) => openedAfterHalt > 0)).toBe(true);
	expect(results.some(({ heldAtDeath }) => heldAtDeath > 0)).toBe(true);
	expect(results.some(({ kills }) => kills.interrupting > 2)).toBe(true);
}

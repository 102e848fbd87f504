import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noisyLeg, settledEvery } from '../../test/support/settled-legs.ts';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';
import { createTieMemory, isLevel, rememberTies, type TieMemory, tieShare } from './carry-ties.ts';
import { createLegHistory, type LegSettlements } from './leg-history.ts';

const STEP = 8;
const DAYS_90 = 90 * 24;

function remembered(first: LegSettlements, second: LegSettlements, to = DAYS_90): TieMemory {
	const memory = createTieMemory();
	const legs = [createLegHistory(first), createLegHistory(second)] as const;
	for (let hour = STEP; hour <= to; hour += STEP) rememberTies(memory, ...legs, hour, STEP);
	return memory;
}

test('counts ties of legs that always pay alike and of legs that never do, after any headline', () => {
	const leg = settledEvery(8, 0, DAYS_90, () => 1e-4);
	const other = settledEvery(8, 0, DAYS_90, () => 2e-4);
	const alike = remembered(leg, leg);
	const apart = remembered(leg, other);
	CARRY_HORIZONS_HOURS.forEach((_, index) => {
		expect(tieShare(alike, true, index, 0.1)).toBeGreaterThan(0.85);
		expect(tieShare(apart, false, index, 0.1)).toBeLessThan(0.02);
		// The pair has no decision of this kind (level or moving), so the pooled share applies.
		expect(tieShare(alike, false, index, 0.1)).toBeCloseTo(0.1, 12);
		expect(tieShare(apart, true, index, 0.1)).toBeCloseTo(0.1, 12);
	});
});

test('gives older outcomes less weight: a third as much after 60 days', () => {
	const turnsApart = settledEvery(8, 0, 2 * DAYS_90, (hour) => (hour <= DAYS_90 ? 1e-4 : 2e-4));
	const level = settledEvery(8, 0, 2 * DAYS_90, () => 1e-4);
	const early = tieShare(remembered(level, turnsApart), true, 0, 0);
	const late = tieShare(remembered(level, turnsApart, DAYS_90 + 60 * 24), true, 0, 0);
	expect(early).toBeGreaterThan(0.85);
	// After the rates diverged, one more outcome was counted for a decision at a level headline. It was not a tie.
	expect(late).toBeLessThan(early);
	expect(late).toBeGreaterThan(0.6);
});

test('returns shares between 0 and 1, in either order of the legs', () => {
	fc.assert(
		fc.property(fc.integer(), fc.constantFrom(1, 4, 8), (seed, interval) => {
			const leg = (offset: number) =>
				noisyLeg({
					seed: seed + offset,
					interval,
					from: 0,
					to: 1_500,
					mean: 1e-5,
					noise: 1e-6,
					missing: 0.1,
				});
			const [first, second] = [leg(0), leg(1)];
			const there = remembered(first, second, 1_500);
			expect(there.counts).toEqual(remembered(second, first, 1_500).counts);
			for (const level of [true, false])
				CARRY_HORIZONS_HOURS.forEach((_, index) => {
					const share = tieShare(there, level, index, 0.3);
					expect(share).toBeGreaterThanOrEqual(0);
					expect(share).toBeLessThanOrEqual(1);
				});
		}),
		{ numRuns: 20 },
	);
});

test('treats a headline below a tenth of a trillionth as level', () => {
	expect([0, 9e-14, -9e-14, 1e-13, -2e-13].map(isLevel)).toEqual([true, true, true, false, false]);
});

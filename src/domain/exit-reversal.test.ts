import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';
import { type HoldingOutlook, isWorthLeaving, leaveAdvantage, REVERSAL_TERMS } from './exit-reversal.ts';

const ROUND_TRIP = 27;
const outlook = (expected: readonly number[], exitPremium = 0): HoldingOutlook => ({
	expected,
	exitPremium,
	roundTrip: ROUND_TRIP,
});
const curve = fc.array(fc.double({ min: -500, max: 500, noNaN: true }), { minLength: 6, maxLength: 6 });

test('a pair is left when the better of 14 and 30 days loses more than half a round trip', () => {
	expect(isWorthLeaving(outlook([-1, -2, -5, -8, -13.4, -40]))).toBe(false);
	expect(isWorthLeaving(outlook([-1, -2, -5, -8, -13.5, -40]))).toBe(false);
	expect(isWorthLeaving(outlook([-1, -2, -5, -8, -13.6, -40]))).toBe(true);
	expect(isWorthLeaving(outlook([-1, -2, -5, -8, -40, -13.4]))).toBe(false);
});

test('what was paid to enter changes nothing, and what is gained in the first days does not keep a losing pair', () => {
	expect(isWorthLeaving(outlook([5, 6, 4, 0, -14, -30]))).toBe(true);
	expect(isWorthLeaving(outlook([0.1, 0.2, 0.4, 0.9, 1, 1.5]))).toBe(false);
});

test('an exit that is dearer now than usual is put off', () => {
	const losing = [-1, -2, -5, -9, -16, -30];
	expect(isWorthLeaving(outlook(losing, 2))).toBe(true);
	expect(isWorthLeaving(outlook(losing, 3))).toBe(false);
});

test('a dip that costs more than a round trip is left even though the pair pays again later', () => {
	const dip = [-30, -80, -80, -60, -40, 5];
	expect(leaveAdvantage(outlook(dip), REVERSAL_TERMS)).toBe(5 + 80 - ROUND_TRIP - 5);
	expect(isWorthLeaving(outlook(dip))).toBe(true);
	expect(isWorthLeaving(outlook([-10, -20, -30, -30, -20, 5]))).toBe(false);
});

test('without a forecast nothing is left', () => {
	expect(isWorthLeaving(outlook([]))).toBe(false);
	expect(isWorthLeaving(outlook([-100, -200, -300, -400, Number.NaN, -900]))).toBe(false);
});

test('leaving is the maximum over all ways to leave less the maximum over all ways to stay', () => {
	fc.assert(
		fc.property(curve, fc.double({ min: -50, max: 50, noNaN: true }), (expected, premium) => {
			const points = [0, ...expected];
			const stays = expected.filter((_, index) => (CARRY_HORIZONS_HOURS[index] ?? 0) >= 336);
			const backs = points.flatMap((from, a) => points.slice(a + 1).map((to) => to - from - ROUND_TRIP));
			const wanted = Math.max(0, ...backs) - premium - Math.max(...stays);
			expect(leaveAdvantage(outlook(expected, premium), REVERSAL_TERMS)).toBeCloseTo(wanted, 9);
		}),
	);
});

test('more carry in every later stretch is never a reason to leave', () => {
	fc.assert(
		fc.property(curve, fc.double({ min: 0, max: 50, noNaN: true }), (expected, more) => {
			fc.pre(!isWorthLeaving(outlook(expected)));
			const shifted = expected.map((carry) => carry + more);
			expect(isWorthLeaving(outlook(shifted))).toBe(false);
		}),
	);
});

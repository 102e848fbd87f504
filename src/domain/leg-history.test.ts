import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noisyLeg, settledEvery, upTo } from '../../test/support/settled-legs.ts';
import { appendSettlement, createLegHistory, paidSince, settlementsUpTo } from './leg-history.ts';

function paid(hours: readonly number[], rates: readonly number[], after: number, at: number) {
	const history = createLegHistory({ hours: Int32Array.from(hours), rates: Float64Array.from(rates) });
	return paidSince(history, after, settlementsUpTo(history, at));
}

test('counts the hours since the previous settlement, and none for the first', () => {
	expect(paid([8, 16, 24], [1, 2, 3], 0, 24)).toEqual({ rates: 5, hours: 16 });
	expect(paid([8, 16, 24], [1, 2, 3], 16, 24)).toEqual({ rates: 3, hours: 8 });
	expect(paid([8, 16, 24], [1, 2, 3], 24, 24)).toEqual({ rates: 0, hours: 0 });
	expect(paid([8], [1], 0, 100)).toEqual({ rates: 0, hours: 0 });
});

test('does not treat a missing settlement as a change of interval once the interval is back', () => {
	const hours = [4, 8, 12, 20, 24];
	expect(paid(hours, [1, 1, 1, 1, 1], 12, 20).hours).toBe(8);
	expect(paid(hours, [1, 1, 1, 1, 1], 12, 24).hours).toBe(8);
});

test('applies a changed interval from its first settlement on', () => {
	expect(paid([8, 16, 17, 18, 19, 27, 35], [8, 8, 1, 1, 1, 8, 8], 8, 35)).toEqual({ rates: 27, hours: 27 });
});

test('counts one interval for a gap longer than any clock', () => {
	expect(paid([8, 16, 24, 124, 132], [1, 1, 1, 1, 1], 24, 132)).toEqual({ rates: 2, hours: 16 });
});

test('refuses a settlement that is not later or has an invalid rate', () => {
	const history = createLegHistory(settledEvery(8, 0, 80, () => 1));
	expect(appendSettlement(history, 80, 1)).toBe(false);
	expect(appendSettlement(history, 88, Number.NaN)).toBe(false);
	expect(appendSettlement(history, 88.5, 1)).toBe(false);
	expect(appendSettlement(history, 88, 1)).toBe(true);
	expect(history.count).toBe(11);
});

test('keeps the state at an hour whatever comes later', () => {
	fc.assert(
		fc.property(
			fc.integer(),
			fc.constantFrom(1, 4, 8),
			fc.integer({ min: 10, max: 790 }),
			(seed, interval, at) => {
				const all = noisyLeg({ seed, interval, from: 0, to: 800, mean: 1e-5, noise: 1e-4, missing: 0.1 });
				const whole = createLegHistory(all);
				const cut = createLegHistory(upTo(all, at));
				for (const window of [8, 24, 168]) {
					expect(paidSince(whole, at - window, settlementsUpTo(whole, at))).toEqual(
						paidSince(cut, at - window, settlementsUpTo(cut, at)),
					);
				}
			},
		),
		{ numRuns: 100 },
	);
});

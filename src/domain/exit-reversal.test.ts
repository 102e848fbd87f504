import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isReversed, type StayOutlook } from './exit-reversal.ts';

/** The round trip costs 27 bp; half of it is 13.5 bp. */
const TURNED: StayOutlook = { monthMean: -0.01, expectedMonth: -0.0014, roundTrip: 0.0027, exitPremium: 0 };

test.each<[string, Partial<StayOutlook>, boolean]>([
	['leaves when the mean has reversed and half a round trip is lost', {}, true],
	[
		'stays while the mean has not reversed, whatever the forecast',
		{ monthMean: 0, expectedMonth: -1 },
		false,
	],
	['stays while less than half a round trip is lost', { expectedMonth: -0.0013 }, false],
	['stays at half a round trip', { expectedMonth: -0.001_35 }, false],
	[
		'stays while the forecast for the next month is positive, even after a negative month',
		{ expectedMonth: 0.001 },
		false,
	],
	['stays while leaving costs as much as staying', { exitPremium: 0.0001 }, false],
	['stays without a mean', { monthMean: Number.NaN }, false],
	['stays without a forecast', { expectedMonth: Number.NaN }, false],
	['stays without a cost', { roundTrip: Number.NaN }, false],
	['stays without a premium', { exitPremium: Number.NaN }, false],
])('%s', (_rule, change, leaves) => {
	expect(isReversed({ ...TURNED, ...change })).toBe(leaves);
});

const figure = fc.double({ min: -0.1, max: 0.1, noNaN: true });
const cost = fc.double({ min: 0, max: 0.1, noNaN: true });
const outlooks = fc.record({ monthMean: figure, expectedMonth: figure, roundTrip: cost, exitPremium: cost });

test('never leaves because of a better mean, a better forecast or a more expensive round trip or exit', () => {
	fc.assert(
		fc.property(
			outlooks,
			fc.record({ monthMean: cost, expectedMonth: cost, roundTrip: cost, exitPremium: cost }),
			(outlook, more) => {
				fc.pre(!isReversed(outlook));
				const better = {
					monthMean: outlook.monthMean + more.monthMean,
					expectedMonth: outlook.expectedMonth + more.expectedMonth,
					roundTrip: outlook.roundTrip + more.roundTrip,
					exitPremium: outlook.exitPremium + more.exitPremium,
				};
				expect(isReversed(better)).toBe(false);
			},
		),
	);
});

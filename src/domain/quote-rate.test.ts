import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divDown, fromInteger, max, min, parseDecimal } from './decimal.ts';
import { type QuoteSample, quoteRateOf } from './quote-rate.ts';

const sample = (inFrom: string, inTo: string, at = 10): QuoteSample => ({
	inFrom: parseDecimal(inFrom),
	inTo: parseDecimal(inTo),
	at,
});

test('returns the median of an odd number of coins, as old as the oldest', () => {
	const samples = [sample('100', '101', 7), sample('2', '2.2'), sample('5', '5')];
	expect(quoteRateOf('USDC', 'USDT', samples)).toEqual({ rate: parseDecimal('1.01'), at: 7 });
});

test('returns the mean of the two central values of an even number', () => {
	const samples = [sample('1', '1.02'), sample('1', '1.01'), sample('1', '9'), sample('1', '0.1')];
	expect(quoteRateOf('USDC', 'USDT', samples)).toEqual({ rate: parseDecimal('1.015'), at: 10 });
});

test('returns a sentence instead of a rate below three coins', () => {
	for (const samples of [[], [sample('1', '1')], [sample('1', '1'), sample('1', '1')]])
		expect(quoteRateOf('USDC', 'USDT', samples)).toMatchObject({
			rate: null,
			reason: {
				text: `The rate of USDC in USDT is unknown: ${samples.length} coins have a fresh index price in both currencies on one exchange, but at least 3 are needed.`,
			},
		});
});

test('stays between the right indices if fewer than half of the coins are wrong', () => {
	const price = fc.integer({ min: 1, max: 1_000_000 }).map((units) => fromInteger(units));
	const right = fc.record({ inFrom: price, basisPoints: fc.integer({ min: -50, max: 50 }) });
	const wrong = fc.tuple(price, price);
	fc.assert(
		fc.property(
			fc.array(right, { minLength: 3, maxLength: 9 }),
			fc.array(wrong, { maxLength: 2 }),
			(rights, wrongs) => {
				const good = rights.map(({ inFrom, basisPoints }) => ({
					inFrom,
					inTo: ((inFrom * BigInt(10_000 + basisPoints)) / 10_000n) as typeof inFrom,
					at: 0,
				}));
				const bad = wrongs.map(([inFrom, inTo]) => ({ inFrom, inTo, at: 0 }));
				const kept = bad.slice(0, Math.floor((good.length - 1) / 2));
				const found = quoteRateOf('USDC', 'USDT', [...good, ...kept]);
				const rates = good.map(({ inFrom, inTo }) => divDown(inTo, inFrom));
				const least = rates.reduce((low, rate) => min(low, rate));
				const most = rates.reduce((high, rate) => max(high, rate));
				expect(found.rate !== null && found.rate >= least && found.rate <= most).toBe(true);
			},
		),
	);
});

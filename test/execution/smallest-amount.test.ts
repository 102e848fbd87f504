/**
 * Checks that an opportunity's minimum amount is the smallest amount whose plan passes the size checks of the risk
 * gate.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Decimal, fromInteger, mulDown, parseDecimal, sub } from '../../src/domain/decimal.ts';
import { usdOfCents } from '../../src/domain/estimate.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { draftExecution } from '../../src/engine/decide/plan.ts';
import { openingPlan } from '../../src/engine/orders/opening-plan.ts';
import type { OpenFacts } from '../../src/engine/risk/facts.ts';
import { minimums } from '../../src/engine/risk/minimums.ts';
import { readPair } from '../../src/opportunities/pair-reading.ts';
import { bookOf, freshStatus, inputsOf, instrumentOf, unknownRate } from '../support/hand-driven-market.ts';
import { NO_BASIS } from '../support/no-basis.ts';

const STRESS_PCT = fromInteger(10);
const FEES = { taker: parseDecimal('0.0006'), maker: parseDecimal('0.0002') };
const CENT = parseDecimal('0.01');
const LIMITS = {
	unhedgedMaxUsd: fromInteger(1_000_000_000),
	childDepthSharePct: fromInteger(20),
	stressMovePct: STRESS_PCT,
	makerMs: 30_000,
	gridMs: 14_400_000,
};

type DrawnLeg = {
	readonly lot: string;
	/** Minimum order in lots. */
	readonly lotsMin: number;
	readonly notionalMin: number;
};

/** Builds a leg with deep books one tick apart around a price. */
function legOf(venue: string, { lot, lotsMin, notionalMin }: DrawnLeg, price: Decimal) {
	const lotSize = parseDecimal(lot);
	const instrument: Instrument = instrumentOf(venue, 'SOL', {
		lotSize,
		tickSize: parseDecimal('0.0000001'),
		quantityMin: (lotSize * BigInt(lotsMin)) as Decimal,
		notionalMin: fromInteger(notionalMin),
	});
	const half = parseDecimal('0.0000001');
	const size = '1000000000';
	const book = bookOf([['1', size]], [['1', size]]);
	return {
		instrument,
		book: {
			...book,
			bids: [[sub(price, half), parseDecimal(size)] as const],
			asks: [[(price + half) as Decimal, parseDecimal(size)] as const],
		},
		fees: FEES,
		intervalHours: 8,
	};
}

const leg = fc.record({
	lot: fc.constantFrom('0.001', '0.1', '0.4', '0.6', '1', '10', '100'),
	lotsMin: fc.constantFrom(1, 1, 3),
	notionalMin: fc.constantFrom(0, 5, 10, 100),
});
const price = fc
	.tuple(fc.integer({ min: 1_000, max: 9_999_999 }), fc.constantFrom(3, 5, 7))
	.map(([digits, places]) => (parseDecimal(String(digits)) / 10n ** BigInt(places)) as Decimal);
/** Price of the short leg relative to the long leg's. */
const shortShare = fc.constantFrom('0.998', '1', '1.0007').map(parseDecimal);
const leverage = fc.constantFrom('1', '2', '3', '4.7').map(parseDecimal);

test('a plan passes the size checks at min_amount, and fails a cent below', () => {
	fc.assert(
		fc.property(leg, leg, price, shortShare, leverage, (a, b, longPrice, share, times) => {
			const long = legOf('bybit', a, longPrice);
			const short = legOf('kucoin', b, mulDown(longPrice, share));
			const terms = {
				amount: fromInteger(1_000),
				horizonHours: fromInteger(168),
				leverage: times,
				mode: 'auto',
			};
			const leg = (inputs: typeof long) => ({
				...inputsOf(inputs.instrument, { book: inputs.book, fees: FEES }),
				status: freshStatus(inputs.instrument.venue),
			});
			const pair = readPair({
				long: leg(long),
				short: leg(short),
				firstIsLong: true,
				expectation: { unknown: 'No history is known.' },
				passed: { long: undefined, short: undefined },
				basis: NO_BASIS,
				now: 0,
				limits: {
					maxAmountSlippageBps: fromInteger(15),
					stressMovePct: STRESS_PCT,
					tickerStaleMs: 5_000,
					bookStaleMs: 5_000,
					tooGoodApr: fromInteger(5),
				},
				quoteRate: unknownRate,
			});
			const least = usdOfCents(pair.size.minCents(terms));
			if (least === null) throw new Error('A book is missing.');
			const failed = (amount: Decimal): readonly string[] => {
				const trade = draftExecution(long, short, {
					amount,
					leverage: times,
					maxSlippageBps: fromInteger(10),
				});
				if (trade === undefined) throw new Error('A book has no mid price.');
				const opening = openingPlan(
					trade,
					{ mode: 'auto', maxSlippageBps: fromInteger(10), basisSd: undefined },
					LIMITS,
				);
				const facts = { amount, leverage: times, trade, opening, limits: LIMITS } as unknown as OpenFacts;
				return minimums(facts)
					.filter(({ passed }) => !passed)
					.map(({ check }) => check);
			};
			expect(failed(least)).toEqual([]);
			expect(failed(sub(least, CENT))).toContain('minimum');
		}),
		{ numRuns: 500 },
	);
});

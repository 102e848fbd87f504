import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
	type Decimal,
	fromInteger,
	isMultipleOf,
	mulDown,
	mulUp,
	parseDecimal,
	ZERO,
} from '../domain/decimal.ts';
import type { Instrument } from '../domain/instrument.ts';
import type { InstrumentInputs } from '../ports/market.ts';
import { probeInstruments, probeTerms, probeValue, settlementCurrency } from './probe-terms.ts';

function instrument(change: Partial<Instrument> = {}): Instrument {
	return {
		venue: 'bybit',
		symbol: 'SOLUSDT',
		coin: 'SOL',
		quote: 'USDT',
		coinsPerOrderUnit: fromInteger(1),
		coinsPerPriceUnit: fromInteger(1),
		tickSize: parseDecimal('0.01'),
		lotSize: parseDecimal('0.1'),
		quantityMin: parseDecimal('0.1'),
		quantityMax: fromInteger(1_000),
		notionalMin: fromInteger(5),
		leverageMax: 50,
		...change,
	};
}

function input(
	symbol: string,
	mark: number | null,
	change: Partial<Instrument> = {},
	volume = 1,
): InstrumentInputs {
	return {
		instrument: instrument({ symbol, ...change }),
		ticker: {
			symbol,
			mark: mark === null ? null : fromInteger(mark),
			index: null,
			last: null,
			volume24h: fromInteger(volume),
			openInterest: null,
			funding: null,
			fundingCap: null,
			fundingFloor: null,
			tradable: true,
			delistingAt: null,
			problems: [],
		},
		tickerReceivedAt: 1,
		book: undefined,
		bookReceivedAt: undefined,
		fees: { taker: ZERO, maker: ZERO },
	};
}

const bids = (price: Decimal) => ({ bids: [[price, fromInteger(1)] as const] });

test('prices an order a tenth below the lower of bid and mark, with the smallest quantity allowed there', () => {
	expect(probeTerms(instrument(), bids(fromInteger(150)), fromInteger(200))).toEqual({
		limitPrice: parseDecimal('135'),
		quantity: parseDecimal('0.1'),
	});
	expect(
		probeTerms(instrument({ notionalMin: fromInteger(100) }), bids(fromInteger(200)), fromInteger(150)),
	).toEqual({
		limitPrice: parseDecimal('135'),
		quantity: parseDecimal('0.8'),
	});
	expect(probeTerms(instrument(), { bids: [] }, fromInteger(150))).toBeUndefined();
});

test('keeps to the steps and minimums of any instrument, far from the market', () => {
	const step = fc.constantFrom('0.000001', '0.001', '0.1', '1', '10').map(parseDecimal);
	const price = fc.integer({ min: 20, max: 10_000_000 }).map((cents) => parseDecimal(`${cents / 100}`));
	fc.assert(
		fc.property(step, step, price, fc.integer({ min: 0, max: 500 }), (tickSize, lotSize, mark, least) => {
			const terms = instrument({ tickSize, lotSize, quantityMin: lotSize, notionalMin: fromInteger(least) });
			const probe = probeTerms(terms, bids(mark), mark);
			if (probe === undefined) return mulDown(mark, parseDecimal('0.9')) < tickSize;
			const { quantity, limitPrice } = probe;
			return (
				isMultipleOf(quantity, lotSize) &&
				isMultipleOf(limitPrice, tickSize) &&
				limitPrice <= mulUp(mark, parseDecimal('0.9')) &&
				quantity >= lotSize &&
				probeValue(probe) >= fromInteger(least)
			);
		}),
	);
});

test('puts the cheapest of the most traded instruments first, without those held, delisted or without a price', () => {
	const busy = Array.from({ length: 30 }, (_, index) =>
		input(`BUSY${index}`, 1_000 + index, {}, 1_000 - index),
	);
	const inputs = [
		...busy,
		input('THIN', 1, { notionalMin: fromInteger(1) }, 1),
		input('HELD', 1, { notionalMin: fromInteger(1) }, 5_000),
		input('BLIND', null, {}, 5_000),
		input('OTHER', 1, { quote: 'USDC' }, 5_000),
	];
	const chosen = probeInstruments(inputs, 'USDT', new Set(['HELD']));
	expect(chosen.map(({ instrument: { symbol } }) => symbol)).toEqual(
		busy.map(({ instrument: { symbol } }) => symbol),
	);
});

test('prefers USDT as the settlement currency', () => {
	expect(settlementCurrency([input('A', 1, { quote: 'USDC' }), input('B', 1)])).toBe('USDT');
	expect(settlementCurrency([input('A', 1, { quote: 'USDC' })])).toBe('USDC');
});

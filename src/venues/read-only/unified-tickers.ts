/** Combines ccxt's rows for one contract into an `InstrumentTicker`. */
import type { Decimal } from '../../domain/decimal.ts';
import { fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { TickerPrice } from '../../sentences/ticker.ts';
import { at, boundedPrice, shown, whole } from '../shared/fields.ts';
import { TICKER_TEXT } from '../shared/text.ts';
import { boundedUsd, readFunding, unusableTicker } from '../shared/ticker-fields.ts';
import { type ClockFacts, completeClock, intervalMsOf } from './settlement-clock.ts';
import { figure, positiveFigure } from './unified-exchange.ts';

/** One contract's rows; undefined for a row that the exchange did not return. */
export type UnifiedRows = {
	readonly ticker: unknown;
	readonly markPrice: unknown;
	readonly rate: unknown;
	/** Interval from a separate request, if the rate has none. */
	readonly interval: unknown;
	readonly openInterest: unknown;
	/** Latest settlement times, newest first, Unix milliseconds. */
	readonly settled: readonly number[];
};

/**
 * Builds a ticker with funding and prices (USD per coin) from ccxt's rows. Each unreadable figure is null and named
 * in `problems`.
 */
export function unifiedTicker(rows: UnifiedRows, instrument: Instrument, now: number): InstrumentTicker {
	const problems: Words[] = [];
	const { ticker, rate } = rows;
	const price = (what: TickerPrice, ...written: readonly (Decimal | undefined)[]): Decimal | null => {
		const value = written.find((candidate) => candidate !== undefined);
		const perCoin = value === undefined ? undefined : boundedPrice(fromVenuePrice(instrument, value));
		if (perCoin === undefined) problems.push(TICKER_TEXT.figure({ price: what }));
		return perCoin ?? null;
	};
	const clock = completeClock(clockFacts(rows), now);
	const funding = readFunding(
		{ rate: figure(rate, 'fundingRate'), intervalMs: clock.intervalMs, next: clock.next },
		now,
		{
			rate: at(rate, 'fundingRate'),
			interval: at(rate, 'interval') ?? at(rows.interval, 'interval'),
			next: at(rate, 'fundingTimestamp') ?? at(rows.interval, 'fundingTimestamp'),
		},
		problems,
	);
	const mark = price(
		'mark',
		positiveFigure(rate, 'markPrice'),
		positiveFigure(ticker, 'markPrice'),
		positiveFigure(rows.markPrice, 'markPrice'),
	);
	return {
		symbol: instrument.symbol,
		mark,
		index: price('index', positiveFigure(rate, 'indexPrice'), positiveFigure(ticker, 'indexPrice')),
		last: price('last', positiveFigure(ticker, 'last')),
		volume24h: boundedUsd(figure(ticker, 'quoteVolume')),
		openInterest: boundedUsd(figure(rows.openInterest, 'openInterestValue')),
		funding,
		// The unified API has neither funding caps nor delistings.
		fundingCap: null,
		fundingFloor: null,
		delistingAt: null,
		tradable: true,
		problems,
	};
}

/**
 * Returns the funding interval and the next settlement, each from the first response that has it, and the latest
 * settlement times.
 */
export function clockFacts({ rate, interval, settled }: UnifiedRows): ClockFacts {
	const intervalMs = intervalMsOf(at(rate, 'interval')) ?? intervalMsOf(at(interval, 'interval'));
	const next = nextOf(rate) ?? nextOf(interval);
	if (intervalMs !== undefined || next === undefined) return { intervalMs, next, settled };
	// OKX also reports the settlement after the next one; the time between these two settlements is the interval.
	const after = whole(rate, 'nextFundingTimestamp');
	return { intervalMs: after !== undefined && after > next ? after - next : undefined, next, settled };
}

/**
 * Returns the next settlement. In ccxt, `fundingTimestamp` is the settlement to which `fundingRate` applies (manual,
 * "Funding Rate").
 */
function nextOf(row: unknown): number | undefined {
	const next = whole(row, 'fundingTimestamp');
	return next !== undefined && next > 0 ? next : undefined;
}

/** Builds the ticker of a contract without rows. */
export function notAnswered({ venue, symbol }: Instrument): InstrumentTicker {
	return unusableTicker(symbol, TICKER_TEXT.notAnswered({ exchange: venue, contract: shown(symbol) }));
}

/** ccxt's tickers and funding rates of one contract, put together as the port's ticker. */
import type { Decimal } from '../../domain/decimal.ts';
import { fromVenuePrice, type Instrument } from '../../domain/instrument.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import { at, boundedPrice, shown, whole } from '../shared/fields.ts';
import { boundedUsd, readFunding, unusableTicker } from '../shared/ticker-fields.ts';
import { type ClockFacts, intervalMsOf, tellClock } from './settlement-clock.ts';
import { figure, positiveFigure } from './unified-exchange.ts';

/** What has been read of one contract; undefined where the exchange gave nothing. */
export type UnifiedRows = {
	readonly ticker: unknown;
	readonly markPrice: unknown;
	readonly rate: unknown;
	/** Of a request of its own, where the rate has none. */
	readonly interval: unknown;
	readonly openInterest: unknown;
	/** Newest settled instants, newest first. */
	readonly settled: readonly number[];
};

/** Ticker in USD a coin from ccxt's rows; each unreadable figure is null and named in `problems`. */
export function unifiedTicker(rows: UnifiedRows, instrument: Instrument, now: number): InstrumentTicker {
	const problems: string[] = [];
	const { ticker, rate } = rows;
	const price = (what: string, ...written: readonly (Decimal | undefined)[]): Decimal | null => {
		const value = written.find((candidate) => candidate !== undefined);
		const perCoin = value === undefined ? undefined : boundedPrice(fromVenuePrice(instrument, value));
		if (perCoin === undefined) problems.push(`The ${what} was not a positive number within bounds.`);
		return perCoin ?? null;
	};
	const clock = tellClock(clockFacts(rows), now);
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
		last: price('last price', positiveFigure(ticker, 'last')),
		volume24h: boundedUsd(figure(ticker, 'quoteVolume')),
		openInterest: boundedUsd(figure(rows.openInterest, 'openInterestValue')),
		funding,
		// Not in the unified API.
		fundingCap: null,
		fundingFloor: null,
		delistingAt: null,
		tradable: true,
		problems,
	};
}

/** What the exchange states of its settlements, from whichever answer has it. */
export function clockFacts({ rate, interval, settled }: UnifiedRows): ClockFacts {
	const intervalMs = intervalMsOf(at(rate, 'interval')) ?? intervalMsOf(at(interval, 'interval'));
	const next = nextOf(rate) ?? nextOf(interval);
	if (intervalMs !== undefined || next === undefined) return { intervalMs, next, settled };
	// Where the exchange states the settlement after the coming one too, their distance is its interval (OKX).
	const after = whole(rate, 'nextFundingTimestamp');
	return { intervalMs: after !== undefined && after > next ? after - next : undefined, next, settled };
}

/** ccxt's structure: `fundingTimestamp` is the coming settlement, to which `fundingRate` belongs (manual, "Funding Rate"). */
function nextOf(row: unknown): number | undefined {
	const next = whole(row, 'fundingTimestamp');
	return next !== undefined && next > 0 ? next : undefined;
}

/** Of a contract of which there is no row. */
export function notAnswered({ venue, symbol }: Instrument): InstrumentTicker {
	return unusableTicker(symbol, `${venue} answered nothing of ${shown(symbol)}.`);
}

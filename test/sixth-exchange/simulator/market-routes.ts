/** Handles Tidemark's public requests, which are `GET` with a query. */

import type { BookLevel, Exchange, Instrument } from '../../../simulator/core/types.ts';
import { formatDecimal, mulDown } from '../../../src/domain/decimal.ts';
import { contractOf, countOf, type Fields, instant, timeOf } from './fields.ts';

const BOOK_LEVELS_MAX = 100;
const RATE_ROWS_MAX = 200;
const TRADE_ROWS_MAX = 100;
const HOUR_MS = 3_600_000;

/** Handles a public request. @throws TidemarkRefusal */
export type PublicRoute = (exchange: Exchange, fields: Fields) => unknown;

/** Public requests by path. */
export const MARKET_ROUTES: Readonly<Record<string, PublicRoute>> = {
	'/v1/clock': (exchange) => ({ now: instant(exchange.now()) }),
	'/v1/contracts': (exchange) => exchange.instruments().map((each) => contractBody(exchange, each)),
	'/v1/tickers': (exchange) => exchange.instruments().map((each) => tickerBody(exchange, each)),
	'/v1/book': (exchange, fields) => {
		const { symbol } = contractOf(exchange, fields);
		const { bids, asks, sequence } = exchange.book(symbol, countOf(fields, 'levels') || BOOK_LEVELS_MAX);
		return { contract: symbol, n: sequence, b: levelsBody(bids), a: levelsBody(asks) };
	},
	'/v1/rates': (exchange, fields) => {
		const { symbol } = contractOf(exchange, fields);
		const range = { from: timeOf(fields, 'since'), to: timeOf(fields, 'until'), limit: RATE_ROWS_MAX };
		return exchange
			.fundingHistory({ symbol, ...range })
			.map(({ at, rate }) => ({ at: instant(at), rate: formatDecimal(rate) }));
	},
	'/v1/trades': (exchange, fields) => {
		const { symbol } = contractOf(exchange, fields);
		return exchange.publicTrades(symbol, TRADE_ROWS_MAX).map(({ id, price, quantity, at }) => ({
			id,
			price: formatDecimal(price),
			qty: formatDecimal(quantity),
			ms: at,
		}));
	},
};

/** Formats the levels of one side as Tidemark does, best first. */
export function levelsBody(levels: readonly BookLevel[]): readonly (readonly [string, string])[] {
	return levels.map(([price, quantity]) => [formatDecimal(price), formatDecimal(quantity)]);
}

function contractBody({ announcements }: Exchange, instrument: Instrument): unknown {
	const { symbol, base, quote, leverageMax } = instrument;
	const closesAt = announcements.delistingAt(symbol);
	return {
		contract: symbol,
		base,
		quote,
		tick: formatDecimal(instrument.tickSize),
		step: formatDecimal(instrument.lotSize),
		least: formatDecimal(instrument.quantityMin),
		most: formatDecimal(instrument.quantityMax),
		leastValue: formatDecimal(instrument.notionalMin),
		leverage: leverageMax,
		state: announcements.isPaused(symbol) ? 'paused' : 'open',
		closesAt: closesAt === undefined ? null : instant(closesAt),
	};
}

function tickerBody(exchange: Exchange, instrument: Instrument): unknown {
	const { symbol } = instrument;
	const { mark, index, last, turnover24h, openInterest } = exchange.quote(symbol);
	const { predictedRate, nextSettlementAt, intervalMs } = exchange.funding(symbol);
	return {
		...(contractBody(exchange, instrument) as object),
		mark: formatDecimal(mark),
		index: formatDecimal(index),
		last: formatDecimal(last),
		turnover: formatDecimal(turnover24h),
		openValue: formatDecimal(mulDown(openInterest, mark)),
		rate: formatDecimal(predictedRate),
		settles: instant(nextSettlementAt),
		everyHours: intervalMs / HOUR_MS,
		cap: formatDecimal(instrument.fundingCap),
		floor: formatDecimal(instrument.fundingFloor),
	};
}

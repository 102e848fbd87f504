/**
 * Handles Bybit's public REST endpoints under `/v5/market`, and the system status. Only linear perpetuals are listed,
 * so other categories are empty.
 */
import type { Exchange, Instrument } from '../core/types.ts';
import { paramsError, symbolNotSupported } from './errors.ts';
import {
	bookBody,
	instrumentBody,
	recentTradeBody,
	riskLimitBody,
	settlementBody,
	statusRows,
	tickerBody,
} from './market-bodies.ts';
import { category, type Params, pageSize, requiredText, text, timestamp } from './params.ts';
import type { PublicRoute, RouteAnswer } from './routes.ts';

const INSTRUMENTS_DEFAULT = 500;
const INSTRUMENTS_MAX = 1_000;
const BOOK_LEVELS_DEFAULT = 25;
const BOOK_LEVELS_MAX = 1_000;
const TRADES_DEFAULT = 500;
const TRADES_MAX = 1_000;
const SETTLEMENTS_MAX = 200;

export const MARKET_ROUTES: Readonly<Record<string, PublicRoute>> = {
	'GET /v5/market/time': time,
	'GET /v5/market/instruments-info': instruments,
	'GET /v5/market/tickers': tickers,
	'GET /v5/market/orderbook': orderBook,
	'GET /v5/market/recent-trade': recentTrades,
	'GET /v5/market/funding/history': fundingHistory,
	'GET /v5/market/risk-limit': riskLimits,
	'GET /v5/system/status': systemStatus,
};

function time(exchange: Exchange): RouteAnswer {
	const now = exchange.now();
	return { result: { timeSecond: String(Math.trunc(now / 1000)), timeNano: `${now}000000` } };
}

function systemStatus(exchange: Exchange, params: Params): RouteAnswer {
	const state = text(params, 'state');
	const rows = statusRows(exchange.announcements, exchange.now());
	return { retMsg: '', result: { list: rows.filter((row) => state === undefined || row.state === state) } };
}

/** Returns the instrument that `symbol` names. @throws BybitRefusal 10001 if it is not listed */
function namedInstrument(exchange: Exchange, params: Params): Instrument {
	const instrument = exchange.instrument(requiredText(params, 'symbol'));
	if (instrument === undefined) throw symbolNotSupported();
	return instrument;
}

/** Returns the instruments that a list request selects: one by `symbol`, those with that `baseCoin`, or all. */
function selected(exchange: Exchange, params: Params): readonly Instrument[] {
	if (text(params, 'symbol') !== undefined) return [namedInstrument(exchange, params)];
	const base = text(params, 'baseCoin');
	// Bybit leaves paused and closed contracts out of its list of trading contracts.
	const all = exchange.instruments().filter(({ symbol }) => !exchange.announcements.isPaused(symbol));
	return base === undefined ? all : all.filter((instrument) => instrument.base === base);
}

function instruments(exchange: Exchange, params: Params): RouteAnswer {
	const asked = category(params);
	const size = pageSize(params, INSTRUMENTS_DEFAULT, INSTRUMENTS_MAX);
	const status = text(params, 'status') ?? 'Trading';
	if (asked !== 'linear' || status !== 'Trading') {
		return { result: { category: asked, list: [], nextPageCursor: '' } };
	}
	const listed = selected(exchange, params);
	const after = text(params, 'cursor');
	const start = after === undefined ? 0 : listed.findIndex((row) => row.symbol === after) + 1;
	if (after !== undefined && start === 0) throw paramsError('cursor invalid');
	const page = listed.slice(start, start + size);
	const last = page[page.length - 1];
	const nextPageCursor = start + size < listed.length && last !== undefined ? last.symbol : '';
	const list = page.map((row) =>
		instrumentBody(row, exchange.funding(row.symbol), exchange.announcements.delistingAt(row.symbol)),
	);
	return { result: { category: asked, list, nextPageCursor } };
}

function tickers(exchange: Exchange, params: Params): RouteAnswer {
	const asked = category(params);
	if (asked !== 'linear') return { result: { category: asked, list: [] } };
	const list = selected(exchange, params).map((instrument) => tickerBody(exchange, instrument));
	return { result: { category: asked, list } };
}

function linearOnly(params: Params): void {
	if (category(params) !== 'linear') throw symbolNotSupported();
}

function orderBook(exchange: Exchange, params: Params): RouteAnswer {
	linearOnly(params);
	const instrument = namedInstrument(exchange, params);
	const depth = pageSize(params, BOOK_LEVELS_DEFAULT, BOOK_LEVELS_MAX);
	return { result: bookBody(instrument, exchange.book(instrument.symbol, depth), exchange.now()) };
}

function recentTrades(exchange: Exchange, params: Params): RouteAnswer {
	linearOnly(params);
	const instrument = namedInstrument(exchange, params);
	const trades = exchange.publicTrades(instrument.symbol, pageSize(params, TRADES_DEFAULT, TRADES_MAX));
	const list = trades.map((trade) => recentTradeBody(instrument, trade));
	return { result: { category: 'linear', list } };
}

/**
 * Returns settled funding rates. `startTime` without `endTime` is an error. Without `startTime`, the latest 200 rows
 * are selected, up to `endTime` if given.
 */
function fundingHistory(exchange: Exchange, params: Params): RouteAnswer {
	linearOnly(params);
	const { symbol } = namedInstrument(exchange, params);
	const from = timestamp(params, 'startTime');
	const to = timestamp(params, 'endTime');
	if (from !== undefined && to === undefined)
		throw paramsError('endTime is required when startTime is given');
	if (from !== undefined && to !== undefined && from > to) {
		throw paramsError('startTime cannot be greater than endTime');
	}
	const limit = pageSize(params, SETTLEMENTS_MAX, SETTLEMENTS_MAX);
	const list = exchange.fundingHistory({ symbol, from, to, limit }).map(settlementBody);
	return { result: { category: 'linear', list } };
}

function riskLimits(exchange: Exchange, params: Params): RouteAnswer {
	const asked = category(params);
	if (asked !== 'linear') return { result: { category: asked, list: [] } };
	return { result: { category: asked, list: selected(exchange, params).map(riskLimitBody) } };
}

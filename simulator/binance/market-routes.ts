/**
 * Handles Binance's public endpoints, including the spot and wallet endpoints that a client trading perpetuals calls.
 */
import type { Exchange, Instrument } from '../core/types.ts';
import { BinanceRefusal, malformed } from './errors.ts';
import {
	bookBody,
	bookTickerBody,
	dayBody,
	exchangeInfoBody,
	fundingInfoBodies,
	openInterestBody,
	premiumBody,
	publicTradeBody,
	settledRateBody,
} from './market-bodies.ts';
import { priceText } from './numbers.ts';
import { instrumentNamed, type Params, requiredInstrument, rowLimit, text, whole } from './params.ts';
import type { PublicRoute } from './routes.ts';

const DEPTHS = [5, 10, 20, 50, 100, 500, 1_000];
const DEPTH_DEFAULT = 500;
const SETTLED_ROWS = 100;
const SETTLED_ROWS_MAX = 1_000;
const TRADES = 500;
const TRADES_MAX = 1_000;
/** Maximum rows read from the core to find the oldest rows in a window, because the core returns the newest first. */
const SCAN_ROWS_MAX = 20_000;

const ADL_RISK_MS = 30 * 60_000;

export const MARKET_ROUTES: Readonly<Record<string, PublicRoute>> = {
	'GET /fapi/v1/ping': () => ({}),
	'GET /fapi/v1/time': (exchange) => ({ serverTime: exchange.now() }),
	'GET /fapi/v1/exchangeInfo': exchangeInfoBody,
	'GET /fapi/v1/premiumIndex': oneOrAll(premiumBody),
	// Page "ADL Risk", read 2026-11: LOW, MEDIUM or HIGH, updated every 30 minutes. It depends on Binance's insurance
	// fund and on the concentration of positions, which the simulator does not have per contract.
	'GET /fapi/v1/symbolAdlRisk': oneOrAll((exchange, { symbol }) => ({
		symbol,
		adlRisk: 'LOW',
		updateTime: exchange.now() - (exchange.now() % ADL_RISK_MS),
	})),
	'GET /fapi/v1/fundingInfo': fundingInfoBodies,
	'GET /fapi/v1/fundingRate': settledRates,
	'GET /fapi/v1/depth': (exchange, params) => {
		const instrument = requiredInstrument(exchange, params);
		const limit = whole(params, 'limit') ?? DEPTH_DEFAULT;
		if (!DEPTHS.includes(limit)) throw new BinanceRefusal(-4021, `'${limit}' is not valid depth limit.`);
		return bookBody(instrument, exchange.book(instrument.symbol, limit), exchange.now());
	},
	'GET /fapi/v1/ticker/24hr': oneOrAll(dayBody),
	'GET /fapi/v1/ticker/price': oneOrAll(lastPriceBody),
	'GET /fapi/v2/ticker/price': oneOrAll(lastPriceBody),
	'GET /fapi/v1/ticker/bookTicker': oneOrAll(bookTickerBody),
	'GET /fapi/v1/openInterest': (exchange, params) =>
		openInterestBody(exchange, requiredInstrument(exchange, params)),
	'GET /fapi/v1/trades': (exchange, params) => {
		const instrument = requiredInstrument(exchange, params);
		const trades = exchange.publicTrades(instrument.symbol, rowLimit(params, TRADES, TRADES_MAX));
		return [...trades].reverse().map((trade) => publicTradeBody(instrument, trade));
	},
	'GET /fapi/v1/aggTrades': (exchange, params) => {
		const instrument = requiredInstrument(exchange, params);
		const trades = exchange.publicTrades(instrument.symbol, rowLimit(params, TRADES, TRADES_MAX));
		return [...trades].reverse().map((trade) => {
			const { id, price, qty, time, isBuyerMaker } = publicTradeBody(instrument, trade);
			return { a: id, p: price, q: qty, f: id, l: id, T: time, m: isBuyerMaker };
		});
	},
	'GET /sapi/v1/system/status': systemStatus,
	'GET /api/v3/ping': () => ({}),
	'GET /api/v3/time': (exchange) => ({ serverTime: exchange.now() }),
};

/**
 * Returns status 0 for normal or 1 for maintenance (wallet documentation, page "System Status"). Binance's response
 * contains neither the planned maintenance times nor a reason.
 */
function systemStatus(exchange: Exchange) {
	const now = exchange.now();
	const planned = exchange.announcements.maintenance().some(({ from, until }) => from <= now && now < until);
	const isDown = exchange.announcements.service().state !== 'open' || planned;
	return isDown ? { status: 1, msg: 'system_maintenance' } : { status: 0, msg: 'normal' };
}

function lastPriceBody(exchange: Exchange, instrument: Instrument) {
	const { last, at } = exchange.quote(instrument.symbol);
	return { symbol: instrument.symbol, price: priceText(instrument, last), time: at };
}

/**
 * Creates a handler that returns one object if the request names a symbol, otherwise an array with one object per
 * symbol.
 */
function oneOrAll(body: (exchange: Exchange, instrument: Instrument) => unknown): PublicRoute {
	return (exchange, params) => {
		const symbol = text(params, 'symbol');
		if (symbol !== undefined) return body(exchange, instrumentNamed(exchange, symbol));
		return exchange.instruments().map((instrument) => body(exchange, instrument));
	};
}

/**
 * Returns settled funding rates, oldest first. Without bounds it returns the latest rows. With a start time it
 * returns the first rows of the window, up to `limit` (page "Get Funding Rate History").
 */
function settledRates(exchange: Exchange, params: Params): unknown {
	const limit = rowLimit(params, SETTLED_ROWS, SETTLED_ROWS_MAX);
	const from = whole(params, 'startTime');
	const to = whole(params, 'endTime');
	if (from !== undefined && to !== undefined && from > to) throw malformed('startTime');
	const symbol = text(params, 'symbol');
	const instruments = symbol === undefined ? exchange.instruments() : [instrumentNamed(exchange, symbol)];
	const rows = instruments
		.flatMap((instrument) =>
			exchange.fundingHistory({
				symbol: instrument.symbol,
				from,
				to,
				limit: from === undefined ? limit : SCAN_ROWS_MAX,
			}),
		)
		.sort((a, b) => a.at - b.at);
	return (from === undefined ? rows.slice(-limit) : rows.slice(0, limit)).map(settledRateBody);
}

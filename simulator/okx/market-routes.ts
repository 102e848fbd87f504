/**
 * Handles OKX's public endpoints under `/public`, `/market` and `/system`. Only perpetuals are listed; lists of other
 * instrument types are empty.
 */
import type { Exchange } from '../core/types.ts';
import { emptyParameter, wrongParameter } from './errors.ts';
import {
	fundingBody,
	indexTickerBody,
	instrumentBody,
	levelsBody,
	markPriceBody,
	openInterestBody,
	positionTierBody,
	priceLimitBody,
	publicTradeBody,
	settledRateBody,
	statusRows,
	tickerBody,
} from './market-bodies.ts';
import { instant } from './numbers.ts';
import {
	familyOf,
	instrumentNamed,
	type Params,
	pageSize,
	requiredText,
	selected,
	text,
	whole,
} from './params.ts';
import type { PublicRoute } from './routes.ts';

const BOOK_LEVELS_MAX = 400;
const TRADES_MAX = 500;
const SETTLED_ROWS_MAX = 400;
/**
 * Maximum age of settled rates in a response: "This endpoint can return data up to three months" (page "Get funding
 * rate history", read 2026-11).
 */
const SETTLED_KEPT_MS = 92 * 86_400_000;
const ANY = 'ANY';

export const MARKET_ROUTES: Readonly<Record<string, PublicRoute>> = {
	'GET /api/v5/public/time': (exchange) => [{ ts: instant(exchange.now()) }],
	'GET /api/v5/public/instruments': (exchange, params) =>
		selected(exchange, params).map((instrument) => instrumentBody(exchange, instrument)),
	'GET /api/v5/public/mark-price': (exchange, params) =>
		selected(exchange, params).map((instrument) => markPriceBody(exchange, instrument)),
	'GET /api/v5/public/open-interest': (exchange, params) =>
		selected(exchange, params).map((instrument) => openInterestBody(exchange, instrument)),
	'GET /api/v5/public/funding-rate': fundingRates,
	'GET /api/v5/public/funding-rate-history': settledRates,
	'GET /api/v5/public/price-limit': (exchange, params) => [
		priceLimitBody(exchange, instrumentNamed(exchange, requiredText(params, 'instId'))),
	],
	'GET /api/v5/public/position-tiers': (exchange, params) => {
		if (!['isolated', 'cross'].includes(requiredText(params, 'tdMode'))) throw wrongParameter('tdMode');
		// An older version of the page says: "Either uly or instFamily is required".
		if ((text(params, 'instFamily') ?? text(params, 'uly')) === undefined) throw emptyParameter('instFamily');
		return selected(exchange, params).map(positionTierBody);
	},
	'GET /api/v5/public/underlying': (exchange, params) => [selected(exchange, params).map(familyOf)],
	'GET /api/v5/market/tickers': (exchange, params) =>
		selected(exchange, params).map((instrument) => tickerBody(exchange, instrument)),
	'GET /api/v5/market/ticker': (exchange, params) => [
		tickerBody(exchange, instrumentNamed(exchange, requiredText(params, 'instId'))),
	],
	'GET /api/v5/market/index-tickers': indexTickers,
	'GET /api/v5/market/books': book,
	'GET /api/v5/market/trades': (exchange, params) => {
		const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
		const limit = whole(params, 'limit') ?? 100;
		return exchange
			.publicTrades(instrument.symbol, Math.min(limit, TRADES_MAX))
			.map((trade) => publicTradeBody(instrument, trade));
	},
	'GET /api/v5/system/status': (exchange, params) => {
		const state = text(params, 'state');
		return statusRows(exchange.announcements, exchange.now()).filter((row) =>
			state === undefined ? row.state !== 'completed' : row.state === state,
		);
	},
};

/** Returns the funding rate of one perpetual, or of all for `ANY` (page "Get funding rate", read 2026-11). */
function fundingRates(exchange: Exchange, params: Params): readonly unknown[] {
	const instId = requiredText(params, 'instId');
	const instruments = instId === ANY ? exchange.instruments() : [instrumentNamed(exchange, instId)];
	return instruments.map((instrument) => fundingBody(exchange, instrument));
}

/**
 * Returns settled funding rates. `before` selects newer rows and `after` older ones; rows exactly at these times are
 * not included.
 */
function settledRates(exchange: Exchange, params: Params): readonly unknown[] {
	const { symbol } = instrumentNamed(exchange, requiredText(params, 'instId'));
	const newerThan = whole(params, 'before');
	const olderThan = whole(params, 'after');
	const keptFrom = exchange.now() - SETTLED_KEPT_MS;
	return exchange
		.fundingHistory({
			symbol,
			from: newerThan === undefined ? keptFrom : Math.max(keptFrom, newerThan + 1),
			to: olderThan === undefined ? undefined : olderThan - 1,
			limit: pageSize(params, SETTLED_ROWS_MAX),
		})
		.map(settledRateBody);
}

function indexTickers(exchange: Exchange, params: Params): readonly unknown[] {
	const index = text(params, 'instId');
	const quote = text(params, 'quoteCcy');
	if (index === undefined && quote === undefined) throw emptyParameter('quoteCcy or instId');
	const wanted = exchange
		.instruments()
		.filter((instrument) =>
			index === undefined ? instrument.quote === quote : familyOf(instrument) === index,
		);
	if (index !== undefined && wanted.length === 0) throw wrongParameter('instId');
	return wanted.map((instrument) => indexTickerBody(exchange, instrument));
}

function book(exchange: Exchange, params: Params): readonly unknown[] {
	const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
	const depth = whole(params, 'sz') ?? 1;
	if (depth < 1 || depth > BOOK_LEVELS_MAX) throw wrongParameter('sz');
	const { bids, asks, at, sequence } = exchange.book(instrument.symbol, depth);
	return [
		{
			asks: levelsBody(instrument, asks),
			bids: levelsBody(instrument, bids),
			ts: instant(at),
			seqId: sequence,
		},
	];
}

/**
 * Handles KuCoin's public endpoints, including the spot endpoints that clients request when they load markets. There
 * is no spot trading here, so the spot lists are empty.
 */
import {
	bookBody,
	contractBody,
	currencyBodies,
	currentFundingBody,
	markPriceBody,
	publicTradeBody,
	riskLimitBody,
	serviceBody,
	settledRateBody,
	tickerBody,
	unifiedFundingBody,
} from './market-bodies.ts';
import { instrumentNamed, requiredText, text, time } from './params.ts';
import type { PublicRoute } from './routes.ts';

const SNAPSHOT_LEVELS = 100;
const TRADES_MAX = 100;
const SETTLED_ROWS_MAX = 100;

export const MARKET_ROUTES: Readonly<Record<string, PublicRoute>> = {
	'GET /api/v1/timestamp': (exchange) => exchange.now(),
	'GET /api/v1/status': (exchange) => serviceBody(exchange, exchange.now()),
	'GET /api/v1/contracts/active': (exchange) =>
		exchange.instruments().map((instrument) => contractBody(exchange, instrument)),
	'GET /api/v1/contracts/{}': (exchange, _params, [symbol = '']) =>
		contractBody(exchange, instrumentNamed(exchange, symbol)),
	'GET /api/v1/ticker': (exchange, params) =>
		tickerBody(exchange, instrumentNamed(exchange, requiredText(params, 'symbol'))),
	'GET /api/v1/allTickers': (exchange) =>
		exchange.instruments().map((instrument) => tickerBody(exchange, instrument)),
	'GET /api/v1/level2/snapshot': (exchange, params) => book(exchange, params, SNAPSHOT_LEVELS),
	'GET /api/v1/level2/depth20': (exchange, params) => book(exchange, params, 20),
	'GET /api/v1/level2/depth100': (exchange, params) => book(exchange, params, 100),
	'GET /api/v1/trade/history': (exchange, params) => {
		const instrument = instrumentNamed(exchange, requiredText(params, 'symbol'));
		return exchange
			.publicTrades(instrument.symbol, TRADES_MAX)
			.map((trade) => publicTradeBody(instrument, trade));
	},
	'GET /api/v1/contracts/risk-limit/{}': (exchange, _params, [symbol = '']) => [
		riskLimitBody(instrumentNamed(exchange, symbol)),
	],
	'GET /api/v1/mark-price/{}/current': (exchange, _params, [symbol = '']) =>
		markPriceBody(exchange, instrumentNamed(exchange, symbol)),
	'GET /api/v1/funding-rate/{}/current': (exchange, _params, [symbol = '']) =>
		currentFundingBody(exchange, instrumentNamed(exchange, symbol)),
	'GET /api/v1/contract/funding-rates': (exchange, params) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		return exchange
			.fundingHistory({ symbol, from: time(params, 'from'), to: time(params, 'to'), limit: SETTLED_ROWS_MAX })
			.map(settledRateBody);
	},
	'GET /api/ua/v1/market/funding-rate': (exchange, params) => unified(exchange, params),
	'GET /api/ua/v2/market/funding-rate': (exchange, params) => unified(exchange, params),
	'GET /api/v2/symbols': () => [],
	'GET /api/v3/margin/symbols': () => ({ timestamp: 0, items: [] }),
	'GET /api/v1/isolated/symbols': () => [],
	'GET /api/v1/market/allTickers': (exchange) => ({ time: exchange.now(), ticker: [] }),
	'GET /api/v3/currencies': currencyBodies,
	'GET /api/v1/currencies': () => [],
};

function book(
	exchange: Parameters<PublicRoute>[0],
	params: Parameters<PublicRoute>[1],
	depth: number,
): unknown {
	const instrument = instrumentNamed(exchange, requiredText(params, 'symbol'));
	return bookBody(exchange, instrument, exchange.book(instrument.symbol, depth));
}

function unified(exchange: Parameters<PublicRoute>[0], params: Parameters<PublicRoute>[1]): unknown {
	const symbol = text(params, 'symbol');
	if (symbol !== undefined) return unifiedFundingBody(exchange, instrumentNamed(exchange, symbol));
	return exchange.instruments().map((instrument) => unifiedFundingBody(exchange, instrument));
}

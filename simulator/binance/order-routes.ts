/**
 * Handles Binance's signed order endpoints: placing, cancelling and querying orders, and listing trades and Binance's
 * own closing orders.
 */
import { type Decimal, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Instrument, Order, OrderRequest, Side, TimeInForce } from '../core/types.ts';
import { BinanceRefusal, malformed, missing, noSuchOrder, wouldNotFill, wouldTake } from './errors.ts';
import { forcedOrderBody, newOrderBody, orderBody, tradeBody } from './order-bodies.ts';
import {
	decimal,
	flag,
	instrumentNamed,
	type Params,
	requiredInstrument,
	requiredText,
	rowLimit,
	text,
	timeWindow,
	whole,
} from './params.ts';
import { reads, type SignedRoute, trades } from './routes.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const ROWS = 500;
const ROWS_MAX = 1_000;
const FORCED_ROWS = 50;
const FORCED_ROWS_MAX = 100;
const SCAN_ROWS_MAX = 20_000;
const BOOK_LEVELS = 1_000;
/** Form of a client order id. The page "New Order" gives `^[\.A-Z\:/a-z0-9_-]{1,36}$`. */
const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;
/**
 * A finished order without a fill can be queried for three days, any other finished order for ninety (page "Query
 * Order").
 */
const UNFILLED_KEPT_MS = 3 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;

export const ORDER_ROUTES: Readonly<Record<string, SignedRoute>> = {
	'POST /fapi/v1/order': trades((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const request = orderRequest(instrument, params);
		if (exchange.notes.isHedged(key.accountId)) throw otherPositionSide();
		checkAgainstBook(exchange, request);
		return newOrderBody(instrument, exchange.placeOrder(key.accountId, request));
	}),
	'POST /fapi/v1/order/test': trades((exchange, params) => {
		orderRequest(requiredInstrument(exchange, params), params);
		return {};
	}),
	'GET /fapi/v1/order': reads((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const order = exchange.order(key.accountId, orderKey(params));
		if (order === undefined || order.request.symbol !== instrument.symbol || isForgotten(exchange, order))
			throw noSuchOrder();
		return orderBody(instrument, order);
	}),
	'GET /fapi/v1/openOrder': reads((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const order = exchange.order(key.accountId, orderKey(params));
		if (order === undefined || order.request.symbol !== instrument.symbol || !isOpen(order))
			throw noSuchOrder();
		return orderBody(instrument, order);
	}),
	'DELETE /fapi/v1/order': trades((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const canceled = exchange.cancelOrder(key.accountId, { ...orderKey(params), symbol: instrument.symbol });
		return newOrderBody(instrument, exchange.order(key.accountId, { orderId: canceled.id }) ?? canceled);
	}),
	'DELETE /fapi/v1/allOpenOrders': trades((exchange, params, key) => {
		exchange.cancelAllOrders(key.accountId, requiredInstrument(exchange, params).symbol);
		return { code: 200, msg: 'The operation of cancel all open order is done.' };
	}),
	'GET /fapi/v1/openOrders': reads((exchange, params, key) => {
		const symbol = text(params, 'symbol');
		if (symbol !== undefined) instrumentNamed(exchange, symbol);
		return exchange
			.openOrders(key.accountId, symbol)
			.map((order) => orderBody(instrumentNamed(exchange, order.request.symbol), order));
	}),
	// Conditional orders have their own service since 2025-12 (page "Change Log") and are not simulated.
	'GET /fapi/v1/openAlgoOrders': reads(() => []),
	'GET /fapi/v1/allOrders': reads((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const window = timeWindow(params, exchange.now(), WEEK_MS);
		const firstId = whole(params, 'orderId') ?? 0;
		const rows = exchange
			.orderHistory(key.accountId, {
				symbol: instrument.symbol,
				...(firstId > 0 ? {} : window),
				limit: SCAN_ROWS_MAX,
				finishedOnly: false,
			})
			.filter((order) => Number(order.id) >= firstId && !isForgotten(exchange, order))
			.sort((a, b) => Number(a.id) - Number(b.id));
		return page(rows, params, firstId > 0).map((order) => orderBody(instrument, order));
	}),
	'GET /fapi/v1/userTrades': reads((exchange, params, key) => {
		const instrument = requiredInstrument(exchange, params);
		const fromId = whole(params, 'fromId');
		const orderId = text(params, 'orderId');
		// Requests by order id or by first trade id (`fromId`) have no time window (page "Account Trade List").
		const window =
			fromId === undefined && orderId === undefined ? timeWindow(params, exchange.now(), WEEK_MS) : {};
		const rows = exchange
			.fills(key.accountId, { symbol: instrument.symbol, ...window, limit: SCAN_ROWS_MAX, orderId })
			.filter((fill) => Number(fill.id) >= (fromId ?? 0))
			.sort((a, b) => Number(a.id) - Number(b.id));
		const fromStart = fromId !== undefined || text(params, 'startTime') !== undefined;
		return page(rows, params, fromStart).map((fill) => tradeBody(exchange, fill));
	}),
	'GET /fapi/v1/forceOrders': reads((exchange, params, key) => {
		const symbol = text(params, 'symbol');
		const kind = text(params, 'autoCloseType');
		if (kind !== undefined && kind !== 'LIQUIDATION' && kind !== 'ADL') throw malformed('autoCloseType');
		const window = timeWindow(params, exchange.now(), WEEK_MS);
		// Binance does not document whether the list includes delisting orders. The simulator includes them if the
		// request names no type.
		const origins = kind === undefined ? ['liquidation', 'adl', 'delisting'] : [kind.toLowerCase()];
		return exchange
			.orderHistory(key.accountId, { symbol, ...window, limit: SCAN_ROWS_MAX, finishedOnly: false })
			.filter((order) => origins.includes(order.origin))
			.slice(0, rowLimit(params, FORCED_ROWS, FORCED_ROWS_MAX))
			.map((order) => forcedOrderBody(instrumentNamed(exchange, order.request.symbol), order));
	}),
};

/** Cuts a page from rows sorted oldest first: the first rows if the request has a start, otherwise the latest. */
function page<Row>(rows: readonly Row[], params: Params, fromStart: boolean): readonly Row[] {
	const limit = rowLimit(params, ROWS, ROWS_MAX);
	return fromStart ? rows.slice(0, limit) : rows.slice(-limit);
}

function isOpen(order: Order): boolean {
	return order.status === 'open' || order.status === 'partiallyFilled';
}

function isForgotten(exchange: Exchange, order: Order): boolean {
	if (isOpen(order)) return false;
	const age = exchange.now() - order.createdAt;
	return age > KEPT_MS || (order.filledQuantity === ZERO && age > UNFILLED_KEPT_MS);
}

function orderKey(params: Params): { readonly orderId?: string; readonly clientOrderId?: string } {
	const orderId = text(params, 'orderId');
	if (orderId !== undefined) return { orderId };
	const clientOrderId = text(params, 'origClientOrderId');
	if (clientOrderId === undefined)
		throw new BinanceRefusal(
			-1102,
			"Param 'origClientOrderId' or 'orderId' must be sent, but both were empty/null!",
		);
	return { clientOrderId };
}

/** @throws BinanceRefusal if Binance's own parameter checks fail; the core checks the rest */
function orderRequest(instrument: Instrument, params: Params): OrderRequest {
	const kind = kindOf(params);
	const clientOrderId = text(params, 'newClientOrderId');
	if (clientOrderId !== undefined && !CLIENT_ID.test(clientOrderId))
		throw new BinanceRefusal(-4015, 'Client order id is not valid.');
	const positionSide = text(params, 'positionSide') ?? 'BOTH';
	if (positionSide !== 'BOTH') throw otherPositionSide();
	const responseType = text(params, 'newOrderRespType') ?? 'ACK';
	if (responseType !== 'ACK' && responseType !== 'RESULT')
		throw new BinanceRefusal(-1136, 'Invalid newOrderRespType.');
	const quantity = decimal(params, 'quantity');
	if (quantity === undefined) throw missing('quantity');
	const price = decimal(params, 'price');
	if (kind === 'limit' && price === undefined) throw missing('price');
	if (price !== undefined && price <= ZERO) throw new BinanceRefusal(-4001, 'Price less than 0.');
	return {
		symbol: instrument.symbol,
		side: sideOf(params),
		kind,
		quantity,
		price: kind === 'limit' ? price : undefined,
		timeInForce: timeInForceOf(params, kind),
		reduceOnly: flag(params, 'reduceOnly'),
		clientOrderId,
		leverage: undefined,
		marginMode: undefined,
	};
}

/**
 * Returns the refusal of an order with a hedge-mode position side. The simulator cannot trade such an order, because
 * it keeps one position per contract.
 */
function otherPositionSide(): BinanceRefusal {
	return new BinanceRefusal(-4061, "Order's position side does not match user's setting.");
}

/** Conditional orders have their own endpoints since 2025-12 (page "Change Log") and are not simulated. */
function kindOf(params: Params): 'limit' | 'market' {
	const type = requiredText(params, 'type');
	if (type === 'LIMIT') return 'limit';
	if (type === 'MARKET') return 'market';
	if (/^(?:STOP|TAKE_PROFIT|TRAILING_STOP)/.test(type))
		throw new BinanceRefusal(
			-4120,
			'Order type not supported for this endpoint. Please use the Algo Order API endpoints instead.',
		);
	throw new BinanceRefusal(-1116, 'Invalid orderType.');
}

function sideOf(params: Params): Side {
	const side = requiredText(params, 'side');
	if (side === 'BUY') return 'buy';
	if (side === 'SELL') return 'sell';
	throw new BinanceRefusal(-1117, 'Invalid side.');
}

function timeInForceOf(params: Params, kind: 'limit' | 'market'): TimeInForce {
	const value = text(params, 'timeInForce');
	if (kind === 'market') {
		if (value !== undefined)
			throw new BinanceRefusal(-1106, "Parameter 'timeInForce' sent when not required.");
		return 'IOC';
	}
	if (value === undefined) throw missing('timeInForce');
	if (value === 'GTX') return 'PostOnly';
	if (value === 'GTC' || value === 'IOC' || value === 'FOK') return value;
	throw new BinanceRefusal(-1115, 'Invalid timeInForce.');
}

/**
 * Refuses a post-only order that would take liquidity, and a fill-or-kill order that the book cannot fill completely.
 * The exchange records neither of them.
 */
function checkAgainstBook(exchange: Exchange, request: OrderRequest): void {
	const { timeInForce, price, side, quantity, symbol } = request;
	if (price === undefined || (timeInForce !== 'PostOnly' && timeInForce !== 'FOK')) return;
	const book = exchange.book(symbol, BOOK_LEVELS);
	let fillable: Decimal = ZERO;
	for (const [level, offered] of side === 'buy' ? book.asks : book.bids) {
		if (side === 'buy' ? level > price : level < price) break;
		fillable = (fillable + offered) as Decimal;
	}
	if (timeInForce === 'PostOnly' && fillable > ZERO) throw wouldTake();
	if (timeInForce === 'FOK' && fillable < quantity) throw wouldNotFill();
}

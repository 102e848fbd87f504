/** Handles Bybit's REST endpoints for orders and executions. */
import { sub, sum, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import type { Exchange, Fill, Instrument, Order, OrderRequest, TimeInForce } from '../core/types.ts';
import { BybitRefusal, paramsError } from './errors.ts';
import {
	EXECUTION_TYPE,
	type Execution,
	executionBody,
	fundingBody,
	isFinished,
	orderBody,
} from './order-bodies.ts';
import {
	type Cursor,
	category,
	cutPage,
	DAY_MS,
	flag,
	oneOf,
	type Params,
	pageSize,
	positiveDecimal,
	readCursor,
	requiredText,
	type TimeWindow,
	text,
	timeWindow,
} from './params.ts';
import type { PrivateRoute, RouteAnswer } from './routes.ts';

const WEEK_MS = 7 * DAY_MS;
const ORDERS_DEFAULT = 20;
const ORDERS_MAX = 50;
const EXECUTIONS_DEFAULT = 50;
const EXECUTIONS_MAX = 100;

/** Number of finished orders that `/v5/order/realtime` still returns. */
const RECENT_FINISHED_MAX = 500;

/** Maximum rows of one time window that a client can page through. */
const WINDOW_ROWS_MAX = 50_000;

export const ORDER_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /v5/order/create': createOrder,
	'POST /v5/order/cancel': cancelOrder,
	'POST /v5/order/cancel-all': cancelAllOrders,
	'GET /v5/order/realtime': realtimeOrders,
	'GET /v5/order/history': orderHistory,
	'GET /v5/execution/list': executions,
};

/**
 * Order parameters that the simulator does not support. It refuses them, so that no client relies on a feature that
 * has no effect.
 */
const UNSIMULATED = [
	'triggerPrice',
	'takeProfit',
	'stopLoss',
	'tpslMode',
	'slippageToleranceType',
	'bboSideType',
	'orderIv',
] as const;

const ORDER_LINK_ID = /^[A-Za-z0-9_-]{1,36}$/;

function createOrder(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	requireLinear(params);
	const instrument = requireInstrument(exchange, params);
	for (const name of UNSIMULATED) {
		if (text(params, name) !== undefined) throw paramsError(`${name} is not simulated`);
	}
	const index = text(params, 'positionIdx') ?? '0';
	if (index !== '0' || exchange.notes.isHedged(key.accountId))
		throw new BybitRefusal(10001, 'position idx not match position mode');
	const order = exchange.placeOrder(key.accountId, readOrder(instrument, params));
	return { result: { orderId: order.id, orderLinkId: order.request.clientOrderId ?? '' } };
}

function readOrder(instrument: Instrument, params: Params): OrderRequest {
	const side = oneOf(params, 'side', ['Buy', 'Sell']);
	const kind = oneOf(params, 'orderType', ['Market', 'Limit']);
	const quantity = positiveDecimal(params, 'qty', 'Qty');
	if (quantity === undefined) throw paramsError('Qty invalid');
	const price = kind === 'Market' ? undefined : positiveDecimal(params, 'price', 'Price');
	const clientOrderId = text(params, 'orderLinkId');
	if (clientOrderId !== undefined && !ORDER_LINK_ID.test(clientOrderId)) {
		throw paramsError('OrderLinkId invalid: at most 36 letters, digits, dashes and underscores');
	}
	return {
		symbol: instrument.symbol,
		side: side === 'Buy' ? 'buy' : 'sell',
		kind: kind === 'Market' ? 'market' : 'limit',
		quantity,
		price,
		timeInForce: kind === 'Market' ? 'IOC' : readTimeInForce(params),
		reduceOnly: flag(params, 'reduceOnly') || flag(params, 'closeOnTrigger'),
		clientOrderId,
		leverage: undefined,
		marginMode: undefined,
	};
}

function readTimeInForce(params: Params): TimeInForce {
	if (text(params, 'timeInForce') === undefined) return 'GTC';
	return oneOf(params, 'timeInForce', ['GTC', 'IOC', 'FOK', 'PostOnly']);
}

/**
 * Returns the id that identifies the order; undefined if the request has none. `orderId` takes precedence over
 * `orderLinkId`.
 */
function orderKey(params: Params): { orderId?: string; clientOrderId?: string } | undefined {
	const orderId = text(params, 'orderId');
	if (orderId !== undefined) return { orderId };
	const clientOrderId = text(params, 'orderLinkId');
	return clientOrderId === undefined ? undefined : { clientOrderId };
}

function cancelOrder(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	requireLinear(params);
	const { symbol } = requireInstrument(exchange, params);
	const wanted = orderKey(params);
	if (wanted === undefined) throw paramsError('OrderId or orderLinkId is required');
	const order = exchange.cancelOrder(key.accountId, { ...wanted, symbol });
	return { result: { orderId: order.id, orderLinkId: order.request.clientOrderId ?? '' } };
}

function cancelAllOrders(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	requireLinear(params);
	const symbols = scope(exchange, params);
	const canceled =
		symbols === undefined
			? exchange.cancelAllOrders(key.accountId, undefined)
			: [...symbols].flatMap((symbol) => [...exchange.cancelAllOrders(key.accountId, symbol)]);
	const list = canceled.map((order) => ({
		orderId: order.id,
		orderLinkId: order.request.clientOrderId ?? '',
	}));
	return { result: { list, success: '1' } };
}

/**
 * Returns the symbols that a request selects, or undefined for all symbols. `symbol` takes precedence over
 * `baseCoin`, and `baseCoin` over `settleCoin`.
 * @throws BybitRefusal 10001 if none of the three is given
 */
function scope(exchange: Exchange, params: Params): ReadonlySet<string> | undefined {
	if (text(params, 'symbol') !== undefined) return new Set([requireInstrument(exchange, params).symbol]);
	const base = text(params, 'baseCoin');
	if (base !== undefined) return symbolsOfBase(exchange, base);
	const settle = text(params, 'settleCoin');
	if (settle === undefined) {
		throw paramsError('Missing some parameters that must be filled in, symbol or settleCoin or baseCoin');
	}
	return settle === 'USDT' ? undefined : new Set();
}

function symbolsOfBase(exchange: Exchange, base: string): ReadonlySet<string> {
	const ofBase = exchange.instruments().filter((instrument) => instrument.base === base);
	return new Set(ofBase.map((instrument) => instrument.symbol));
}

/** Lists open orders, the recently finished ones (`openOnly` 1), or one order of any status by id. */
function realtimeOrders(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked = category(params);
	const size = pageSize(params, ORDERS_DEFAULT, ORDERS_MAX);
	if (asked !== 'linear') return { result: { list: [], nextPageCursor: '', category: asked } };
	const wanted = orderKey(params);
	let orders: readonly Order[];
	if (wanted !== undefined) {
		orders = oneRecentOrder(exchange, key.accountId, wanted);
	} else {
		const symbols = scope(exchange, params);
		const finished = text(params, 'openOnly') === '1';
		const all = finished
			? recentFinished(exchange, key.accountId)
			: [...exchange.openOrders(key.accountId, undefined)].sort((a, b) => b.createdAt - a.createdAt);
		orders = all.filter((order) => symbols === undefined || symbols.has(order.request.symbol));
	}
	return orderPage(exchange, orders, readCursor(params) ?? { offset: 0, to: exchange.now() }, size);
}

function recentFinished(exchange: Exchange, accountId: string): readonly Order[] {
	return exchange.orderHistory(accountId, { finishedOnly: true, limit: RECENT_FINISHED_MAX });
}

function oneRecentOrder(
	exchange: Exchange,
	accountId: string,
	key: { orderId?: string; clientOrderId?: string },
): readonly Order[] {
	const order = exchange.order(accountId, key);
	if (order === undefined) return [];
	if (!isFinished(order)) return [order];
	const known = recentFinished(exchange, accountId).some((recent) => recent.id === order.id);
	return known ? [order] : [];
}

function orderPage(exchange: Exchange, orders: readonly Order[], cursor: Cursor, size: number): RouteAnswer {
	const page = cutPage(orders, cursor, size);
	const list = page.rows.map((order) => orderBody(listed(exchange, order.request.symbol), order));
	return { result: { list, nextPageCursor: page.nextPageCursor, category: 'linear' } };
}

/**
 * Lists the finished orders of a window of at most a week, by default the last week. Orders that ended without a fill
 * disappear after a day.
 */
function orderHistory(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked = category(params);
	const size = pageSize(params, ORDERS_DEFAULT, ORDERS_MAX);
	if (asked !== 'linear') return { result: { list: [], nextPageCursor: '', category: asked } };
	const now = exchange.now();
	const cursor = readCursor(params);
	const window = cursorWindow(timeWindow(params, now, WEEK_MS), cursor);
	const wanted = orderKey(params);
	const symbols = optionalScope(exchange, params);
	const rows = (
		wanted === undefined
			? exchange.orderHistory(key.accountId, { ...window, finishedOnly: true, limit: WINDOW_ROWS_MAX })
			: finishedOrder(exchange, key.accountId, wanted)
	)
		.filter((order) => symbols === undefined || wanted !== undefined || symbols.has(order.request.symbol))
		.filter((order) => order.filledQuantity > ZERO || order.updatedAt > now - DAY_MS);
	return orderPage(exchange, rows, cursor ?? { offset: 0, to: window.to }, size);
}

function finishedOrder(
	exchange: Exchange,
	accountId: string,
	key: { orderId?: string; clientOrderId?: string },
): readonly Order[] {
	const order = exchange.order(accountId, key);
	return order !== undefined && isFinished(order) ? [order] : [];
}

/** Returns the selected symbols like `scope`, but selects all symbols if the request has no filter. */
function optionalScope(exchange: Exchange, params: Params): ReadonlySet<string> | undefined {
	const given = ['symbol', 'baseCoin', 'settleCoin'].some((name) => text(params, name) !== undefined);
	return given ? scope(exchange, params) : undefined;
}

/**
 * Caps `window` at the end of the first page's window, which the cursor carries, so that all pages cover the same
 * period.
 */
function cursorWindow(window: TimeWindow, cursor: Cursor | undefined): TimeWindow {
	return cursor === undefined ? window : { from: window.from, to: Math.min(window.to, cursor.to) };
}

type ExecutionRow = { readonly at: number; readonly body: () => Record<string, unknown> };

function executions(exchange: Exchange, params: Params, key: ApiKey): RouteAnswer {
	const asked = category(params);
	const size = pageSize(params, EXECUTIONS_DEFAULT, EXECUTIONS_MAX);
	if (asked !== 'linear') return { result: { nextPageCursor: '', category: asked, list: [] } };
	const cursor = readCursor(params);
	const window = cursorWindow(timeWindow(params, exchange.now(), WEEK_MS), cursor);
	const type = text(params, 'execType');
	const wanted = orderKey(params);
	const symbols = wanted === undefined ? optionalScope(exchange, params) : undefined;
	const rows = [
		...fillRows(exchange, key.accountId, window, wanted, type),
		...(wanted === undefined ? fundingRows(exchange, key.accountId, window, type) : []),
	]
		.filter((row) => symbols === undefined || symbols.has(row.symbol))
		.sort((a, b) => b.at - a.at);
	const page = cutPage(rows, cursor ?? { offset: 0, to: window.to }, size);
	const list = page.rows.map((row) => row.body());
	return { result: { nextPageCursor: page.nextPageCursor, category: 'linear', list } };
}

type SymbolRow = ExecutionRow & { readonly symbol: string };

function fillRows(
	exchange: Exchange,
	accountId: string,
	window: TimeWindow,
	wanted: { orderId?: string; clientOrderId?: string } | undefined,
	type: string | undefined,
): SymbolRow[] {
	const fills = exchange
		.fills(accountId, { ...window, ...wanted, limit: WINDOW_ROWS_MAX })
		.filter((fill) => type === undefined || type === EXECUTION_TYPE[fill.origin]);
	return fills.map((fill) => ({
		at: fill.at,
		symbol: fill.symbol,
		body: () => executionBody(executionOf(exchange, fill)),
	}));
}

/** Returns a fill with its order and the quantity remaining after it. */
function executionOf(exchange: Exchange, fill: Fill): Execution {
	const { accountId, orderId } = fill;
	const order = exchange.order(accountId, { orderId });
	if (order === undefined) throw new Error(`Fill ${fill.id} has no order.`);
	const ofOrder = exchange.fills(accountId, { orderId, limit: WINDOW_ROWS_MAX });
	const index = ofOrder.findIndex((other) => other.id === fill.id);
	// Fills are newest first, so the rows from `index` to the end are this fill and all earlier ones.
	const filled = sum(ofOrder.slice(index).map((earlier) => earlier.quantity));
	return {
		instrument: listed(exchange, fill.symbol),
		fill,
		order,
		leaves: sub(order.request.quantity, filled),
	};
}

function fundingRows(
	exchange: Exchange,
	accountId: string,
	window: TimeWindow,
	type: string | undefined,
): SymbolRow[] {
	if (type !== undefined && type !== 'Funding') return [];
	const account = exchange.account(accountId);
	return exchange.fundingPayments(accountId, { ...window, limit: WINDOW_ROWS_MAX }).map((payment) => ({
		at: payment.at,
		symbol: payment.symbol,
		body: () => fundingBody(listed(exchange, payment.symbol), payment, account),
	}));
}

function requireLinear(params: Params): void {
	if (category(params) !== 'linear') throw paramsError('Illegal category: only linear is traded here');
}

/** @throws BybitRefusal 10001 with the trade endpoints' message */
export function requireInstrument(exchange: Exchange, params: Params): Instrument {
	const symbol = requiredText(params, 'symbol');
	const instrument = exchange.instrument(symbol);
	if (instrument === undefined) throw paramsError(`symbol invalid ${symbol.slice(0, 40)}`);
	return instrument;
}

/**
 * Returns the instrument of an order or fill. @throws Error if it is not listed, which would be a fault of the
 * simulator
 */
export function listed(exchange: Exchange, symbol: string): Instrument {
	const instrument = exchange.instrument(symbol);
	if (instrument === undefined) throw new Error(`A row of ${symbol}, which is not listed.`);
	return instrument;
}

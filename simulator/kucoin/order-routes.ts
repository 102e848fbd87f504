/**
 * Handles KuCoin's private order endpoints: placing, cancelling, querying and listing orders, and listing fills.
 * Sizes are in lots.
 */
import { type Decimal, fromInteger, ONE } from '../../src/domain/decimal.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type MarginMode,
	type Order,
	type OrderRequest,
	type Side,
	type TimeInForce,
} from '../core/types.ts';
import { fillBody, orderBody } from './account-bodies.ts';
import { invalidParameter, KucoinRefusal, toKucoinRefusal } from './errors.ts';
import { baseUnits } from './numbers.ts';
import { decimal, flag, instrumentNamed, type Params, requiredText, text, time, whole } from './params.ts';
import type { PrivateRoute } from './routes.ts';

const CLIENT_ID_LENGTH_MAX = 40;
const PAGE_ROWS = 50;
const PAGE_ROWS_MAX = 1_000;
const SCAN_ROWS_MAX = 5_000;
const DAY_MS = 86_400_000;

export const ORDER_ROUTES: Readonly<Record<string, PrivateRoute>> = {
	'POST /api/v1/orders': (exchange, params, _path, key) => ({
		orderId: exchange.placeOrder(key.accountId, orderRequest(exchange, params, key.accountId)).id,
		clientOid: text(params, 'clientOid') ?? '',
	}),
	'POST /api/v1/orders/test': (exchange, params, _path, key) => {
		const request = orderRequest(exchange, params, key.accountId);
		return { orderId: '0', clientOid: request.clientOrderId ?? '' };
	},
	'DELETE /api/v1/orders/multi-cancel': (exchange, params, _path, key) =>
		cancelEach(exchange, params, key.accountId),
	'DELETE /api/v1/orders/client-order/{}': (exchange, params, [clientOrderId = ''], key) => {
		const { symbol } = instrumentNamed(exchange, requiredText(params, 'symbol'));
		exchange.cancelOrder(key.accountId, { clientOrderId, symbol });
		return { clientOid: clientOrderId };
	},
	'DELETE /api/v1/orders/{}': (exchange, _params, [orderId = ''], key) => ({
		cancelledOrderIds: [exchange.cancelOrder(key.accountId, { orderId }).id],
	}),
	'DELETE /api/v1/orders': (exchange, params, _path, key) => ({
		cancelledOrderIds: exchange
			.cancelAllOrders(key.accountId, text(params, 'symbol'))
			.map((order) => order.id),
	}),
	'DELETE /api/v3/orders': (exchange, params, _path, key) => ({
		cancelledOrderIds: exchange
			.cancelAllOrders(key.accountId, text(params, 'symbol'))
			.map((order) => order.id),
	}),
	'GET /api/v1/orders/byClientOid': (exchange, params, _path, key) =>
		found(exchange, exchange.order(key.accountId, { clientOrderId: requiredText(params, 'clientOid') })),
	'GET /api/v1/orders': (exchange, params, _path, key) => orderList(exchange, params, key.accountId),
	'GET /api/v1/orders/{}': (exchange, _params, [orderId = ''], key) =>
		found(exchange, exchange.order(key.accountId, { orderId })),
	'GET /api/v1/recentDoneOrders': (exchange, params, _path, key) => {
		const from = exchange.now() - DAY_MS;
		return exchange
			.orderHistory(key.accountId, {
				symbol: text(params, 'symbol'),
				from,
				limit: PAGE_ROWS_MAX,
				finishedOnly: true,
			})
			.map((order) => bodyOf(exchange, order));
	},
	'GET /api/v1/fills': (exchange, params, _path, key) => fillList(exchange, params, key.accountId),
	'GET /api/v1/recentFills': (exchange, params, _path, key) => {
		const from = exchange.now() - DAY_MS;
		return exchange
			.fills(key.accountId, { symbol: text(params, 'symbol'), from, limit: PAGE_ROWS_MAX })
			.map((fill) => fillBody(instrumentNamed(exchange, fill.symbol), fill));
	},
};

/** @throws KucoinRefusal if KuCoin's own parameter checks fail; the core checks the rest */
function orderRequest(exchange: Exchange, params: Params, accountId: string): OrderRequest {
	const instrument = instrumentNamed(exchange, requiredText(params, 'symbol'));
	const clientOrderId = requiredText(params, 'clientOid');
	if (clientOrderId.length > CLIENT_ID_LENGTH_MAX)
		throw invalidParameter(`clientOid parameter is longer than ${CLIENT_ID_LENGTH_MAX} characters.`);
	const kind = text(params, 'type') ?? 'limit';
	if (kind !== 'limit' && kind !== 'market') throw invalidParameter('type parameter invalid.');
	const reduceOnly = flag(params, 'reduceOnly') || flag(params, 'closeOrder');
	const size = decimal(params, 'size');
	if (size === undefined) throw invalidParameter('size parameter cannot be empty.');
	if (size < ONE || size % ONE !== 0n)
		throw invalidParameter('Quantity parameter must be a whole number of lots, at least 1.');
	const price = decimal(params, 'price');
	if (kind === 'limit' && (price === undefined || price <= 0n))
		throw invalidParameter('Price parameter cannot be empty for a limit order.');
	for (const unsupported of ['stop', 'stopPrice', 'valueQty', 'qty', 'iceberg', 'hidden']) {
		if (params[unsupported] !== undefined && params[unsupported] !== false && params[unsupported] !== '')
			throw invalidParameter(`${unsupported} parameter is not supported by this exchange.`);
	}
	checkPositionSide(exchange, params, accountId);
	return {
		symbol: instrument.symbol,
		side: sideOf(params),
		kind,
		quantity: baseUnits(instrument, size),
		price: kind === 'limit' ? price : undefined,
		timeInForce: timeInForceOf(params),
		reduceOnly,
		clientOrderId,
		leverage: leverageOf(params, reduceOnly),
		marginMode: marginModeOf(exchange, params, accountId, instrument.symbol),
	};
}

function sideOf(params: Params): Side {
	const side = requiredText(params, 'side');
	if (side === 'buy' || side === 'sell') return side;
	throw invalidParameter('side parameter invalid.');
}

function timeInForceOf(params: Params): TimeInForce {
	const timeInForce = text(params, 'timeInForce') ?? 'GTC';
	if (timeInForce !== 'GTC' && timeInForce !== 'IOC')
		throw invalidParameter('timeInForce parameter invalid.');
	if (!flag(params, 'postOnly')) return timeInForce;
	if (timeInForce === 'IOC') throw invalidParameter('postOnly is not allowed together with IOC.');
	return 'PostOnly';
}

/** Returns the order's leverage. Every order except a reduce-only one must specify it. */
function leverageOf(params: Params, reduceOnly: boolean): Decimal | undefined {
	const leverage = decimal(params, 'leverage');
	if (leverage === undefined && !reduceOnly) throw invalidParameter('leverage parameter cannot be empty.');
	if (leverage !== undefined && leverage < fromInteger(1))
		throw invalidParameter('leverage parameter invalid.');
	// "leverage | integer" (page "Add Order", read 2026-11).
	if (leverage !== undefined && leverage % fromInteger(1) !== 0n)
		throw invalidParameter('leverage parameter must be a whole number.');
	return leverage;
}

/**
 * Returns the margin mode, isolated by default. It must equal the symbol's mode (page "Add Order", marginMode, read
 * 2026-11).
 */
function marginModeOf(exchange: Exchange, params: Params, accountId: string, symbol: string): MarginMode {
	const mode = text(params, 'marginMode') ?? 'ISOLATED';
	if (mode !== 'ISOLATED' && mode !== 'CROSS') throw invalidParameter('marginMode parameter invalid.');
	const wanted = mode === 'CROSS' ? 'cross' : 'isolated';
	if (wanted !== exchange.marginMode(accountId, symbol))
		throw new KucoinRefusal(
			'330005',
			"The order's margin mode does not match the selected one. Please switch and try again.",
		);
	return wanted;
}

/**
 * Checks the position side. The default is `BOTH`, which is valid only in one-way mode (page "Add Order",
 * positionSide, read 2026-11). In hedge mode, orders are refused with any side, because the core keeps one position
 * per contract.
 */
function checkPositionSide(exchange: Exchange, params: Params, accountId: string): void {
	const side = text(params, 'positionSide') ?? 'BOTH';
	if (side !== 'BOTH' && side !== 'LONG' && side !== 'SHORT')
		throw invalidParameter('positionSide parameter invalid.');
	const isHedged = exchange.notes.isHedged(accountId);
	if (side !== 'BOTH' && !isHedged)
		throw new KucoinRefusal(
			'330011',
			'Your order is in Hedge Mode, while your account is set to One-Way Mode. Update your settings so they match and try again.',
		);
	if (side === 'BOTH' && isHedged)
		throw new KucoinRefusal(
			'330012',
			'Your order is in One-Way Mode, while your account is set to Hedge Mode. Update your settings so they match and try again.',
		);
	if (isHedged) throw invalidParameter('positionSide: this exchange keeps no positions by side.');
}

/**
 * Cancels orders and returns one row per order, in request order. If an order cannot be cancelled, its row says so
 * (page "Batch Cancel Orders", read 2026-11).
 */
function cancelEach(exchange: Exchange, params: Params, accountId: string): unknown {
	const byOrderId = listOf(params.orderIdsList).map((orderId) => ({ orderId: String(orderId) }));
	const byClientId = listOf(params.clientOidsList).map((given) => {
		const named = given as Params | null;
		return {
			clientOrderId: requiredText(named ?? {}, 'clientOid'),
			symbol: requiredText(named ?? {}, 'symbol'),
		};
	});
	const keys = [...byOrderId, ...byClientId];
	if (keys.length === 0) throw invalidParameter('orderIdsList and clientOidsList cannot both be empty.');
	return keys.map((key) => {
		const ids =
			'orderId' in key
				? { orderId: key.orderId, clientOid: null }
				: { orderId: null, clientOid: key.clientOrderId };
		try {
			exchange.cancelOrder(accountId, key);
			return { ...ids, code: '200', msg: 'success' };
		} catch (error) {
			if (!(error instanceof ExchangeRefusal)) throw error;
			const { code, message } = toKucoinRefusal(error);
			return { ...ids, code, msg: message };
		}
	});
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function found(exchange: Exchange, order: Order | undefined): unknown {
	if (order === undefined) throw new KucoinRefusal('100001', 'error.getOrder.orderNotExist');
	return bodyOf(exchange, order);
}

function bodyOf(exchange: Exchange, order: Order) {
	return orderBody(instrumentNamed(exchange, order.request.symbol), order);
}

function orderList(exchange: Exchange, params: Params, accountId: string): unknown {
	const symbol = text(params, 'symbol');
	const active = text(params, 'status') === 'active';
	const range = { symbol, from: time(params, 'startAt'), to: time(params, 'endAt'), limit: SCAN_ROWS_MAX };
	const orders = active
		? exchange.openOrders(accountId, symbol)
		: exchange.orderHistory(accountId, { ...range, finishedOnly: text(params, 'status') === 'done' });
	const side = text(params, 'side');
	return pageOf(
		orders.filter((order) => side === undefined || order.request.side === side),
		params,
		(order) => bodyOf(exchange, order),
	);
}

function fillList(exchange: Exchange, params: Params, accountId: string): unknown {
	const fills = exchange.fills(accountId, {
		symbol: text(params, 'symbol'),
		from: time(params, 'startAt'),
		to: time(params, 'endAt'),
		limit: SCAN_ROWS_MAX,
		orderId: text(params, 'orderId'),
	});
	return pageOf(fills, params, (fill) => fillBody(instrumentNamed(exchange, fill.symbol), fill));
}

/** Returns the page of rows that the request names. */
export function pageOf<Row>(rows: readonly Row[], params: Params, body: (row: Row) => unknown): unknown {
	const pageSize = Math.max(1, whole(params, 'pageSize', PAGE_ROWS, PAGE_ROWS_MAX));
	const currentPage = Math.max(1, whole(params, 'currentPage', 1, Number.MAX_SAFE_INTEGER));
	const start = (currentPage - 1) * pageSize;
	return {
		currentPage,
		pageSize,
		totalNum: rows.length,
		totalPage: Math.ceil(rows.length / pageSize),
		items: rows.slice(start, start + pageSize).map(body),
	};
}

/**
 * Handles OKX's private order endpoints: placing and cancelling orders, singly and in batches; querying and listing
 * them; and listing fills. Sizes are in contracts.
 */
import { isMultipleOf, ZERO } from '../../src/domain/decimal.ts';
import type { ApiKey } from '../core/api-keys.ts';
import {
	type Exchange,
	ExchangeRefusal,
	type FrontEndRequest,
	type Instrument,
	type MarginMode,
	type Order,
	type OrderRequest,
	type RangeQuery,
	type TimeInForce,
} from '../core/types.ts';
import { orderTag } from './dead-man.ts';
import { emptyParameter, OkxRefusal, orderRefusal, wrongParameter } from './errors.ts';
import { baseUnits, instant } from './numbers.ts';
import { fillBody, fillFactsOf, isKept, orderBody, STATES } from './order-bodies.ts';
import {
	decimal,
	instrumentNamed,
	oneOf,
	type Params,
	pageSize,
	readList,
	readParams,
	requiredText,
	text,
	whole,
} from './params.ts';
import type { OrderRoute, OrderRow, PrivateRoute } from './routes.ts';

/**
 * Form of a client order id: "A combination of case-sensitive alphanumerics … of up to 32 characters" (page "Place
 * order", read 2026-11).
 */
const CLIENT_ORDER_ID = /^[A-Za-z0-9]{1,32}$/;
const BATCH_MAX = 20;
const PAGE_ROWS_MAX = 100;
const SCAN_ROWS_MAX = 5_000;
const DAY_MS = 86_400_000;
const HISTORY_MS = 7 * DAY_MS;
const ARCHIVE_MS = 92 * DAY_MS;
const FILLS_MS = 3 * DAY_MS;

export const ORDER_ROUTES: Readonly<Record<string, OrderRoute>> = {
	'POST /api/v5/trade/order': (exchange, request, key) => {
		refuseExpired(exchange, request);
		return [place(exchange, readParams(request), key)];
	},
	'POST /api/v5/trade/batch-orders': (exchange, request, key) => {
		refuseExpired(exchange, request);
		return batch(request).map((params) => place(exchange, params, key));
	},
	'POST /api/v5/trade/cancel-order': (exchange, request, key) => [cancel(exchange, readParams(request), key)],
	'POST /api/v5/trade/cancel-batch-orders': (exchange, request, key) =>
		batch(request).map((params) => cancel(exchange, params, key)),
};

export const ORDER_QUERIES: Readonly<Record<string, PrivateRoute>> = {
	'GET /api/v5/trade/order': (exchange, params, key) => {
		const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
		const order = exchange.order(key.accountId, orderKey(params));
		if (order === undefined || order.request.symbol !== instrument.symbol || !isKept(order, exchange.now()))
			throw new OkxRefusal('51603', 'Order does not exist');
		return [bodyOf(exchange, order)];
	},
	'GET /api/v5/trade/orders-pending': (exchange, params, key) => {
		if ((text(params, 'instType') ?? 'SWAP') !== 'SWAP') return [];
		const orders = [...exchange.openOrders(key.accountId, text(params, 'instId'))].reverse();
		return page(orders, (order) => order.id, params).map((order) => bodyOf(exchange, order));
	},
	'GET /api/v5/trade/orders-history': (exchange, params, key) => history(exchange, params, key, HISTORY_MS),
	'GET /api/v5/trade/orders-history-archive': (exchange, params, key) =>
		history(exchange, params, key, ARCHIVE_MS),
	'GET /api/v5/trade/fills': (exchange, params, key) => fills(exchange, params, key, FILLS_MS),
	'GET /api/v5/trade/fills-history': (exchange, params, key) => {
		requiredText(params, 'instType');
		return fills(exchange, params, key, ARCHIVE_MS);
	},
};

/**
 * Refuses an order whose `expTime` has passed. "The request will not be processed if the current system time of the
 * server is after the expTime" (page "Transaction timeouts").
 */
function refuseExpired(exchange: Exchange, { headers }: FrontEndRequest): void {
	const written = headers.exptime;
	if (written === undefined || written === '') return;
	const deadline = Number(written);
	if (!Number.isSafeInteger(deadline)) throw wrongParameter('expTime');
	if (exchange.now() > deadline)
		throw new OkxRefusal(
			'50036',
			"The expTime can't be earlier than the current system time. Please adjust the expTime and try again.",
		);
}

function batch(request: FrontEndRequest): readonly Params[] {
	const list = readList(request);
	if (list.length === 0) throw emptyParameter('orders');
	if (list.length > BATCH_MAX)
		throw new OkxRefusal('51111', `Maximum ${BATCH_MAX} orders can be placed in bulk.`);
	return list;
}

function place(exchange: Exchange, params: Params, key: ApiKey): OrderRow {
	const row = (ordId: string, sCode: string, sMsg: string): OrderRow => ({
		clOrdId: text(params, 'clOrdId') ?? '',
		ordId,
		sCode,
		sMsg,
		subCode: '',
		tag: text(params, 'tag') ?? '',
		ts: instant(exchange.now()),
	});
	return answered(
		() => {
			const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
			return inOkxWords(exchange, instrument, () => {
				refuseSides(exchange.notes.isHedged(key.accountId), params);
				const order = exchange.placeOrder(key.accountId, orderRequest(instrument, params));
				return row(order.id, '0', 'Order placed');
			});
		},
		({ code, message }) => row('', code, message),
	);
}

function cancel(exchange: Exchange, params: Params, key: ApiKey): OrderRow {
	const row = (ordId: string, sCode: string, sMsg: string): OrderRow => ({
		clOrdId: text(params, 'clOrdId') ?? '',
		ordId,
		sCode,
		sMsg,
		ts: instant(exchange.now()),
	});
	return answered(
		() => {
			const instrument = instrumentNamed(exchange, requiredText(params, 'instId'));
			return inOkxWords(exchange, instrument, () => {
				const wish = { ...orderKey(params), symbol: instrument.symbol };
				return row(exchange.cancelOrder(key.accountId, wish).id, '0', '');
			});
		},
		({ code, message }) => row(text(params, 'ordId') ?? '', code, message),
	);
}

function answered(act: () => OrderRow, refused: (refusal: OkxRefusal) => OrderRow): OrderRow {
	try {
		return act();
	} catch (error) {
		if (error instanceof OkxRefusal) return refused(error);
		throw error;
	}
}

function inOkxWords(exchange: Exchange, instrument: Instrument, act: () => OrderRow): OrderRow {
	try {
		return act();
	} catch (error) {
		if (error instanceof ExchangeRefusal) throw orderRefusal(exchange, instrument, error);
		throw error;
	}
}

function orderKey(params: Params): { readonly orderId: string } | { readonly clientOrderId: string } {
	const orderId = text(params, 'ordId');
	if (orderId !== undefined) return { orderId };
	const clientOrderId = text(params, 'clOrdId');
	if (clientOrderId === undefined)
		throw new OkxRefusal('51003', 'Either client order ID or order ID is required.');
	return { clientOrderId };
}

const ORDER_TYPES = ['market', 'limit', 'post_only', 'fok', 'ioc', 'optimal_limit_ioc'] as const;
const TIMES_IN_FORCE: Readonly<Record<(typeof ORDER_TYPES)[number], TimeInForce>> = {
	market: 'GTC',
	limit: 'GTC',
	post_only: 'PostOnly',
	fok: 'FOK',
	ioc: 'IOC',
	optimal_limit_ioc: 'IOC',
};

/**
 * Checks the position side. In net mode it is `net` or missing. In long/short mode it is `long` or `short` ("Omitting
 * it … in long/short mode returns error 51000", page "Place order"). Orders in long/short mode are refused with any
 * side, because the core has one position per contract.
 */
function refuseSides(isHedged: boolean, params: Params): void {
	if (isHedged || (text(params, 'posSide') ?? 'net') !== 'net') throw wrongParameter('posSide');
}

/** @throws OkxRefusal if OKX's own parameter checks fail; the core checks the rest */
function orderRequest(instrument: Instrument, params: Params): OrderRequest {
	const type = oneOf(requiredText(params, 'ordType'), 'ordType', ORDER_TYPES);
	const isMarket = type === 'market' || type === 'optimal_limit_ioc';
	const clientOrderId = text(params, 'clOrdId');
	if (clientOrderId !== undefined && !CLIENT_ORDER_ID.test(clientOrderId)) throw wrongParameter('clOrdId');
	const size = decimal(params, 'sz');
	if (size === undefined) throw emptyParameter('sz');
	if (size <= ZERO) throw wrongParameter('sz');
	const quantity = baseUnits(instrument, size);
	if (!isMultipleOf(quantity, instrument.lotSize))
		throw new OkxRefusal('51121', 'Order quantity must be a multiple of the lot size.');
	for (const unsupported of ['attachAlgoOrds', 'pxUsd', 'pxVol', 'pxAmendType', 'stpMode']) {
		if (params[unsupported] !== undefined && params[unsupported] !== '') throw wrongParameter(unsupported);
	}
	return {
		symbol: instrument.symbol,
		side: oneOf(requiredText(params, 'side'), 'side', ['buy', 'sell']),
		kind: isMarket ? 'market' : 'limit',
		quantity,
		price: isMarket ? undefined : decimal(params, 'px'),
		timeInForce: TIMES_IN_FORCE[type],
		reduceOnly: text(params, 'reduceOnly') === 'true',
		clientOrderId,
		tag: orderTag(params),
		// OKX sets leverage per contract and mode, not per order.
		leverage: undefined,
		marginMode: oneOf<MarginMode>(requiredText(params, 'tdMode'), 'tdMode', ['isolated', 'cross']),
	};
}

function bodyOf(exchange: Exchange, order: Order) {
	const instrument = instrumentNamed(exchange, order.request.symbol);
	return orderBody(instrument, order, fillFactsOf(exchange, order));
}

function history(exchange: Exchange, params: Params, key: ApiKey, keptMs: number): readonly unknown[] {
	if (requiredText(params, 'instType') !== 'SWAP') return [];
	const now = exchange.now();
	const state = text(params, 'state');
	const orders = exchange
		.orderHistory(key.accountId, { ...rangeOf(params, now - keptMs), finishedOnly: true })
		.filter((order) => isKept(order, now))
		.filter((order) => state === undefined || STATES[order.status] === state);
	return page(orders, (order) => order.id, params).map((order) => bodyOf(exchange, order));
}

function fills(exchange: Exchange, params: Params, key: ApiKey, keptMs: number): readonly unknown[] {
	if ((text(params, 'instType') ?? 'SWAP') !== 'SWAP') return [];
	const rows = exchange.fills(key.accountId, {
		...rangeOf(params, exchange.now() - keptMs),
		orderId: text(params, 'ordId'),
	});
	return page(rows, (fill) => fill.id, params).map((fill) =>
		fillBody(instrumentNamed(exchange, fill.symbol), fill),
	);
}

/** Returns the time range of a request. `begin` and `end` are inclusive. */
export function rangeOf(params: Params, keptFrom: number): RangeQuery {
	return {
		symbol: text(params, 'instId'),
		from: Math.max(keptFrom, whole(params, 'begin') ?? keptFrom),
		to: whole(params, 'end'),
		limit: SCAN_ROWS_MAX,
	};
}

/**
 * Returns the rows that are older than the row with id `after` and newer than the one with id `before`. `rows` are
 * newest first.
 */
export function page<Row>(rows: readonly Row[], idOf: (row: Row) => string, params: Params): readonly Row[] {
	const olderThan = text(params, 'after');
	const newerThan = text(params, 'before');
	const wanted = rows.filter((row) => {
		const id = BigInt(idOf(row));
		return (
			(olderThan === undefined || id < idOfPage(olderThan, 'after')) &&
			(newerThan === undefined || id > idOfPage(newerThan, 'before'))
		);
	});
	return wanted.slice(0, pageSize(params, PAGE_ROWS_MAX));
}

function idOfPage(written: string, name: string): bigint {
	if (!/^\d{1,30}$/.test(written)) throw wrongParameter(name);
	return BigInt(written);
}

/** Returns the number of orders in a request, and the instrument of the first one. */
export function orderCount(request: FrontEndRequest): {
	readonly instId: string | undefined;
	readonly count: number;
} {
	try {
		const list = request.body.trimStart().startsWith('[') ? readList(request) : [readParams(request)];
		return { instId: text(list[0] ?? {}, 'instId'), count: Math.max(1, list.length) };
	} catch {
		return { instId: undefined, count: 1 };
	}
}

/**
 * Sends, finds and cancels orders at OKX (okx.com/docs-v5, place order, order details, transaction timeouts, pages of
 * 2026-07).
 */
import { type Decimal, formatDecimal, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FillReport, OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import type { Call, OrdersDialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, BodyError, bodies, decimal, listed, required, text } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { TOO_MANY } from '../shared/paging.ts';
import { OKX_RESTING_TAG, okxDeadMan } from './dead-man.ts';
import { OKX_ERRORS } from './errors.ts';
import { allRows, fillOf } from './history.ts';
import { okxMarkets, SWAPS } from './markets.ts';
import { ORDER_STAMP_AHEAD_MS, ORDER_WINDOW_MS, okxRequests } from './signed-request.ts';
import { contradictoryAnswer, tooManyFills } from './text.ts';

/**
 * Maximum difference between a timestamp and the server's clock in either direction, milliseconds; see
 * `ORDER_STAMP_AHEAD_MS`.
 */
const TIMESTAMP_WINDOW_MS = 30_000;

const STATES: Readonly<Record<string, OrderReportStatus>> = {
	live: 'open',
	partially_filled: 'open',
	filled: 'filled',
	canceled: 'canceled',
	mmp_canceled: 'canceled',
};

/** Order functions for an OKX account session. */
export const okxOrders: OrdersDialect = {
	orderMethod: 'privatePostTradeOrder',
	signedRequests: okxRequests(),
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: TIMESTAMP_WINDOW_MS - ORDER_STAMP_AHEAD_MS,
	async placeOrder(send, instrument, order) {
		const answer = await send({
			instId: instrument.symbol,
			tdMode: order.marginMode,
			clOrdId: order.clientOrderId,
			side: order.side,
			ordType: order.timeInForce === 'postOnly' ? 'post_only' : 'ioc',
			sz: formatDecimal(toOrderUnits(instrument, order.quantity)),
			px: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			reduceOnly: order.reduceOnly,
			...(order.timeInForce === 'postOnly' ? { tag: OKX_RESTING_TAG } : {}),
		});
		const row = bodies(at(answer, 'data'))[0];
		const code = text(row, 'sCode');
		// The response reports success, but an error code for the order, so the order's outcome is unknown.
		if (code !== undefined && code !== '0') throw new BodyError(contradictoryAnswer(code));
		return text(row, 'ordId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const row = await orderByClientId(call, instrument, clientOrderId);
		if (row !== undefined) return orderReport(call, instrument, clientOrderId, row);
		return reportOfFills(call, instrument, clientOrderId);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'privatePostTradeCancelOrder', {
			instId: instrument.symbol,
			clOrdId: clientOrderId,
		});
	},
	deadMan: okxDeadMan,
};

async function orderByClientId(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
): Promise<Body | undefined> {
	try {
		const query = { instId: instrument.symbol, clOrdId: clientOrderId };
		const answer = await call('probe', 'privateGetTradeOrder', query);
		const row = listed(at(answer, 'data'), 'orders')[0];
		return text(row, 'clOrdId') === clientOrderId ? row : undefined;
	} catch (error) {
		if (refusedAs(error, OKX_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

/** How long OKX keeps an order that was cancelled without a fill (page "Order history (last 7 days)", 2026-07). */
const CANCELED_KEPT_MS = 2 * 3_600_000;

/**
 * Reports an order from its fills; returns undefined for an absent order. "The incomplete orders that have been
 * canceled are only reserved for 2 hours" (page "Order history (last 7 days)"), so OKX may have forgotten the order.
 * An order counts as absent only if no fill from the last three days names it; a forgotten order without fills had no
 * effect. If a fill is younger than two hours, OKX cannot have forgotten the order. OKX then does not show the order
 * yet, and perhaps not all its fills, so we report it as open.
 */
async function reportOfFills(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
): Promise<OrderReport | undefined> {
	const query = { ...SWAPS, instId: instrument.symbol };
	const rows = await allRows(call, 'probe', 'privateGetTradeFills', query);
	if (rows === TOO_MANY) throw new BodyError(tooManyFills(instrument.symbol));
	const own = rows.filter((row) => text(row, 'clOrdId') === clientOrderId);
	const venueOrderId = text(own[0], 'ordId');
	if (venueOrderId === undefined) return undefined;
	const fills = own.map((row) => fillOf(row, instrument));
	const filledQuantity = fills.reduce((total, fill) => (total + fill.quantity) as Decimal, ZERO);
	const forgottenAt = Math.max(...fills.map(({ filledAt }) => filledAt)) + CANCELED_KEPT_MS;
	const status = (await okxMarkets.readTime(call)) > forgottenAt ? 'canceled' : 'open';
	return { clientOrderId, venueOrderId, status, filledQuantity, fills };
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'ordId'), 'ordId');
	const status = STATES[text(row, 'state') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'accFillSz') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}

/** Reads one order's fills from the recent list, or from the long one if the recent list is incomplete. */
async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
	filledQuantity: Decimal,
): Promise<readonly FillReport[]> {
	let fills: readonly FillReport[] = [];
	for (const method of ['privateGetTradeFills', 'privateGetTradeFillsHistory']) {
		const query = { ...SWAPS, instId: instrument.symbol, ordId: venueOrderId };
		const rows = await allRows(call, 'probe', method, query);
		if (rows === TOO_MANY) break;
		fills = rows.filter((row) => text(row, 'ordId') === venueOrderId).map((row) => fillOf(row, instrument));
		if (sum(fills.map((fill) => fill.quantity)) === filledQuantity) break;
	}
	return fills;
}

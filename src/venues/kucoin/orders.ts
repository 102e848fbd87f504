/**
 * Sends, finds and cancels orders at KuCoin futures, in lots (kucoin.com/docs-new, "Futures: Orders", read 2026-11).
 */
import { type Decimal, formatDecimal, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FillReport, OrderReport } from '../../ports/venue.ts';
import type { Call, OrdersDialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, bodies, decimal, required, text, whole } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { KUCOIN_ERRORS } from './errors.ts';
import { fillOf } from './history.ts';
import { kucoinRequests } from './signed-request.ts';

/** Maximum requests for one order's fills. */
const ORDER_PAGES_MAX = 400;

/** Order functions for a KuCoin futures session. */
export const kucoinOrders: OrdersDialect = {
	orderMethod: 'futuresPrivatePostOrders',
	signedRequests: kucoinRequests,
	// The timestamp may differ from KuCoin's clock by 5 s in either direction (page "Authentication"). No request
	// parameter shortens this window.
	orderWindowMs: 5_000,
	clockAheadMsMax: 5_000,
	async placeOrder(send, instrument, order) {
		const answer = await send({
			clientOid: order.clientOrderId,
			symbol: instrument.symbol,
			side: order.side,
			type: 'limit',
			size: Number(formatDecimal(toOrderUnits(instrument, order.quantity))),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce === 'postOnly' ? 'GTC' : 'IOC',
			...(order.timeInForce === 'postOnly' ? { postOnly: true } : {}),
			reduceOnly: order.reduceOnly,
			leverage: Number(formatDecimal(order.leverage)),
			marginMode: order.marginMode.toUpperCase(),
		});
		return text(at(answer, 'data'), 'orderId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const row = await orderByClientId(call, clientOrderId);
		if (row === undefined) return undefined;
		if (text(row, 'clientOid') !== clientOrderId) return undefined;
		return orderReport(call, instrument, clientOrderId, row);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'futuresPrivateDeleteOrdersClientOrderClientOid', {
			clientOid: clientOrderId,
			symbol: instrument.symbol,
		});
	},
};

async function orderByClientId(call: Call, clientOrderId: string): Promise<Body | undefined> {
	try {
		const answer = await call('probe', 'futuresPrivateGetOrdersByClientOid', { clientOid: clientOrderId });
		const row = at(answer, 'data');
		return text(row, 'id') === undefined ? undefined : (row as Body);
	} catch (error) {
		if (refusedAs(error, KUCOIN_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'id'), 'id');
	const ended = row.isActive === false || text(row, 'status') === 'done';
	const filledLots = decimal(row, 'filledSize') ?? decimal(row, 'dealSize') ?? ZERO;
	const filledQuantity = fromOrderUnits(instrument, filledLots);
	const size = fromOrderUnits(instrument, required(decimal(row, 'size'), 'size'));
	const status = !ended ? 'open' : filledQuantity === size ? 'filled' : 'canceled';
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}

/**
 * Reads an order's fills: from the recent fills (up to 1,000 from the last 24 h), or from the list of all fills if
 * the recent ones are incomplete. The full list lags; its page calls it "not real-time".
 */
async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
	filledQuantity: Decimal,
): Promise<readonly FillReport[]> {
	const recent = await call('probe', 'futuresPrivateGetRecentFills', { symbol: instrument.symbol });
	const fills = fillsOf(bodies(at(recent, 'data')), instrument, venueOrderId);
	if (sum(fills.map((fill) => fill.quantity)) === filledQuantity) return fills;
	return allFills(call, instrument, venueOrderId);
}

async function allFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
): Promise<readonly FillReport[]> {
	const fills: FillReport[] = [];
	for (let page = 1; page <= ORDER_PAGES_MAX; page += 1) {
		const answer = await call('probe', 'futuresPrivateGetFills', {
			orderId: venueOrderId,
			symbol: instrument.symbol,
			pageSize: 100,
			currentPage: page,
		});
		fills.push(...fillsOf(bodies(at(answer, 'data', 'items')), instrument, venueOrderId));
		if (page >= (whole(at(answer, 'data'), 'totalPage') ?? 1)) break;
	}
	return fills;
}

function fillsOf(rows: readonly Body[], instrument: Instrument, venueOrderId: string): readonly FillReport[] {
	return rows.filter((row) => text(row, 'orderId') === venueOrderId).map((row) => fillOf(row, instrument));
}

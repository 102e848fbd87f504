/**
 * Sends, finds and cancels orders at Binance USD-M (pages "General Info", "New Order", "Query Order", read 2026-11).
 */
import { formatDecimal, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import type { Call, OrdersDialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { type Body, decimal, required, text } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { binanceDeadMan } from './dead-man.ts';
import { BINANCE_ERRORS } from './errors.ts';
import type { BinanceTrades } from './history.ts';
import { binanceRequests, ORDER_WINDOW_MS } from './signed-request.ts';

/**
 * Order statuses (page "Common Definition"). EXPIRED means that the order ended under its own terms, such as
 * immediate-or-cancel.
 */
const STATUSES: Readonly<Record<string, OrderReportStatus>> = {
	NEW: 'open',
	PARTIALLY_FILLED: 'open',
	FILLED: 'filled',
	CANCELED: 'canceled',
	EXPIRED: 'expired',
	EXPIRED_IN_MATCH: 'expired',
	REJECTED: 'rejected',
};

/** Creates the order functions for one account session; `trades` reads the fills. */
export function binanceOrders(trades: BinanceTrades): OrdersDialect {
	return {
		orderMethod: 'fapiPrivatePostOrder',
		signedRequests: binanceRequests,
		// Binance requires serverTime − recvWindow ≤ timestamp < serverTime + 1000 (page "General Info", "Timing Security").
		orderWindowMs: ORDER_WINDOW_MS,
		clockAheadMsMax: 1_000,
		async placeOrder(send, instrument, order) {
			const answer = await send({
				symbol: instrument.symbol,
				side: order.side === 'buy' ? 'BUY' : 'SELL',
				type: 'LIMIT',
				quantity: formatDecimal(toOrderUnits(instrument, order.quantity)),
				price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
				timeInForce: order.timeInForce === 'postOnly' ? 'GTX' : 'IOC',
				newClientOrderId: order.clientOrderId,
				reduceOnly: order.reduceOnly,
				newOrderRespType: 'ACK',
			});
			return text(answer, 'orderId');
		},
		async findOrder(call, instrument, clientOrderId) {
			const row = await orderByClientId(call, instrument, clientOrderId);
			// We use the response only if it contains our client order id.
			if (row === undefined || text(row, 'clientOrderId') !== clientOrderId) return undefined;
			return orderReport(trades, call, instrument, clientOrderId, row);
		},
		async cancelOrder(call, instrument, clientOrderId) {
			await call('probe', 'fapiPrivateDeleteOrder', {
				symbol: instrument.symbol,
				origClientOrderId: clientOrderId,
			});
		},
		deadMan: binanceDeadMan,
	};
}

/**
 * Finds an order by client order id; returns undefined if the order does not exist. Binance forgets an order without
 * fills after three days and any order after ninety (page "Query Order"). We query well within these times, so a
 * missing order never existed.
 */
async function orderByClientId(
	call: Call,
	{ symbol }: Instrument,
	clientOrderId: string,
): Promise<Body | undefined> {
	try {
		const query = { symbol, origClientOrderId: clientOrderId };
		return (await call('probe', 'fapiPrivateGetOrder', query)) as Body;
	} catch (error) {
		if (refusedAs(error, BINANCE_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	trades: BinanceTrades,
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	const status = STATUSES[text(row, 'status') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'executedQty') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		trades.readOrderFills(call, instrument, venueOrderId),
	);
}

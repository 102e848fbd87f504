/** Sends, finds and cancels orders at Bybit (bybit-exchange.github.io/docs/v5, order/create-order, read 2026-11). */
import { type Decimal, formatDecimal, sum, ZERO } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FillReport, OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import type { Call, OrdersDialect } from '../shared/dialect.ts';
import { at, type Body, bodies, decimal, required, text } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { bybitDeadMan } from './dead-man.ts';
import { EXECUTION_ROWS, fillOf } from './history.ts';
import { CATEGORY, PAGES_MAX } from './markets.ts';
import { bybitRequests, ORDER_WINDOW_MS } from './signed-request.ts';

const STATUSES: Readonly<Record<string, OrderReportStatus>> = {
	New: 'open',
	PartiallyFilled: 'open',
	Untriggered: 'open',
	Filled: 'filled',
	Cancelled: 'canceled',
	PartiallyFilledCanceled: 'canceled',
	Deactivated: 'canceled',
	Rejected: 'rejected',
};

/** Order functions for a Bybit session. */
export const bybitOrders: OrdersDialect = {
	orderMethod: 'privatePostV5OrderCreate',
	signedRequests: bybitRequests,
	// Bybit requires server_time − recv_window ≤ timestamp < server_time + 1000 (page "Integration Guidance").
	orderWindowMs: ORDER_WINDOW_MS,
	clockAheadMsMax: 1_000,
	async placeOrder(send, instrument, order) {
		const answer = await send({
			...CATEGORY,
			symbol: instrument.symbol,
			side: order.side === 'buy' ? 'Buy' : 'Sell',
			orderType: 'Limit',
			qty: formatDecimal(toOrderUnits(instrument, order.quantity)),
			price: formatDecimal(toVenuePrice(instrument, order.limitPrice)),
			timeInForce: order.timeInForce === 'postOnly' ? 'PostOnly' : 'IOC',
			orderLinkId: order.clientOrderId,
			positionIdx: 0,
			reduceOnly: order.reduceOnly,
		});
		return text(at(answer, 'result'), 'orderId');
	},
	async findOrder(call, instrument, clientOrderId) {
		const query = { ...CATEGORY, symbol: instrument.symbol, orderLinkId: clientOrderId };
		for (const method of ['privateGetV5OrderRealtime', 'privateGetV5OrderHistory']) {
			const answer = await call('probe', method, query);
			// Bybit may return a different order, so check that the id is ours.
			const row = bodies(at(answer, 'result', 'list')).find(
				(candidate) => text(candidate, 'orderLinkId') === clientOrderId,
			);
			if (row !== undefined) return orderReport(call, instrument, clientOrderId, row);
		}
		return undefined;
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'privatePostV5OrderCancel', {
			...CATEGORY,
			symbol: instrument.symbol,
			orderLinkId: clientOrderId,
		});
	},
	deadMan: bybitDeadMan,
};

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	row: Body,
): Promise<OrderReport> {
	const venueOrderId = required(text(row, 'orderId'), 'orderId');
	const status = STATUSES[text(row, 'orderStatus') ?? ''] ?? 'open';
	const filledQuantity = fromOrderUnits(instrument, decimal(row, 'cumExecQty') ?? ZERO);
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, () =>
		orderFills(call, instrument, venueOrderId, filledQuantity),
	);
}

/** Reads an order's fills, page by page. Stops as soon as the fills are complete, because the hedge waits for them. */
async function orderFills(
	call: Call,
	instrument: Instrument,
	venueOrderId: string,
	filledQuantity: Decimal,
): Promise<readonly FillReport[]> {
	const fills = new Map<string, FillReport>();
	let cursor: string | undefined;
	for (let page = 0; page < PAGES_MAX; page += 1) {
		const answer = await call('probe', 'privateGetV5ExecutionList', {
			...CATEGORY,
			symbol: instrument.symbol,
			orderId: venueOrderId,
			limit: EXECUTION_ROWS,
			...(cursor === undefined ? {} : { cursor }),
		});
		const rows = bodies(at(answer, 'result', 'list'));
		for (const row of rows) {
			if (text(row, 'orderId') !== venueOrderId || text(row, 'execType') === 'Funding') continue;
			const fill = fillOf(row, instrument);
			fills.set(fill.tradeId, fill);
		}
		cursor = text(at(answer, 'result'), 'nextPageCursor');
		const filled = sum([...fills.values()].map((fill) => fill.quantity));
		if (filled >= filledQuantity || cursor === undefined || rows.length === 0) break;
	}
	return [...fills.values()];
}

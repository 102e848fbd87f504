/** Sends, finds and cancels orders on Tidemark by `ref`, which is our client order id. Quantities are in coins. */
import { abs, formatDecimal } from '../../../src/domain/decimal.ts';
import type { Instrument } from '../../../src/domain/instrument.ts';
import type { OrderReport, VenueOrder } from '../../../src/ports/venue.ts';
import type { OrdersDialect } from '../../../src/venues/shared/dialect.ts';
import {
	at,
	type Body,
	BodyError,
	bodies,
	decimal,
	isBody,
	required,
	text,
} from '../../../src/venues/shared/fields.ts';
import { ORDER_TTL_MS, tidemarkRequests } from './client.ts';
import { fillOf } from './history.ts';

const STATES: Readonly<Record<string, OrderReport['status']>> = {
	done: 'filled',
	ended: 'canceled',
	void: 'rejected',
};

/** Tidemark's order operations. */
export const tidemarkOrders: OrdersDialect = {
	orderMethod: 'signedPostOrderPlace',
	signedRequests: tidemarkRequests,
	orderWindowMs: ORDER_TTL_MS,
	clockAheadMsMax: 1_000,
	async placeOrder(send, instrument, order) {
		return text(at(await send(placing(instrument, order)), 'out'), 'id');
	},
	async findOrder(call, instrument, clientOrderId) {
		const found = at(await call('probe', 'signedPostOrderFind', { ref: clientOrderId }), 'out');
		// The exchange returns null for an unknown order.
		if (found === null) return undefined;
		if (!isBody(found)) throw new BodyError('The answer has no order and does not say that there is none.');
		return orderOf(found, instrument, clientOrderId);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		await call('probe', 'signedPostOrderCancel', { contract: instrument.symbol, ref: clientOrderId });
	},
};

function placing(instrument: Instrument, order: VenueOrder): Body {
	return {
		contract: instrument.symbol,
		ref: order.clientOrderId,
		side: order.side === 'buy' ? 'B' : 'S',
		qty: formatDecimal(order.quantity),
		limit: formatDecimal(order.limitPrice),
		life: order.timeInForce === 'postOnly' ? 'rest' : 'now',
		shrink: order.reduceOnly,
	};
}

/** Parses an order with its fills; undefined if the row is not the requested order. */
function orderOf(row: Body, instrument: Instrument, clientOrderId: string): OrderReport | undefined {
	if (text(row, 'ref') !== clientOrderId) return undefined;
	return {
		clientOrderId,
		venueOrderId: required(text(row, 'id'), 'id'),
		status: STATES[text(row, 'state') ?? ''] ?? 'open',
		filledQuantity: abs(required(decimal(row, 'done'), 'done')),
		fills: bodies(row.fills).map((fill) => fillOf(fill, instrument)),
	};
}

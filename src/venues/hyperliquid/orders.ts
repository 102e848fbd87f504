/**
 * Sends, finds and cancels orders at Hyperliquid (hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api, exchange
 * endpoint, tick and lot size, nonces and API wallets, error responses, read 2026-11).
 */
import { ceilToStep, type Decimal, divTrunc, floorToStep, formatDecimal } from '../../domain/decimal.ts';
import { fromOrderUnits, type Instrument, toOrderUnits, toVenuePrice } from '../../domain/instrument.ts';
import type { FillReport, OrderReport, OrderReportStatus } from '../../ports/venue.ts';
import type { Call, OrdersDialect } from '../shared/dialect.ts';
import { refusedAs } from '../shared/error-codes.ts';
import { at, type Body, decimal, required, text, whole } from '../shared/fields.ts';
import { withFills } from '../shared/order-report.ts';
import { assetOf, SETTING_WINDOW_MS } from './account.ts';
import { hyperliquidDeadMan } from './dead-man.ts';
import { HYPERLIQUID_ERRORS } from './errors.ts';
import { clientOrderIdOf, fillOf, records } from './history.ts';
import { weighted } from './limits.ts';
import { priceStep } from './markets.ts';

/**
 * Age at which Hyperliquid refuses an order, milliseconds, sent as the order's `expiresAfter`. It must cover network
 * delay, a few blocks, and our error in measuring Hyperliquid's clock. The blocks take 0.2 s at the median and 0.9 s
 * at the 99th percentile (page "Order book").
 */
const ORDER_WINDOW_MS = 3_000;

/** Margin, milliseconds, before and after an order's lifetime in the search for its fills. */
const FILL_SLACK_MS = 2_000;

/** Order functions for a Hyperliquid session, except signing. */
export const hyperliquidOrders: Omit<OrdersDialect, 'signedRequests'> = {
	orderMethod: 'privatePostExchange',
	orderWindowMs: ORDER_WINDOW_MS,
	// This allows for an error of half a second in our measurement of Hyperliquid's clock, and for the interval
	// between blocks.
	clockAheadMsMax: 1_000,
	async placeOrder(send, instrument, order) {
		const answer = await send({
			action: {
				type: 'order',
				orders: [
					{
						a: assetOf(instrument),
						b: order.side === 'buy',
						p: formatDecimal(
							allowedPrice(instrument, order.side, toVenuePrice(instrument, order.limitPrice)),
						),
						s: formatDecimal(toOrderUnits(instrument, order.quantity)),
						r: order.reduceOnly,
						t: { limit: { tif: order.timeInForce === 'postOnly' ? 'Alo' : 'Ioc' } },
						c: `0x${order.clientOrderId}`,
					},
				],
				grouping: 'na',
			},
			lifetimeMs: ORDER_WINDOW_MS,
		});
		const statuses = at(answer, 'response', 'data', 'statuses');
		const status: unknown = Array.isArray(statuses) ? statuses[0] : undefined;
		return text(at(status, 'filled') ?? at(status, 'resting'), 'oid');
	},
	async findOrder(call, instrument, clientOrderId) {
		const found = await orderByClientId(call, clientOrderId);
		const order = at(found, 'order');
		if (clientOrderIdOf(at(order, 'cloid')) !== clientOrderId || text(order, 'coin') !== instrument.symbol)
			return undefined;
		return orderReport(call, instrument, clientOrderId, found);
	},
	async cancelOrder(call, instrument, clientOrderId) {
		const cancels = [{ asset: assetOf(instrument), cloid: `0x${clientOrderId}` }];
		const action = { type: 'cancelByCloid', cancels };
		await call('probe', 'privatePostExchange', { action, lifetimeMs: SETTING_WINDOW_MS });
	},
	deadMan: hyperliquidDeadMan,
};

/**
 * Rounds a price as Hyperliquid requires (page "Tick and lot size", read 2026-11): at most five significant figures,
 * and at most 6 decimals minus the size's decimals. Whole prices are always valid. The step depends on the price, so
 * no single tick describes it.
 *
 * Returns the price at `limit` or on its safe side, in the exchange's units. The price is never above `limit` for a
 * buy and never below it for a sell.
 */
export function allowedPrice(instrument: Instrument, side: 'buy' | 'sell', limit: Decimal): Decimal {
	const step = priceStep(limit, sizeDecimals(instrument));
	return side === 'buy' ? floorToStep(limit, step) : ceilToStep(limit, step);
}

/** Returns the number of decimals in a size, in the exchange's units. */
function sizeDecimals({ lotSize, coinsPerOrderUnit }: Instrument): number {
	return formatDecimal(divTrunc(lotSize, coinsPerOrderUnit)).split('.')[1]?.length ?? 0;
}

async function orderByClientId(call: Call, clientOrderId: string): Promise<unknown> {
	try {
		const answer = await weighted(call, 'probe', { type: 'orderStatus', oid: `0x${clientOrderId}` });
		return required(at(answer, 'order'), 'order');
	} catch (error) {
		if (refusedAs(error, HYPERLIQUID_ERRORS, 'absent')) return undefined;
		throw error;
	}
}

async function orderReport(
	call: Call,
	instrument: Instrument,
	clientOrderId: string,
	found: unknown,
): Promise<OrderReport> {
	const order = at(found, 'order');
	const venueOrderId = required(text(order, 'oid'), 'oid');
	const status = statusOf(required(text(found, 'status'), 'status'));
	const left = required(decimal(order, 'sz'), 'sz');
	const asked = required(decimal(order, 'origSz'), 'origSz');
	const filledQuantity = fromOrderUnits(
		instrument,
		status === 'filled' ? asked : ((asked - left) as typeof asked),
	);
	const placedAt = required(whole(order, 'timestamp'), 'timestamp');
	const endedAt = whole(found, 'statusTimestamp') ?? placedAt;
	return withFills({ clientOrderId, venueOrderId, status, filledQuantity }, async () => {
		const [from, to] = [placedAt - FILL_SLACK_MS, endedAt + FILL_SLACK_MS];
		const rows = await records(call, 'probe', 'userFillsByTime', from, to);
		return ofOrder(rows, instrument, venueOrderId);
	});
}

function ofOrder(rows: readonly Body[], instrument: Instrument, venueOrderId: string): readonly FillReport[] {
	return rows.filter((row) => text(row, 'oid') === venueOrderId).map((row) => fillOf(row, instrument));
}

/**
 * Maps `status` in an `orderStatus` response to our order status (page "Info endpoint", read 2026-11). An order that
 * failed its own condition (immediate-or-cancel, post-only) counts as cancelled; any other refusal counts as
 * rejected.
 */
export function statusOf(status: string): OrderReportStatus {
	if (status === 'open' || status === 'triggered') return 'open';
	if (status === 'filled') return 'filled';
	const isOfTheBook = status === 'iocCancelRejected' || status === 'badAloPxRejected';
	return /rejected$/i.test(status) && !isOfTheBook ? 'rejected' : 'canceled';
}

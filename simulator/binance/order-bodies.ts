/**
 * Builds the bodies of Binance's orders and trades (USD-M futures, "Trade", and "User Data Streams", read 2026-11).
 */
import { mulTrunc, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Fill, Instrument, Order, Origin } from '../core/types.ts';
import { average, moneyText, priceText, quantityText } from './numbers.ts';

/**
 * Binance's order status by the reason for the order's end. For any other reason, such as an IOC order that found no
 * more liquidity, the status is `EXPIRED`.
 */
const ENDED: Readonly<Record<string, string>> = {
	userCancel: 'CANCELED',
	deadMan: 'CANCELED',
	selfTrade: 'EXPIRED_IN_MATCH',
	faultReject: 'REJECTED',
};

/** Client order id prefixes that Binance uses for its own orders (page "Event: Order Update"). */
const OWN_ID: Readonly<Record<Exclude<Origin, 'user'>, string>> = {
	liquidation: 'autoclose-',
	adl: 'adl_autoclose',
	delisting: 'settlement_autoclose-',
};

export function statusOf(order: Order): string {
	switch (order.status) {
		case 'open':
			return 'NEW';
		case 'partiallyFilled':
			return 'PARTIALLY_FILLED';
		case 'filled':
			return 'FILLED';
		default:
			return ENDED[order.endReason ?? ''] ?? 'EXPIRED';
	}
}

export function clientIdOf(order: Order): string {
	if (order.origin === 'liquidation') return `${OWN_ID.liquidation}${order.createdAt}`;
	if (order.origin === 'adl') return OWN_ID.adl;
	if (order.origin === 'delisting') return `${OWN_ID.delisting}${order.createdAt}`;
	return order.request.clientOrderId ?? `web_${order.id}`;
}

/** Returns the time in force; `GTX` means post-only. */
export function timeInForceOf({ request }: Order): string {
	if (request.timeInForce === 'PostOnly') return 'GTX';
	return request.kind === 'market' ? 'GTC' : request.timeInForce;
}

export function typeOf({ request }: Order): string {
	return request.kind === 'market' ? 'MARKET' : 'LIMIT';
}

export const sideText = (side: 'buy' | 'sell'): string => (side === 'buy' ? 'BUY' : 'SELL');

export function orderBody(instrument: Instrument, order: Order) {
	const { request } = order;
	return {
		orderId: Number(order.id),
		symbol: request.symbol,
		status: statusOf(order),
		clientOrderId: clientIdOf(order),
		price: priceText(instrument, request.price ?? ZERO),
		avgPrice: priceText(instrument, average(order.filledValue, order.filledQuantity)),
		origQty: quantityText(instrument, request.quantity),
		executedQty: quantityText(instrument, order.filledQuantity),
		cumQuote: moneyText(order.filledValue),
		timeInForce: timeInForceOf(order),
		type: typeOf(order),
		reduceOnly: request.reduceOnly,
		closePosition: false,
		side: sideText(request.side),
		positionSide: 'BOTH',
		stopPrice: '0',
		workingType: 'CONTRACT_PRICE',
		priceProtect: false,
		origType: typeOf(order),
		priceMatch: 'NONE',
		selfTradePreventionMode: 'EXPIRE_TAKER',
		goodTillDate: 0,
		time: order.createdAt,
		updateTime: order.updatedAt,
	};
}

/**
 * Builds the response to a new order. Unlike a later query, it has no creation time and repeats the executed quantity
 * as `cumQty`.
 */
export function newOrderBody(instrument: Instrument, order: Order) {
	const { time: _time, ...body } = orderBody(instrument, order);
	return { ...body, cumQty: body.executedQty };
}

export function forcedOrderBody(instrument: Instrument, order: Order) {
	const {
		status,
		clientOrderId,
		priceMatch,
		selfTradePreventionMode,
		goodTillDate,
		closePosition,
		priceProtect,
		...body
	} = orderBody(instrument, order);
	return { ...body, status, clientOrderId, timeInForce: 'IOC', type: 'LIMIT', origType: 'LIMIT' };
}

export function tradeBody(exchange: Exchange, fill: Fill) {
	const instrument = exchange.instrument(fill.symbol);
	if (instrument === undefined) throw new RangeError(`${fill.symbol} is not listed.`);
	return {
		symbol: fill.symbol,
		id: Number(fill.id),
		orderId: Number(fill.orderId),
		side: sideText(fill.side),
		price: priceText(instrument, fill.price),
		qty: quantityText(instrument, fill.quantity),
		realizedPnl: moneyText(fill.realizedPnl),
		quoteQty: moneyText(mulTrunc(fill.price, fill.quantity)),
		commission: moneyText(fill.fee),
		commissionAsset: fill.feeAsset,
		time: fill.at,
		positionSide: 'BOTH',
		buyer: fill.side === 'buy',
		maker: fill.isMaker,
	};
}

/** Builds the bodies of OKX's orders and fills (pages "Order details" and "Transaction details", read 2026-11). */
import { type Decimal, divTrunc, formatDecimal, neg, sum, ZERO } from '../../src/domain/decimal.ts';
import type { Exchange, Fill, Instrument, Order, OrderStatus, Origin, Side } from '../core/types.ts';
import { contracts, instant, money, price } from './numbers.ts';

/**
 * OKX keeps an order that was canceled without a fill for two hours (page "Order history (last 7 days)", read
 * 2026-11).
 */
const UNFILLED_KEPT_MS = 2 * 3_600_000;

const FILLS_MAX = 1_000;

/** Figures from an order's fills that the order's body includes. */
export type FillFacts = { readonly last: Fill | undefined; readonly pnl: Decimal };

export const STATES: Readonly<Record<OrderStatus, string>> = {
	open: 'live',
	partiallyFilled: 'partially_filled',
	filled: 'filled',
	canceled: 'canceled',
	partiallyFilledCanceled: 'canceled',
	rejected: 'canceled',
};

const CATEGORIES: Readonly<Record<Origin, string>> = {
	user: 'normal',
	liquidation: 'full_liquidation',
	adl: 'adl',
	delisting: 'delivery',
};

/**
 * Cancellation source by the reason why an order ended: user, unfilled IOC, post-only order that would take
 * liquidity, self-trade prevention, dead-man switch. Any other order was canceled by the system. The codes are from
 * the page "Get order" for spread trading; the page on order details has none (both read 2026-11).
 */
const CANCEL_SOURCES: Readonly<Record<string, readonly [code: string, reason: string]>> = {
	userCancel: ['1', 'Order canceled by user'],
	immediateOrCancel: ['14', 'Order canceled: IOC order was partially canceled due to incompletely filled'],
	noLiquidity: ['14', 'Order canceled: IOC order was partially canceled due to incompletely filled'],
	postOnlyWouldTake: ['31', 'The post-only order will take liquidity in maker orders'],
	selfTrade: ['32', 'Self trade prevention'],
	deadMan: ['20', 'Cancel all after triggered'],
};

/** True while OKX still returns the order. */
export function isKept(order: Order, now: number): boolean {
	if (STATES[order.status] !== 'canceled' || order.filledQuantity !== ZERO) return true;
	return now - order.updatedAt <= UNFILLED_KEPT_MS;
}

export function fillFactsOf(exchange: Exchange, order: Order): FillFacts {
	if (order.filledQuantity === ZERO) return { last: undefined, pnl: ZERO };
	const fills = exchange.fills(order.accountId, { orderId: order.id, limit: FILLS_MAX });
	return { last: fills[0], pnl: sum(fills.map((fill) => fill.realizedPnl)) };
}

export function orderTypeOf({ kind, timeInForce }: Order['request']): string {
	if (kind === 'market') return timeInForce === 'IOC' ? 'optimal_limit_ioc' : 'market';
	return { GTC: 'limit', IOC: 'ioc', FOK: 'fok', PostOnly: 'post_only' }[timeInForce];
}

export function orderBody(instrument: Instrument, order: Order, { last, pnl }: FillFacts) {
	const { request, filledQuantity } = order;
	const canceled = STATES[order.status] === 'canceled';
	const [cancelSource, cancelSourceReason] = canceled
		? (CANCEL_SOURCES[order.endReason ?? ''] ?? ['0', 'Order canceled by system'])
		: ['', ''];
	return {
		accFillSz: contracts(instrument, filledQuantity),
		algoClOrdId: '',
		algoId: '',
		attachAlgoClOrdId: '',
		attachAlgoOrds: [],
		avgPx: filledQuantity === ZERO ? '' : price(divTrunc(order.filledValue, filledQuantity)),
		cTime: instant(order.createdAt),
		cancelSource,
		cancelSourceReason,
		category: CATEGORIES[order.origin],
		ccy: '',
		clOrdId: request.clientOrderId ?? '',
		fee: money(neg(order.fee)),
		feeCcy: instrument.quote,
		fillPx: last === undefined ? '' : price(last.price),
		fillSz: last === undefined ? '0' : contracts(instrument, last.quantity),
		fillTime: last === undefined ? '' : instant(last.at),
		instId: instrument.symbol,
		instType: 'SWAP',
		isTpLimit: 'false',
		lever: formatDecimal(order.leverage),
		linkedAlgoOrd: { algoId: '' },
		ordId: order.id,
		ordType: orderTypeOf(request),
		pnl: money(pnl),
		posSide: 'net',
		px: request.price === undefined ? '' : price(request.price),
		pxType: '',
		pxUsd: '',
		pxVol: '',
		quickMgnType: '',
		rebate: '0',
		rebateCcy: instrument.quote,
		reduceOnly: String(request.reduceOnly),
		side: request.side,
		slOrdPx: '',
		slTriggerPx: '',
		slTriggerPxType: '',
		source: '',
		state: STATES[order.status],
		stpId: '',
		stpMode: 'cancel_taker',
		sz: contracts(instrument, request.quantity),
		tag: request.tag ?? '',
		tdMode: order.marginMode,
		tgtCcy: '',
		tpOrdPx: '',
		tpTriggerPx: '',
		tpTriggerPxType: '',
		tradeId: last === undefined ? '' : tradeIdOf(last),
		tradeQuoteCcy: '',
		uTime: instant(order.updatedAt),
	};
}

/**
 * Returns the trade id. It is negative for fills that OKX made without a match: liquidation, deleveraging and
 * delivery (page "Transaction details").
 */
export function tradeIdOf(fill: Fill): string {
	return fill.origin === 'user' ? fill.id : `-${fill.id}`;
}

const SUB_TYPES: Readonly<Record<Origin, Readonly<Record<Side, string>>>> = {
	user: { buy: '1', sell: '2' },
	liquidation: { buy: '106', sell: '107' },
	adl: { buy: '127', sell: '128' },
	// 112 is the delivery of a long, 113 that of a short.
	delisting: { buy: '113', sell: '112' },
};

/** Returns the type of a fill in net mode; bills use it too. */
export function subTypeOf(fill: Fill): string {
	return SUB_TYPES[fill.origin][fill.side];
}

/** Returns T for taker or M for maker; empty for fills that were not matched. */
export function execTypeOf(fill: Fill): string {
	if (fill.origin !== 'user') return '';
	return fill.isMaker ? 'M' : 'T';
}

/** Builds a fill. A paid fee is negative. */
export function fillBody(instrument: Instrument, fill: Fill) {
	return {
		side: fill.side,
		fillSz: contracts(instrument, fill.quantity),
		fillPx: price(fill.price),
		fillPxVol: '',
		fillFwdPx: '',
		fee: money(neg(fill.fee)),
		fillPnl: money(fill.realizedPnl),
		ordId: fill.orderId,
		feeRate: '',
		instType: 'SWAP',
		fillPxUsd: '',
		instId: instrument.symbol,
		clOrdId: fill.clientOrderId ?? '',
		posSide: 'net',
		billId: fill.id,
		subType: subTypeOf(fill),
		fillMarkVol: '',
		tag: '',
		fillTime: instant(fill.at),
		execType: execTypeOf(fill),
		fillIdxPx: '',
		tradeId: tradeIdOf(fill),
		fillMarkPx: price(fill.markPrice),
		feeCcy: fill.feeAsset,
		ts: instant(fill.at),
		tradeQuoteCcy: '',
	};
}

/** Builds a row of the orders stream: the order, with the fill that caused the message, if there is one. */
export function streamOrderBody(instrument: Instrument, order: Order, fill: Fill | undefined, last: Decimal) {
	const body = orderBody(instrument, order, { last: fill, pnl: fill?.realizedPnl ?? ZERO });
	return {
		...body,
		amendResult: '',
		amendSource: '',
		code: '0',
		execType: fill === undefined ? '' : execTypeOf(fill),
		fillFee: fill === undefined ? '0' : money(neg(fill.fee)),
		fillFeeCcy: fill === undefined ? '' : fill.feeAsset,
		fillFwdPx: '',
		fillIdxPx: '',
		fillMarkPx: fill === undefined ? '' : price(fill.markPrice),
		fillMarkVol: '',
		fillNotionalUsd: money(order.filledValue),
		fillPnl: money(fill?.realizedPnl ?? ZERO),
		fillPxUsd: '',
		fillPxVol: '',
		lastPx: price(last),
		msg: '',
		notionalUsd: money(order.filledValue),
		reqId: '',
	};
}

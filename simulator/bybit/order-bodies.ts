/** Builds the bodies of orders and executions as REST and stream rows, with all documented fields. */
import { abs, type Decimal, divTrunc, mulTrunc, neg, sub, ZERO } from '../../src/domain/decimal.ts';
import type { Account, Fill, FundingPayment, Instrument, Order, Origin } from '../core/types.ts';
import { FEE_COIN } from './fee-coin.ts';
import { sideText } from './market-bodies.ts';
import { moneyText, priceText, quantityText, rateText, valueText } from './numbers.ts';

export function isFinished(order: Order): boolean {
	return order.status !== 'open' && order.status !== 'partiallyFilled';
}

/**
 * Derivatives have no `PartiallyFilledCanceled`: an order canceled after partial fills is `Cancelled` with
 * an executed quantity (documentation page "Enums Definitions", orderStatus).
 */
const STATUS: Readonly<Record<Order['status'], string>> = {
	open: 'New',
	partiallyFilled: 'PartiallyFilled',
	filled: 'Filled',
	canceled: 'Cancelled',
	partiallyFilledCanceled: 'Cancelled',
	rejected: 'Rejected',
};

/**
 * Creator of the order (page "Enums Definitions", createType, read 2026-11). A takeover closes the position at the
 * bankruptcy price.
 */
const CREATE_TYPE: Readonly<Record<Origin, string>> = {
	user: 'CreateByUser',
	liquidation: 'CreateByTakeOver_PassThrough',
	adl: 'CreateByAdl_PassThrough',
	delisting: 'CreateBySettle',
};

/**
 * Execution type (page "Enums Definitions", execType, read 2026-11). `BustTrade` is a takeover liquidation, and
 * `Delivery` includes delistings.
 */
export const EXECUTION_TYPE: Readonly<Record<Origin, string>> = {
	user: 'Trade',
	liquidation: 'BustTrade',
	adl: 'AdlTrade',
	delisting: 'Delivery',
};

type Ending = { readonly cancelType: string; readonly rejectReason: string };

const NO_ENDING: Ending = { cancelType: 'UNKNOWN', rejectReason: 'EC_NoError' };

const ENDINGS: Readonly<Record<string, Ending>> = {
	userCancel: { cancelType: 'CancelByUser', rejectReason: 'EC_PerCancelRequest' },
	immediateOrCancel: { cancelType: 'UNKNOWN', rejectReason: 'EC_NoImmediateQtyToFill' },
	noLiquidity: { cancelType: 'UNKNOWN', rejectReason: 'EC_NoImmediateQtyToFill' },
	postOnlyWouldTake: { cancelType: 'UNKNOWN', rejectReason: 'EC_PostOnlyWillTakeLiquidity' },
	reduceOnlyNothingLeft: { cancelType: 'CancelByReduceOnly', rejectReason: 'EC_NoError' },
	selfTrade: { cancelType: 'CancelBySmp', rejectReason: 'EC_BySelfMatch' },
	liquidation: { cancelType: 'CancelAllBeforeLiq', rejectReason: 'EC_PerCancelRequest' },
	adl: { cancelType: 'CancelAllBeforeAdl', rejectReason: 'EC_PerCancelRequest' },
};

function endingOf(order: Order): Ending {
	const reason = order.endReason;
	if (reason === undefined) return NO_ENDING;
	if (reason === 'immediateOrCancel' && order.request.timeInForce === 'FOK') {
		return { cancelType: 'UNKNOWN', rejectReason: 'EC_CancelForNoFullFill' };
	}
	return ENDINGS[reason] ?? { cancelType: 'UNKNOWN', rejectReason: 'EC_Others' };
}

function averagePrice(order: Order): Decimal {
	return order.filledQuantity === ZERO ? ZERO : divTrunc(order.filledValue, order.filledQuantity);
}

function orderCore(instrument: Instrument, order: Order): Record<string, unknown> {
	const { request } = order;
	const leaves = isFinished(order) ? ZERO : sub(request.quantity, order.filledQuantity);
	const ending = endingOf(order);
	return {
		orderId: order.id,
		orderLinkId: request.clientOrderId ?? '',
		blockTradeId: '',
		symbol: request.symbol,
		price: request.price === undefined ? '0' : priceText(instrument, request.price),
		qty: quantityText(instrument, request.quantity),
		side: sideText(request.side),
		positionIdx: 0,
		orderStatus: STATUS[order.status],
		createType: CREATE_TYPE[order.origin],
		cancelType: ending.cancelType,
		rejectReason: ending.rejectReason,
		avgPrice: order.filledQuantity === ZERO ? '' : moneyText(averagePrice(order)),
		leavesQty: quantityText(instrument, leaves),
		leavesValue: request.price === undefined ? '0' : valueText(request.price, leaves),
		cumExecQty: quantityText(instrument, order.filledQuantity),
		cumExecValue: moneyText(order.filledValue),
		cumExecFee: moneyText(order.fee),
		timeInForce: request.kind === 'market' ? 'IOC' : request.timeInForce,
		orderType: request.kind === 'market' ? 'Market' : 'Limit',
		stopOrderType: '',
		orderIv: '',
		triggerPrice: '',
		takeProfit: '',
		stopLoss: '',
		tpTriggerBy: '',
		slTriggerBy: '',
		triggerDirection: 0,
		triggerBy: '',
		lastPriceOnCreated: '',
		reduceOnly: request.reduceOnly,
		closeOnTrigger: false,
		smpType: 'None',
		smpGroup: 0,
		smpOrderId: '',
		tpslMode: '',
		tpLimitPrice: '',
		slLimitPrice: '',
		placeType: '',
		createdTime: String(order.createdAt),
		updatedTime: String(order.updatedAt),
		cumFeeDetail: feeDetail(instrument, order),
	};
}

function feeDetail({ quote }: Instrument, order: Order): Record<string, string> {
	if (order.filledQuantity === ZERO) return {};
	return {
		...(order.fee !== ZERO || order.assetFee === ZERO ? { [quote]: moneyText(order.fee) } : {}),
		...(order.assetFee === ZERO ? {} : { [FEE_COIN]: moneyText(order.assetFee) }),
	};
}

/** Builds a row of `/v5/order/realtime` and `/v5/order/history`. */
export function orderBody(instrument: Instrument, order: Order): Record<string, unknown> {
	return { ...orderCore(instrument, order), isLeverage: '' };
}

/** Builds a row of the `order` stream. */
export function streamOrderBody(instrument: Instrument, order: Order): Record<string, unknown> {
	return { ...orderCore(instrument, order), category: 'linear', feeCurrency: '' };
}

/** A fill with its order and instrument. */
export type Execution = {
	readonly instrument: Instrument;
	readonly fill: Fill;
	readonly order: Order;
	/** Quantity of the order remaining after this fill, in base units. */
	readonly leaves: Decimal;
};

function executionCore({ instrument, fill, order, leaves }: Execution): Record<string, unknown> {
	const { price, kind, quantity } = order.request;
	return {
		symbol: fill.symbol,
		orderType: kind === 'limit' ? 'Limit' : 'Market',
		underlyingPrice: '',
		orderLinkId: fill.clientOrderId ?? '',
		side: sideText(fill.side),
		indexPrice: '',
		orderId: fill.orderId,
		stopOrderType: '',
		leavesQty: quantityText(instrument, leaves),
		execTime: String(fill.at),
		isMaker: fill.isMaker,
		execFee: moneyText(fill.fee),
		feeRate: rateText(fill.feeRate),
		execId: fill.id,
		tradeIv: '',
		blockTradeId: '',
		markPrice: priceText(instrument, fill.markPrice),
		execPrice: priceText(instrument, fill.price),
		markIv: '',
		orderQty: quantityText(instrument, quantity),
		orderPrice: price === undefined ? '0' : priceText(instrument, price),
		execValue: valueText(fill.price, fill.quantity),
		execType: EXECUTION_TYPE[fill.origin],
		execQty: quantityText(instrument, fill.quantity),
		closedSize: quantityText(instrument, fill.closedQuantity),
		createType: CREATE_TYPE[fill.origin],
		seq: sequenceOf(fill.id, fill.at),
	};
}

/** Builds a row of `/v5/execution/list`. */
export function executionBody(execution: Execution): Record<string, unknown> {
	return { ...executionCore(execution), feeCurrency: feeCurrency(execution.fill) };
}

/** Returns the fee currency; empty if it is the contract's settlement currency. */
function feeCurrency({ feeAsset }: Fill): string {
	return feeAsset === 'USDT' ? '' : feeAsset;
}

/** Builds a row of the `execution` stream. */
export function streamExecutionBody(execution: Execution): Record<string, unknown> {
	return {
		...executionCore(execution),
		category: 'linear',
		isLeverage: '0',
		feeCurrency: feeCurrency(execution.fill),
		execPnl: moneyText(execution.fill.realizedPnl),
	};
}

/**
 * Builds the execution row of a funding settlement. `execFee` is positive when paid, which is the opposite of
 * `funding` in the transaction log (documentation page "Get Transaction Log"). A short's `feeRate` is the market rate
 * with the opposite sign, so that execFee = execValue × feeRate on both sides.
 */
function fundingCore(
	instrument: Instrument,
	payment: FundingPayment,
	account: Account,
): Record<string, unknown> {
	const long = payment.quantity > ZERO;
	const quantity = abs(payment.quantity);
	return {
		symbol: payment.symbol,
		orderType: 'UNKNOWN',
		underlyingPrice: '',
		orderLinkId: '',
		side: long ? 'Buy' : 'Sell',
		indexPrice: '',
		orderId: settlementOrderId(payment, account),
		stopOrderType: 'UNKNOWN',
		leavesQty: '0',
		execTime: String(payment.at),
		isMaker: false,
		execFee: moneyText(neg(payment.amount)),
		feeRate: rateText(long ? payment.rate : neg(payment.rate)),
		execId: payment.id,
		tradeIv: '',
		blockTradeId: '',
		markPrice: priceText(instrument, payment.mark),
		execPrice: priceText(instrument, payment.mark),
		markIv: '',
		orderQty: '0',
		orderPrice: '0',
		execValue: moneyText(mulTrunc(payment.mark, quantity)),
		execType: 'Funding',
		execQty: quantityText(instrument, quantity),
		closedSize: '0',
		createType: '',
		seq: sequenceOf(payment.id, payment.at),
	};
}

export function fundingBody(
	instrument: Instrument,
	payment: FundingPayment,
	account: Account,
): Record<string, unknown> {
	return { ...fundingCore(instrument, payment, account), feeCurrency: '' };
}

export function streamFundingBody(
	instrument: Instrument,
	payment: FundingPayment,
	account: Account,
): Record<string, unknown> {
	return {
		...fundingCore(instrument, payment, account),
		category: 'linear',
		isLeverage: '0',
		execPnl: '0',
	};
}

/** Returns `<settlement time, s>-8-<user id>-1-2`. A settlement has no order, so Bybit uses this as its order id. */
export function settlementOrderId(payment: FundingPayment, account: Account): string {
	return `${Math.trunc(payment.at / 1000)}-8-${account.uid}-1-2`;
}

/**
 * Returns a cross sequence number: the number at the end of `id` if there is one, otherwise the time. Both rise with
 * time.
 */
function sequenceOf(id: string, at: number): number {
	const digits = /^\D*(\d{1,15})$/.exec(id)?.[1];
	return digits === undefined ? at : Number(digits);
}

/**
 * Defines OKX's error codes, HTTP statuses and messages (page "Error Code", sections general, API and trade class,
 * read 2026-11). Errors about a single order are in the response's `data` as `sCode` and `sMsg`. All others are the
 * response's own `code` and `msg`.
 */
import { type Decimal, formatDecimal } from '../../src/domain/decimal.ts';
import { bandLimit } from '../core/order-checks.ts';
import type { Exchange, ExchangeRefusal, Instrument, RefusalCode } from '../core/types.ts';

/** A refused request, with OKX's own code and message. */
export class OkxRefusal extends Error {
	override readonly name = 'OkxRefusal';
	readonly code: string;
	readonly status: number;
	constructor(code: string, message: string, status = 200) {
		super(message);
		this.code = code;
		this.status = status;
	}
}

export function emptyParameter(name: string): OkxRefusal {
	return new OkxRefusal('50014', `Parameter ${name} can not be empty.`, 400);
}

export function wrongParameter(name: string): OkxRefusal {
	return new OkxRefusal('51000', `Parameter ${name} error`, 400);
}

export function unknownInstrument(): OkxRefusal {
	return new OkxRefusal('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
}

export function tooManyRequests(): OkxRefusal {
	return new OkxRefusal('50011', 'Too Many Requests', 429);
}

/** OKX has no code for a fault from the fault plan, so such a refusal has the code of a real OKX limit. */
const FAULT = [
	'51004',
	'Order failed. The sum of order size and position exceeds the maximum position amount under current leverage.',
] as const;

/**
 * We chose `59000` for an order while a position or an order with the other margin mode is open. OKX can hold an
 * isolated and a cross position at once; the core can hold only one of them.
 */
const REFUSALS: Readonly<Record<RefusalCode, readonly [code: string, message: string]>> = {
	UNKNOWN_SYMBOL: ['51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist."],
	NOT_TRADED: ['51022', 'Contract suspended.'],
	INSUFFICIENT_BALANCE: ['51008', 'Order failed. Insufficient USDT margin in account'],
	DUPLICATE_CLIENT_ORDER_ID: ['51016', 'Client order ID already exists.'],
	QUANTITY_BELOW_MIN: ['51020', 'Your order should meet or exceed the minimum order amount.'],
	QUANTITY_ABOVE_MAX: ['51101', "Order failed, the sz of the current order can't be more than the maximum."],
	QUANTITY_OFF_STEP: ['51121', 'Order quantity must be a multiple of the lot size.'],
	NOTIONAL_BELOW_MIN: ['51020', 'Your order should meet or exceed the minimum order amount.'],
	PRICE_MISSING: ['51204', 'The price for the limit order cannot be empty.'],
	PRICE_OFF_TICK: ['51150', 'The precision of the number of trades or the price exceeds the limit.'],
	PRICE_OUT_OF_BAND: ['51006', 'Order price is not within the price limit'],
	REDUCE_ONLY_NO_POSITION: [
		'51169',
		"Order failed because you don't have any positions in this direction for this contract to reduce or close.",
	],
	LEVERAGE_OUT_OF_RANGE: ['59102', 'Leverage exceeds the maximum limit. Please lower the leverage.'],
	LEVERAGE_NOT_MODIFIED: ['59000', 'Your settings failed as you have positions or open orders.'],
	MARGIN_MODE_NOT_MODIFIED: ['59000', 'Your settings failed as you have positions or open orders.'],
	POSITION_EXISTS: ['59000', 'Your settings failed as you have positions or open orders.'],
	ORDER_NOT_FOUND: [
		'51400',
		'Order cancellation failed as the order has been filled, canceled or does not exist.',
	],
	ORDER_FINISHED: [
		'51400',
		'Order cancellation failed as the order has been filled, canceled or does not exist.',
	],
	TOO_MANY_OPEN_ORDERS: [
		'51102',
		"Order failed, the number of pending orders for this instId can't be more.",
	],
	FAULT_REJECT: FAULT,
};

export function toOkxRefusal(refusal: ExchangeRefusal): OkxRefusal {
	const [code, message] = REFUSALS[refusal.code];
	return new OkxRefusal(code, message);
}

/** Returns the maximum buy price and minimum sell price, like OKX's endpoint "Get limit price". */
export function priceLimits(
	exchange: Exchange,
	instrument: Instrument,
): { readonly buy: Decimal; readonly sell: Decimal } {
	const { mark } = exchange.quote(instrument.symbol);
	const { terms } = exchange;
	return { buy: bandLimit(terms, 'buy', mark), sell: bandLimit(terms, 'sell', mark) };
}

/**
 * Converts the refusal of an order. If the price is outside the price limits, the message states the current limits.
 */
export function orderRefusal(
	exchange: Exchange,
	instrument: Instrument,
	refusal: ExchangeRefusal,
): OkxRefusal {
	const plain = toOkxRefusal(refusal);
	if (refusal.code !== 'PRICE_OUT_OF_BAND') return plain;
	const { buy, sell } = priceLimits(exchange, instrument);
	const limits = `(max buy price: ${formatDecimal(buy)} , min sell price: ${formatDecimal(sell)} )`;
	return new OkxRefusal(plain.code, `${plain.message} ${limits}`);
}

/**
 * Defines KuCoin's error codes, HTTP statuses and messages (futures error codes page, read 2026-11; ccxt's table for
 * the rest).
 */
import type { ExchangeRefusal, RefusalCode } from '../core/types.ts';

/** A refused request, with KuCoin's own code and message. */
export class KucoinRefusal extends Error {
	override readonly name = 'KucoinRefusal';
	readonly code: string;
	readonly status: number;
	constructor(code: string, message: string, status = 200) {
		super(message);
		this.code = code;
		this.status = status;
	}
}

export function invalidParameter(message: string): KucoinRefusal {
	return new KucoinRefusal('100001', message, 400);
}

const REFUSALS: Readonly<Record<RefusalCode, readonly [code: string, message: string]>> = {
	UNKNOWN_SYMBOL: ['200003', 'symbol not exists'],
	NOT_TRADED: ['300002', 'Order placement/cancellation suspended, please try again later.'],
	INSUFFICIENT_BALANCE: [
		'300003',
		'Balance insufficient. The order would cost more than the available balance.',
	],
	DUPLICATE_CLIENT_ORDER_ID: ['300018', 'clientOid parameter repeated'],
	QUANTITY_BELOW_MIN: ['100001', 'Quantity parameter cannot be less than 1.'],
	QUANTITY_ABOVE_MAX: ['100001', 'Quantity exceeds the upper limit of one order.'],
	QUANTITY_OFF_STEP: ['100001', 'Quantity parameter must be a multiple of the lot size.'],
	NOTIONAL_BELOW_MIN: ['100001', 'The order value is below the minimum.'],
	PRICE_MISSING: ['100001', 'Price parameter cannot be empty for a limit order.'],
	PRICE_OFF_TICK: ['100001', 'Price parameter must be a multiple of the tick size.'],
	PRICE_OUT_OF_BAND: ['300012', 'Order price cannot be beyond the price band around the mark price.'],
	REDUCE_ONLY_NO_POSITION: ['300009', 'No open positions to close.'],
	LEVERAGE_OUT_OF_RANGE: ['300016', 'The leverage cannot be greater than the maximum of the contract.'],
	LEVERAGE_NOT_MODIFIED: ['100001', 'Leverage is not modified.'],
	MARGIN_MODE_NOT_MODIFIED: ['100001', 'The margin mode is already the requested one.'],
	// KuCoin does not document its response to a change of the margin mode while a position or an order is open, so
	// we chose this code.
	POSITION_EXISTS: ['330001', 'There are open orders or positions; the margin mode cannot be switched.'],
	ORDER_NOT_FOUND: ['100004', 'The order cannot be canceled: it does not exist.'],
	ORDER_FINISHED: ['100004', 'The order cannot be canceled.'],
	TOO_MANY_OPEN_ORDERS: ['300001', 'Maximum number of active orders has been reached.'],
	FAULT_REJECT: ['300000', 'Request params check failed by the risk control.'],
};

export function toKucoinRefusal(refusal: ExchangeRefusal): KucoinRefusal {
	const [code, message] = REFUSALS[refusal.code];
	return new KucoinRefusal(code, message);
}

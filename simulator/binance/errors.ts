/** Defines Binance's error codes, HTTP statuses and messages (USD-M futures, page "Error Codes", read 2026-11). */
import { formatDecimal } from '../../src/domain/decimal.ts';
import type { ExchangeRefusal, Instrument, RefusalCode } from '../core/types.ts';

/** A refused request, with Binance's own code and message. */
export class BinanceRefusal extends Error {
	override readonly name = 'BinanceRefusal';
	readonly code: number;
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	constructor(code: number, message: string, status = 400, headers: Readonly<Record<string, string>> = {}) {
		super(message);
		this.code = code;
		this.status = status;
		this.headers = headers;
	}
}

export function missing(name: string): BinanceRefusal {
	return new BinanceRefusal(
		-1102,
		`Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
	);
}

export function malformed(name: string): BinanceRefusal {
	return new BinanceRefusal(-1130, `Data sent for parameter '${name}' is not valid.`);
}

export const badSymbol = (): BinanceRefusal => new BinanceRefusal(-1121, 'Invalid symbol.');
export const badKey = (): BinanceRefusal =>
	new BinanceRefusal(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
export const noSuchOrder = (): BinanceRefusal => new BinanceRefusal(-2013, 'Order does not exist.');
export const unknownListenKey = (): BinanceRefusal =>
	new BinanceRefusal(-1125, 'This listenKey does not exist.');
/**
 * Returns the refusal of a post-only order that would take liquidity. Binance does not record an order refused in
 * this way or with `wouldNotFill` (page "Error Codes").
 */
export const wouldTake = (): BinanceRefusal =>
	new BinanceRefusal(
		-5022,
		'Due to the order could not be executed as maker, the Post Only order will be rejected. The order will not be recorded in the order history',
	);
export const wouldNotFill = (): BinanceRefusal =>
	new BinanceRefusal(
		-5021,
		'Due to the order could not be filled immediately, the FOK order has been rejected. The order will not be recorded in the order history',
	);
/**
 * Returns a 503 response, which leaves the request's outcome unknown (page "General Info", "HTTP 503 Status: Message
 * Variants & Handling").
 */
export const serverError = (): BinanceRefusal =>
	new BinanceRefusal(-1000, 'Unknown error, please check your request or try again later.', 503);

const REFUSALS: Readonly<Record<RefusalCode, readonly [code: number, message: string]>> = {
	UNKNOWN_SYMBOL: [-1121, 'Invalid symbol.'],
	NOT_TRADED: [-4141, 'Symbol is closed.'],
	INSUFFICIENT_BALANCE: [-2019, 'Margin is insufficient.'],
	DUPLICATE_CLIENT_ORDER_ID: [-4116, 'ClientOrderId is duplicated.'],
	QUANTITY_BELOW_MIN: [-4003, 'Quantity less than or equal to zero.'],
	QUANTITY_ABOVE_MAX: [-4005, 'Quantity greater than max quantity.'],
	QUANTITY_OFF_STEP: [-1111, 'Precision is over the maximum defined for this asset.'],
	NOTIONAL_BELOW_MIN: [-4164, "Order's notional must be no smaller than 5 (unless you choose reduce only)."],
	PRICE_MISSING: [-1102, "Mandatory parameter 'price' was not sent, was empty/null, or malformed."],
	PRICE_OFF_TICK: [-4014, 'Price not increased by tick size.'],
	PRICE_OUT_OF_BAND: [-4016, 'Price is outside of the mark price multipliers.'],
	REDUCE_ONLY_NO_POSITION: [-2022, 'ReduceOnly Order is rejected.'],
	LEVERAGE_OUT_OF_RANGE: [-4028, 'Leverage is not valid'],
	LEVERAGE_NOT_MODIFIED: [-4028, 'Leverage is not valid'],
	MARGIN_MODE_NOT_MODIFIED: [-4046, 'No need to change margin type.'],
	POSITION_EXISTS: [-4048, 'Margin type cannot be changed if there exists position.'],
	ORDER_NOT_FOUND: [-2011, 'Unknown order sent.'],
	ORDER_FINISHED: [-2011, 'Unknown order sent.'],
	TOO_MANY_OPEN_ORDERS: [-2025, 'Reach max open order limit.'],
	FAULT_REJECT: [-4088, 'User can not place order currently'],
};

export function toBinanceRefusal(
	refusal: ExchangeRefusal,
	instrument: Instrument | undefined,
): BinanceRefusal {
	const [code, message] = REFUSALS[refusal.code];
	if (refusal.code === 'NOTIONAL_BELOW_MIN' && instrument !== undefined) {
		const least = formatDecimal(instrument.notionalMin);
		return new BinanceRefusal(
			code,
			`Order's notional must be no smaller than ${least} (unless you choose reduce only).`,
		);
	}
	return new BinanceRefusal(code, message);
}

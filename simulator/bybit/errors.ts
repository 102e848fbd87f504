/**
 * Defines Bybit's refusals, with one `retCode` and message per reason.
 *
 * Codes are from the V5 documentation, page "Error Codes" (2026-07-24). If users report a different message from the
 * live exchange, the simulator uses that one.
 */
import { formatDecimal } from '../../src/domain/decimal.ts';
import type { ExchangeRefusal, Instrument, RefusalCode } from '../core/types.ts';

/** A request that Bybit answers with a `retCode` other than 0. */
export class BybitRefusal extends Error {
	override readonly name = 'BybitRefusal';
	readonly retCode: number;
	/** HTTP status; most refusals have 200. */
	readonly httpStatus: number;
	/** The `result` field; `{}` except for margin mode refusals. */
	readonly result: Readonly<Record<string, unknown>>;

	constructor(retCode: number, retMsg: string, httpStatus = 200, result: Record<string, unknown> = {}) {
		super(retMsg);
		this.retCode = retCode;
		this.httpStatus = httpStatus;
		this.result = result;
	}
}

/** Returns refusal 10001 for a missing or invalid parameter. */
export function paramsError(detail: string): BybitRefusal {
	return new BybitRefusal(10001, `params error: ${detail}`);
}

/** Returns refusal 10001 with the market endpoints' message for a symbol that is not listed. */
export function symbolNotSupported(): BybitRefusal {
	return new BybitRefusal(10001, 'Not supported symbols');
}

const ORDER_GONE_MESSAGE = 'order not exists or too late to cancel';

const RATE_LIMIT_MESSAGE = 'Too many visits. Exceeded the API Rate Limit.';

/** Returns refusal 10006 with HTTP 200 for an account that exceeded an endpoint's limit of requests per second. */
export function rateLimited(): BybitRefusal {
	return new BybitRefusal(10006, RATE_LIMIT_MESSAGE);
}

/** Returns refusal 10006 with HTTP 403 for an address that exceeded its limit of requests in five seconds. */
export function addressLimited(): BybitRefusal {
	return new BybitRefusal(10006, 'access too frequent', 403);
}

export function routeNotFound(path: string): BybitRefusal {
	return new BybitRefusal(10017, `Route not found: ${path.slice(0, 100)}`, 404);
}

/** Returns the refusal for an unexpected failure inside the exchange. The outcome of the request stays unknown. */
export function serverError(): BybitRefusal {
	return new BybitRefusal(10016, 'Internal System Error.', 500);
}

type Wording = (instrument: Instrument | undefined, refusal: ExchangeRefusal) => BybitRefusal;

const fixed =
	(retCode: number, retMsg: string): Wording =>
	() =>
		new BybitRefusal(retCode, retMsg);

/** Bybit's code and message for each refusal of the core. */
const WORDINGS: Readonly<Record<RefusalCode, Wording>> = {
	UNKNOWN_SYMBOL: () => paramsError('symbol invalid'),
	NOT_TRADED: fixed(110074, 'This contract is not live'),
	INSUFFICIENT_BALANCE: fixed(110007, 'ab not enough for new order'),
	DUPLICATE_CLIENT_ORDER_ID: fixed(110072, 'OrderLinkedID is duplicate'),
	QUANTITY_BELOW_MIN: fixed(10001, 'The number of contracts exceeds minimum limit allowed'),
	QUANTITY_ABOVE_MAX: fixed(10001, 'The number of contracts exceeds maximum limit allowed: too large'),
	QUANTITY_OFF_STEP: fixed(10001, 'Qty invalid'),
	NOTIONAL_BELOW_MIN: (instrument) => {
		const minimum = instrument === undefined ? '' : ` ${formatDecimal(instrument.notionalMin)}USDT`;
		return new BybitRefusal(110094, `Order does not meet minimum order value${minimum}`);
	},
	PRICE_MISSING: fixed(10001, 'Price invalid'),
	PRICE_OFF_TICK: fixed(10001, 'Price invalid'),
	PRICE_OUT_OF_BAND: fixed(110003, 'Order price exceeds the allowable range.'),
	REDUCE_ONLY_NO_POSITION: fixed(110017, 'current position is zero, cannot fix reduce-only order qty'),
	LEVERAGE_OUT_OF_RANGE: (instrument, refusal) => {
		if (instrument === undefined) return new BybitRefusal(110013, refusal.message);
		// Bybit gives leverage in hundredths in this message, so 5000 means 50x.
		const hundredths = instrument.leverageMax * 100;
		return new BybitRefusal(110013, `cannot set leverage gt maxLeverage [${hundredths}] by risk limit`);
	},
	LEVERAGE_NOT_MODIFIED: fixed(110043, 'leverage not modified'),
	MARGIN_MODE_NOT_MODIFIED: () => marginModeRefused('3400026', 'Margin mode is not modified'),
	POSITION_EXISTS: () =>
		marginModeRefused('3400054', 'You have open positions or orders, so the margin mode cannot be switched'),
	ORDER_NOT_FOUND: fixed(110001, ORDER_GONE_MESSAGE),
	ORDER_FINISHED: fixed(110001, ORDER_GONE_MESSAGE),
	TOO_MANY_OPEN_ORDERS: fixed(110020, 'Not allowed to have more than 500 active orders.'),
	FAULT_REJECT: fixed(110021, 'Not allowed to exceeded position limits due to Open Interest.'),
};

/**
 * Converts a refusal of the core to Bybit's code and message. `instrument` is undefined if the request named no
 * listed symbol.
 */
export function toBybitRefusal(refusal: ExchangeRefusal, instrument: Instrument | undefined): BybitRefusal {
	return WORDINGS[refusal.code](instrument, refusal);
}

function marginModeRefused(reasonCode: string, reasonMsg: string): BybitRefusal {
	return new BybitRefusal(3400045, 'Set margin mode failed', 200, { reasons: [{ reasonCode, reasonMsg }] });
}

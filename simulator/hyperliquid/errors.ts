/**
 * Defines Hyperliquid's refusals, which have messages but no codes. A refusal is for a whole action or, in the list
 * of statuses, for one order or cancel (page "Error responses", read 2026-11). On the live exchange, messages about
 * orders end with ` asset=N`, which the page omits (records from ccxt and other clients). Messages that are not on
 * the page come from those records or are marked as our choice.
 */
import { ExchangeRefusal, type RefusalCode } from '../core/types.ts';

/** Refuses a whole action: `{"status":"err","response":<message>}`. */
export class ActionRefusal extends Error {
	override readonly name = 'ActionRefusal';
}

/**
 * Thrown for a body with missing or wrong fields. As for any such request to Hyperliquid, the response is 422 with
 * this text.
 */
export class MalformedRequest extends Error {
	override readonly name = 'MalformedRequest';
	constructor() {
		super('Failed to deserialize the JSON body into the target type');
	}
}

/** Refuses one order or cancel in a list. */
export class ItemRefusal extends Error {
	override readonly name = 'ItemRefusal';
}

const SENTENCES: Readonly<Record<RefusalCode, string>> = {
	UNKNOWN_SYMBOL: 'Asset does not exist.',
	// The page has no message for a contract that is not traded, so we chose this one.
	NOT_TRADED: 'Trading is halted.',
	INSUFFICIENT_BALANCE: 'Insufficient margin to place order.',
	// The refusal of a reused client order id is not documented, so we chose this message.
	DUPLICATE_CLIENT_ORDER_ID: 'Cloid was used before.',
	QUANTITY_BELOW_MIN: 'Order has zero size.',
	QUANTITY_ABOVE_MAX: 'Order has invalid size.',
	QUANTITY_OFF_STEP: 'Order has invalid size.',
	NOTIONAL_BELOW_MIN: 'Order must have minimum value of $10.',
	PRICE_MISSING: 'Order has invalid price.',
	PRICE_OFF_TICK: 'Price must be divisible by tick size.',
	PRICE_OUT_OF_BAND: 'Order price cannot be more than 95% away from the reference price',
	REDUCE_ONLY_NO_POSITION: 'Reduce only order would increase position.',
	LEVERAGE_OUT_OF_RANGE: 'Invalid leverage value',
	LEVERAGE_NOT_MODIFIED: 'Leverage is not modified.',
	MARGIN_MODE_NOT_MODIFIED: 'Leverage type is not modified.',
	POSITION_EXISTS: 'Cannot switch leverage type with open position.',
	ORDER_NOT_FOUND: 'Order was never placed, already canceled, or filled.',
	ORDER_FINISHED: 'Order was never placed, already canceled, or filled.',
	TOO_MANY_OPEN_ORDERS: 'Too many open orders.',
	FAULT_REJECT: 'Order would increase open interest while open interest is capped',
};

export function sentenceOf(refusal: ExchangeRefusal): string {
	return SENTENCES[refusal.code];
}

/** Returns the message for a refused item; undefined for any other error. */
export function itemSentence(error: unknown, asset: number): string | undefined {
	if (error instanceof ExchangeRefusal) return `${sentenceOf(error)} asset=${asset}`;
	return error instanceof ItemRefusal ? `${error.message} asset=${asset}` : undefined;
}

/** Defines Tidemark's refusals. Each has a code `T-…`, a message, and an HTTP status for the type of refusal. */
import type { ExchangeRefusal, RefusalCode } from '../../../simulator/core/types.ts';

/** A refused request, with Tidemark's own code and message. */
export class TidemarkRefusal extends Error {
	override readonly name = 'TidemarkRefusal';
	readonly code: string;
	readonly status: number;
	constructor(code: string, message: string, status = 422) {
		super(message);
		this.code = code;
		this.status = status;
	}
}

/** Returns the refusal for a missing or unreadable request field. */
export function unreadable(name: string): TidemarkRefusal {
	return new TidemarkRefusal('T-200', `${name} is missing or cannot be read`);
}

const REFUSALS: Readonly<Record<RefusalCode, readonly [code: string, message: string]>> = {
	UNKNOWN_SYMBOL: ['T-201', 'no such contract'],
	NOT_TRADED: ['T-202', 'the contract is not trading'],
	INSUFFICIENT_BALANCE: ['T-300', 'free margin is too small'],
	DUPLICATE_CLIENT_ORDER_ID: ['T-301', 'ref was used before'],
	QUANTITY_BELOW_MIN: ['T-302', 'qty is below the least of the contract'],
	QUANTITY_ABOVE_MAX: ['T-303', 'qty is above the most of the contract'],
	QUANTITY_OFF_STEP: ['T-304', 'qty is off the step'],
	NOTIONAL_BELOW_MIN: ['T-305', 'value is below the least of the contract'],
	PRICE_MISSING: ['T-200', 'limit is missing or cannot be read'],
	PRICE_OFF_TICK: ['T-306', 'limit is off the tick'],
	PRICE_OUT_OF_BAND: ['T-307', 'limit is too far from the mark'],
	REDUCE_ONLY_NO_POSITION: ['T-308', 'there is nothing to shrink'],
	LEVERAGE_OUT_OF_RANGE: ['T-309', 'leverage is out of range'],
	LEVERAGE_NOT_MODIFIED: ['T-310', 'nothing changed'],
	MARGIN_MODE_NOT_MODIFIED: ['T-310', 'nothing changed'],
	POSITION_EXISTS: ['T-311', 'the contract has a position or an order'],
	ORDER_NOT_FOUND: ['T-312', 'no live order has that ref'],
	ORDER_FINISHED: ['T-312', 'no live order has that ref'],
	TOO_MANY_OPEN_ORDERS: ['T-313', 'too many live orders'],
	FAULT_REJECT: ['T-399', 'refused by risk control'],
};

/** Converts a refusal of the core to Tidemark's. */
export function toTidemarkRefusal({ code }: ExchangeRefusal): TidemarkRefusal {
	return new TidemarkRefusal(...REFUSALS[code]);
}

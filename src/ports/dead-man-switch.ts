/**
 * An exchange's own switch that cancels orders when their owner falls silent. It is armed for a limited time, renewed
 * while an order of ours rests, and disarmed afterwards: a crashed service leaves nothing on a book that could fill
 * one leg.
 *
 * Some switches cancel more than our orders. A switch that would cancel an order of somebody else is never armed.
 */

/** Orders that a switch cancels: those of one contract, only ours, or all of the account. */
export type SwitchReach = 'contract' | 'ours' | 'account';

/**
 * `yes`: it can be armed, or is armed now. `no`: the exchange refuses it, or it would also cancel an order that is
 * not ours. `unknown`: the exchange gave no usable answer.
 */
export type SwitchAnswer = {
	readonly kind: 'yes' | 'no' | 'unknown';
	/** A sentence without its full stop. */
	readonly said: string;
};

/**
 * A switch cancels this long after its last renewal, milliseconds. At Bybit the account's owner may set a shorter
 * time.
 */
export const SWITCH_PERIOD_MS = 20_000;

/** True if this service sent the order with this client order id. */
export type IsOurs = (clientOrderId: string) => boolean;

/** The switch of one exchange account, used contract by contract. */
export interface DeadManSwitch {
	readonly reach: SwitchReach;
	/**
	 * Checks whether it could be armed for an order on the contract. Arms nothing and cancels nothing. Never throws.
	 */
	check(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/**
	 * Arms it for orders on the contract, or renews it. It may be armed even after an answer other than `yes`. Never
	 * throws.
	 */
	arm(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/** True if the exchange has confirmed that it is off. Never throws. */
	disarm(symbol: string): Promise<boolean>;
}

/** The answer for an exchange without such a switch, or whose adapter knows of none. */
export function noSwitch(exchange: string): SwitchAnswer {
	return { kind: 'no', said: `${exchange} has no dead-man switch` };
}

/**
 * An exchange's own switch that cancels orders when their owner falls silent. It is armed for a while, renewed while an order
 * of ours rests, and disarmed afterwards: a service that dies leaves nothing on a book that could fill one leg.
 *
 * Some switches cancel more than our orders. One that would cancel an order of somebody else is never armed.
 */

/** Which open orders a switch cancels: those of one contract, ours alone, or all of the account. */
export type SwitchReach = 'contract' | 'ours' | 'account';

/**
 * `yes`: it can be armed, or now is. `no`: the exchange refuses it, or an order that is not ours rests where it reaches.
 * `unknown`: the exchange gave no usable answer.
 */
export type SwitchAnswer = {
	readonly kind: 'yes' | 'no' | 'unknown';
	/** A sentence without its full stop. */
	readonly said: string;
};

/** So long after it was last renewed a switch cancels, milliseconds. Bybit's may be set to less by the account's owner. */
export const SWITCH_PERIOD_MS = 20_000;

/** Whether this service sent the order with this client order id. */
export type IsOurs = (clientOrderId: string) => boolean;

/** The switch of one exchange account, used contract by contract. */
export interface DeadManSwitch {
	readonly reach: SwitchReach;
	/** Whether it could be armed for an order on the contract. Covers nothing, cancels nothing. Never throws. */
	check(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/** Arms it for orders on the contract, or renews it. After any answer but `yes` it may be armed all the same. Never throws. */
	arm(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/** Answers whether the exchange has said that it is off. Never throws. */
	disarm(symbol: string): Promise<boolean>;
}

/** Said where an exchange has no such switch, or the adapter knows of none. */
export function noSwitch(venue: string): SwitchAnswer {
	return { kind: 'no', said: `${venue} has no dead-man switch` };
}

/**
 * Defines an exchange's dead-man switch, which cancels orders when their owner falls silent. The service arms it for
 * a limited time, renews it while one of its orders rests, and disarms it afterwards. A crashed service therefore
 * leaves no resting order whose fill would leave a leg unhedged.
 *
 * Some switches cancel more than the service's own orders. The service never arms a switch that would cancel somebody
 * else's order.
 */

import { VENUE_SWITCH_TEXT } from '../domain/venue-text.ts';
import type { Words } from '../sentences/sentence.ts';

/** Orders that a switch cancels: those on one contract, only the service's own, or all orders on the account. */
export type SwitchReach = 'contract' | 'ours' | 'account';

/**
 * `yes`: the switch can be armed, or is armed now. `no`: the exchange refuses it, or it would also cancel somebody
 * else's order. `unknown`: the exchange gave no usable response.
 */
export type SwitchAnswer = {
	readonly kind: 'yes' | 'no' | 'unknown';
	/** The finding, as a sentence without its full stop. */
	readonly said: Words;
};

/**
 * Time from the last renewal of a switch until it cancels orders, milliseconds. On Bybit, the account's owner may set
 * a shorter time.
 */
export const SWITCH_PERIOD_MS = 20_000;

/** True if this service sent the order with this client order id. */
export type IsOurs = (clientOrderId: string) => boolean;

/** The switch of one exchange account, used separately for each contract. */
export interface DeadManSwitch {
	readonly reach: SwitchReach;
	/**
	 * Checks whether the switch could be armed for an order on the contract. It arms nothing, cancels nothing and
	 * never throws.
	 */
	check(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/**
	 * Arms the switch for orders on the contract, or renews it. The switch may be armed even if the result is not
	 * `yes`. Never throws.
	 */
	arm(symbol: string, isOurs: IsOurs): Promise<SwitchAnswer>;
	/** Disarms the switch. Resolves to true if the exchange has confirmed that the switch is off. Never throws. */
	disarm(symbol: string): Promise<boolean>;
}

/** Returns the result for an exchange that has no such switch, or whose adapter supports none. */
export function noSwitch(exchange: string): SwitchAnswer {
	return { kind: 'no', said: VENUE_SWITCH_TEXT.none({ exchange }) };
}

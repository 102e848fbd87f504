/**
 * Arms OKX's "Cancel All After" (OKX documentation, 2026-07). With a tag it cancels only the orders with that tag, 10
 * to 120 seconds after the last call; a time of 0 stops the timer. Our resting orders carry the tag, so the timer
 * never cancels other orders.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import type { DeadManDialect } from '../shared/dialect.ts';

/** Tag of our resting orders: "A combination of case-sensitive alphanumerics … of up to 16 characters". */
export const OKX_RESTING_TAG = 'carrywire';
/** No order has this tag. A timer for it shows whether the account may use timers, and cancels nothing. */
const CHECKING_TAG = 'carrywirelook';
const SECONDS = String(SWITCH_PERIOD_MS / 1_000);

/** OKX's timer, which cancels only the orders with our tag. */
export const okxDeadMan: DeadManDialect = {
	reach: 'ours',
	check: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: SECONDS, tag: CHECKING_TAG }),
	arm: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: SECONDS, tag: OKX_RESTING_TAG }),
	disarm: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: '0', tag: OKX_RESTING_TAG }),
};

/**
 * OKX's "Cancel All After" (its page, 2026-07): with a tag it cancels the orders of that tag and no others, from 10 to 120
 * seconds after the last call; 0 ends it. Orders of ours that may rest carry the tag, so that nothing else is ever reached.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import type { DeadManDialect } from '../shared/dialect.ts';

/** "A combination of case-sensitive alphanumerics … of up to 16 characters". */
export const OKX_RESTING_TAG = 'carrywire';
/** No order has it: a countdown of it shows whether the account may, and cancels nothing. */
const CHECKING_TAG = 'carrywirelook';
const SECONDS = String(SWITCH_PERIOD_MS / 1_000);

/** OKX's timer that cancels the orders with our tag and no others. */
export const okxDeadMan: DeadManDialect = {
	reach: 'ours',
	check: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: SECONDS, tag: CHECKING_TAG }),
	arm: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: SECONDS, tag: OKX_RESTING_TAG }),
	disarm: (call) => call('probe', 'privatePostTradeCancelAllAfter', { timeOut: '0', tag: OKX_RESTING_TAG }),
};

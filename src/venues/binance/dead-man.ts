/**
 * Arms Binance's countdown, which cancels all open orders on a symbol when it reaches zero (page "Auto-Cancel All
 * Open Orders", read 2026-11). Each call restarts the symbol's countdown; a time of 0 stops the countdown. The page
 * does not mention conditional orders; we assume that the countdown cancels them too.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import type { DeadManDialect } from '../shared/dialect.ts';
import { listed, text } from '../shared/fields.ts';

/**
 * Binance's countdown, which cancels a contract's open orders when it reaches zero. Each call restarts the contract's
 * countdown.
 */
export const binanceDeadMan: DeadManDialect = {
	reach: 'contract',
	async readOpen(call, { symbol }) {
		const [orders, conditional] = await Promise.all([
			call('probe', 'fapiPrivateGetOpenOrders', { symbol }),
			call('probe', 'fapiPrivateGetOpenAlgoOrders', { symbol }),
		]);
		return [
			...listed(orders, 'open orders').map((row) => text(row, 'clientOrderId') ?? null),
			...listed(conditional, 'conditional orders').map(() => null),
		];
	},
	// There is nothing to check, because no page says that any account is excluded from the countdown. If Binance
	// does refuse an account, it does so when we arm the countdown.
	check: async () => undefined,
	arm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: SWITCH_PERIOD_MS }),
	disarm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: 0 }),
};

/**
 * Binance's countdown that cancels all open orders of a symbol (page "Auto-Cancel All Open Orders", read 2026-11): each call
 * replaces the countdown of its symbol, 0 ends it. Conditional orders, of which the page says nothing, count as covered.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import type { DeadManDialect } from '../shared/dialect.ts';
import { listed, text } from '../shared/fields.ts';

/** Countdown of Binance that cancels the open orders of one contract; a further call replaces it. */
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
	// No page names an account that may not; one is refused when it is armed.
	check: async () => undefined,
	arm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: SWITCH_PERIOD_MS }),
	disarm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: 0 }),
};

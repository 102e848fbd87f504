/**
 * Binance's countdown that cancels all open orders of a symbol (page "Auto-Cancel All Open Orders", read 2026-11). Each
 * call replaces the symbol's countdown; 0 ends it. The page does not mention conditional orders; we treat them as
 * covered.
 */
import { SWITCH_PERIOD_MS } from '../../ports/dead-man-switch.ts';
import type { DeadManDialect } from '../shared/dialect.ts';
import { listed, text } from '../shared/fields.ts';

/** Countdown of Binance that cancels the open orders of one contract; each call replaces it. */
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
	// No page excludes an account; Binance would refuse when we arm the countdown.
	check: async () => undefined,
	arm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: SWITCH_PERIOD_MS }),
	disarm: (call, { symbol }) =>
		call('probe', 'fapiPrivatePostCountdownCancelAll', { symbol, countdownTime: 0 }),
};

/** How many requests Bybit takes (page "Rate Limit Rules", read 2026-11): it counts requests, of an address and per endpoint of an account. */
import type { Dialect } from './dialect.ts';

export const BYBIT_BUDGETS: Pick<Dialect, 'budgets' | 'addressBudget' | 'weights'> = {
	// 10 orders/s per account and symbol group.
	budgets: {
		order: { perSecond: 10, burst: 10, waitMsMax: 0 },
		probe: { perSecond: 20, burst: 60, waitMsMax: 2_000 },
		account: { perSecond: 25, burst: 60, waitMsMax: 3_000 },
		market: { perSecond: 40, burst: 80, waitMsMax: 5_000 },
		history: { perSecond: 4, burst: 8, waitMsMax: 120_000 },
	},
	// 600 requests in 5 s for an address: one account and the market stay inside, any number of them has to.
	addressBudget: {
		perSecond: 80,
		burst: 180,
		classes: {
			order: { leaves: 0, waitMsMax: 0 },
			probe: { leaves: 20, waitMsMax: 2_000 },
			market: { leaves: 60, waitMsMax: 5_000 },
			account: { leaves: 80, waitMsMax: 3_000 },
			history: { leaves: 120, waitMsMax: 120_000 },
		},
	},
	weights: {},
};

/** How many requests OKX takes, by each endpoint's own page (read 2026-11). */
import type { Dialect } from './dialect.ts';
import type { Budget } from './limiter.ts';

const ACCOUNT_WAIT_MS_MAX = 4_000;

/** Half of what an endpoint takes in two seconds at once, the other half over them. */
function endpointOf(perTwoSeconds: number): Budget {
	const burst = Math.floor(perTwoSeconds / 2);
	return { burst, perSecond: (perTwoSeconds - burst) / 2, waitMsMax: ACCOUNT_WAIT_MS_MAX };
}

export const OKX_BUDGETS: Pick<Dialect, 'budgets' | 'weights' | 'accountEndpoints'> = {
	// Limits are per endpoint and 2 s. Orders 60 per contract, here for all of them together; lookups, cancels and current fills
	// 60; reads of the account each by itself, so that burst + 2 s × rate is what the endpoint takes.
	budgets: {
		order: { perSecond: 20, burst: 20, waitMsMax: 0 },
		probe: { perSecond: 15, burst: 30, waitMsMax: 2_000 },
		account: { perSecond: 10, burst: 20, waitMsMax: ACCOUNT_WAIT_MS_MAX },
		// A read of all tickers is one request of each of six endpoints, the slowest of which takes five a second.
		market: { perSecond: 30, burst: 60, waitMsMax: 5_000 },
		history: { perSecond: 4, burst: 8, waitMsMax: 120_000 },
	},
	weights: {
		publicGetMarketBooks: 2,
		// 10 in 2 s, of which the burst and what comes back are half each.
		publicGetPublicTime: 12,
		privateGetTradeFillsHistory: 4,
	},
	accountEndpoints: {
		privateGetAccountBalance: endpointOf(10),
		privateGetAccountPositions: endpointOf(10),
		privateGetAccountConfig: endpointOf(5),
		privateGetAccountBills: endpointOf(10),
		privateGetAccountBillsArchive: endpointOf(5),
		privateGetAccountLeverageInfo: endpointOf(20),
		privatePostAccountSetLeverage: endpointOf(20),
		privateGetAccountTradeFee: endpointOf(5),
		// Of its 10 some are left to whoever asks after an order.
		privateGetTradeFillsHistory: endpointOf(6),
	},
};

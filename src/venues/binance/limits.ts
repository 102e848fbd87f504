/**
 * Defines the request limits of Binance USD-M futures (page "General Info" and `rateLimits` in the exchange
 * information, weights on each endpoint's page, read 2026-11). Binance limits the total weight per IP address and
 * clock minute, and the number of orders per account in ten seconds and in a minute. We stay within the limits in any
 * 60-second span, and so in every clock minute.
 */
import type { SessionDialect } from '../shared/dialect.ts';
import { ACCOUNT_WAIT_MS_MAX, type EndpointLimit } from '../shared/venue-limits.ts';

/**
 * Limit for settled rates and funding intervals: "share 500/5min/IP rate limit with GET /fapi/v1/fundingInfo" (page
 * "Get Funding Rate History").
 */
const FUNDING: readonly EndpointLimit[] = [
	{ max: 500, perMs: 300_000, of: 'address', together: 'funding rates and their intervals' },
];

/** Pace and request budgets for a Binance session, with the weight of each endpoint. */
export const BINANCE_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	// Requests for settled rates and for funding intervals share a limit of 500 in five minutes. This pace allows 380
	// requests for rates in that time. The rest is for the intervals, which we request at least once a minute.
	pace: { history: { perSecond: 1.2, burst: 20, waitMsMax: 120_000 } },
	limits: {
		pools: [
			// Binance allows a weight of 2,400 a minute. Orders have no weight at Binance; we count each as 1. Spot
			// and wallet requests (keys, system status) have separate, far higher limits; we count them here too.
			{
				name: 'weight of this address',
				of: 'address',
				perSecond: 30,
				burst: 500,
				shares: {
					order: { leaves: 0, waitMsMax: 0 },
					closing: { leaves: 10, waitMsMax: 0 },
					probe: { leaves: 20, waitMsMax: 2_000 },
					opening: { leaves: 40, waitMsMax: 0 },
					// Requests in addition to the stream: all prices (weight 10) every 30 s and while the stream is
					// silent, and the day's volumes (weight 40) once a minute.
					market: { leaves: 100, waitMsMax: 5_000 },
					account: { leaves: 180, waitMsMax: ACCOUNT_WAIT_MS_MAX },
					history: { leaves: 260, waitMsMax: 120_000 },
				},
				drawnBy: (_method, weight) => weight,
			},
		],
		endpoints: {
			fapiPrivatePostOrder: [
				{ max: 300, perMs: 10_000, of: 'account', together: 'orders' },
				{ max: 1_200, perMs: 60_000, of: 'account', together: 'orders' },
			],
			fapiPublicGetFundingRate: FUNDING,
			fapiPublicGetFundingInfo: FUNDING,
		},
		// A response header says how long to wait. Without the header we wait 60 s, so that the next clock minute has
		// begun.
		refusedForMs: 60_000,
	},
	weights: {
		fapiPublicGetPremiumIndex: 10,
		fapiPublicGetTicker24hr: 40,
		fapiPublicGetDepth: 5,
		fapiPublicGetTrades: 5,
		fapiPrivatePostCountdownCancelAll: 10,
		fapiPrivateGetUserTrades: 5,
		fapiPrivateGetForceOrders: 20,
		fapiPrivateGetIncome: 30,
		fapiPrivateGetCommissionRate: 20,
		fapiPrivateGetAccountConfig: 5,
		fapiPrivateV3GetBalance: 5,
		fapiPrivateGetSymbolConfig: 5,
		fapiPrivateV3GetAccount: 5,
		fapiPrivateV3GetPositionRisk: 5,
		privateGetAccount: 20,
	},
};

/**
 * Defines OKX's request limits, as given on each endpoint's page (pages of 2026-07; "Rate Limits" for orders).
 * Private limits apply per user and public ones per IP address; some of them also apply per instrument.
 */
import type { SessionDialect } from '../shared/dialect.ts';
import type { EndpointLimit } from '../shared/venue-limits.ts';

const WINDOW_MS = 2_000;

/**
 * Returns a limit of `max` requests per user in two seconds. `keptForProbes` of them are reserved for order queries.
 */
const ofUser = (max: number, keptForProbes = 0): readonly EndpointLimit[] => [
	{ max, perMs: WINDOW_MS, of: 'account', keptForProbes },
];
/** Returns a limit of `max` requests per user and instrument in two seconds. */
const ofInstrument = (max: number): readonly EndpointLimit[] => [
	{ max, perMs: WINDOW_MS, of: 'account', by: 'instId' },
];
/** Returns a limit of `max` requests from this machine's IP address in two seconds. */
const ofAddress = (max: number): readonly EndpointLimit[] => [{ max, perMs: WINDOW_MS, of: 'address' }];
/**
 * Returns a limit of `max` requests from this machine's IP address in two seconds, for each value of the parameter
 * `by`.
 */
const ofAddressBy = (by: string, max: number): readonly EndpointLimit[] => [
	{ max, perMs: WINDOW_MS, of: 'address', by },
];

/** Pace and request budgets for an OKX session, by user, IP address and instrument. */
export const OKX_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	pace: { history: { perSecond: 4, burst: 8, waitMsMax: 120_000 } },
	limits: {
		pools: [],
		endpoints: {
			// "At the sub-account level, we allow a maximum of 1000 order requests per 2 seconds" (page "Sub-account rate limit").
			privatePostTradeOrder: [...ofInstrument(60), { max: 1_000, perMs: WINDOW_MS, of: 'account' }],
			privatePostTradeCancelOrder: ofInstrument(60),
			// "1 request per second per User ID + tag" (page "POST / Cancel All After").
			privatePostTradeCancelAllAfter: [{ max: 1, perMs: 1_000, of: 'account', by: 'tag' }],
			privateGetTradeOrder: ofInstrument(60),
			privateGetTradeFills: ofUser(60, 20),
			privateGetTradeFillsHistory: ofUser(10, 4),
			privateGetAccountBalance: ofUser(10),
			privateGetAccountPositions: ofUser(10),
			privateGetAccountConfig: ofUser(5),
			// The page allows five requests per second, not per two seconds.
			privateGetAccountBills: [{ max: 5, perMs: 1_000, of: 'account' }],
			privateGetAccountBillsArchive: ofUser(5),
			privateGetAccountLeverageInfo: ofUser(20),
			privatePostAccountSetLeverage: ofUser(20),
			privateGetAccountTradeFee: ofUser(5),
			privateGetAccountMaxWithdrawal: ofUser(20),
			privateGetAssetBalances: ofUser(12),
			privatePostAssetTransfer: [{ max: 2, perMs: 1_000, of: 'account' }],
			privateGetAssetTransferState: [{ max: 10, perMs: 1_000, of: 'account' }],
			privateGetAssetDepositHistory: ofUser(12),
			privateGetAssetWithdrawalHistory: ofUser(12),
			publicGetPublicInstruments: ofAddressBy('instType', 20),
			publicGetPublicTime: ofAddress(10),
			publicGetPublicMarkPrice: ofAddress(10),
			publicGetPublicOpenInterest: ofAddress(20),
			publicGetPublicFundingRate: ofAddressBy('instId', 10),
			publicGetPublicFundingRateHistory: ofAddressBy('instId', 10),
			publicGetPublicPositionTiers: ofAddress(10),
			publicGetMarketTickers: ofAddress(20),
			publicGetMarketIndexTickers: ofAddress(20),
			publicGetMarketBooks: ofAddress(40),
			publicGetMarketTrades: ofAddress(100),
			publicGetSystemStatus: [{ max: 1, perMs: 5_000, of: 'address' }],
		},
		// Error 50011 does not say how long to wait. Nearly all windows last two seconds, so we wait two seconds.
		refusedForMs: WINDOW_MS,
	},
	weights: {},
};

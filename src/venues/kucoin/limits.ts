/**
 * Defines KuCoin's rate limits at VIP 0 (page "Rate Limit", read 2026-11; each endpoint's page gives its weight).
 * Private futures requests draw on the account's weight, public requests on the IP address's weight. Both weights are
 * per half minute, which starts with the first request. Cloudflare, KuCoin's proxy, counts all requests from an IP
 * address: "currently 500/10s" (page "Request Rate Limit, REST API", read 2026-11). Beyond that it blocks the IP
 * address for 30 seconds.
 */
import type { SessionDialect } from '../shared/dialect.ts';
import type { ClassShares } from '../shared/request-limit.ts';
import { ACCOUNT_WAIT_MS_MAX } from '../shared/venue-limits.ts';

const PUBLIC = /^(?:futuresPublic|public)/;
/**
 * Requests that count in the account's management pool, not in the futures pool, with the maximum in 30 s. The pool has
 * a weight of 2,000 in that time. A read of a key's permissions weighs 20, of the account mode 30, and we always send
 * both. A transfer weighs 4, and the reads of the main account weigh 5, 2, 5 and 20. All of them together fit.
 */
const MANAGEMENT: Readonly<Record<string, number>> = {
	privateGetUserApiKey: 20,
	utaPrivateGetAccountMode: 20,
	privatePostAccountsUniversalTransfer: 20,
	privateGetAccounts: 30,
	privateGetAccountsLedgers: 60,
	privateGetDeposits: 40,
	privateGetWithdrawals: 20,
};

const PUBLIC_SHARES: ClassShares = {
	order: { leaves: 0, waitMsMax: 0 },
	closing: { leaves: 0, waitMsMax: 0 },
	probe: { leaves: 0, waitMsMax: 2_000 },
	opening: { leaves: 0, waitMsMax: 0 },
	market: { leaves: 0, waitMsMax: 5_000 },
	account: { leaves: 60, waitMsMax: ACCOUNT_WAIT_MS_MAX },
	history: { leaves: 200, waitMsMax: 120_000 },
};

const FUTURES_SHARES: ClassShares = {
	order: { leaves: 0, waitMsMax: 0 },
	closing: { leaves: 20, waitMsMax: 0 },
	probe: { leaves: 40, waitMsMax: 2_000 },
	opening: { leaves: 80, waitMsMax: 0 },
	market: { leaves: 100, waitMsMax: 5_000 },
	account: { leaves: 120, waitMsMax: ACCOUNT_WAIT_MS_MAX },
	history: { leaves: 200, waitMsMax: 120_000 },
};

const ADDRESS_SHARES: ClassShares = {
	order: { leaves: 0, waitMsMax: 0 },
	closing: { leaves: 10, waitMsMax: 0 },
	probe: { leaves: 20, waitMsMax: 2_000 },
	opening: { leaves: 30, waitMsMax: 0 },
	market: { leaves: 50, waitMsMax: 5_000 },
	account: { leaves: 70, waitMsMax: ACCOUNT_WAIT_MS_MAX },
	history: { leaves: 120, waitMsMax: 120_000 },
};

/** Pace and request budgets for a KuCoin session, with the weight of each endpoint. */
export const KUCOIN_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	pace: { history: { perSecond: 2, burst: 8, waitMsMax: 120_000 } },
	limits: {
		pools: [
			// We use at most a weight of 1,820 of the 2,000 in 30 s, and leave the remainder to the account owner's
			// other programs.
			{
				name: 'weight of futures of the account',
				of: 'account',
				burst: 560,
				perSecond: 42,
				shares: FUTURES_SHARES,
				drawnBy: (method, weight) => (PUBLIC.test(method) || MANAGEMENT[method] !== undefined ? 0 : weight),
			},
			{
				name: 'public weight of this address',
				of: 'address',
				burst: 500,
				perSecond: 49,
				shares: PUBLIC_SHARES,
				drawnBy: (method, weight) => (PUBLIC.test(method) ? weight : 0),
			},
			{
				name: 'requests of this address',
				of: 'address',
				burst: 200,
				perSecond: 28,
				shares: ADDRESS_SHARES,
				drawnBy: () => 1,
			},
		],
		endpoints: Object.fromEntries(
			Object.entries(MANAGEMENT).map(([method, max]) => [method, [{ max, perMs: 30_000, of: 'account' }]]),
		),
		// Pause after a rate-limit error that has no retry header, milliseconds.
		refusedForMs: 10_000,
	},
	weights: {
		futuresPublicGetContractsActive: 3,
		futuresPublicGetLevel2Depth20: 5,
		futuresPublicGetLevel2Depth100: 10,
		futuresPublicGetContractFundingRates: 5,
		futuresPublicGetTimestamp: 2,
		futuresPublicGetTradeHistory: 5,
		futuresPublicGetContractsRiskLimitSymbol: 5,
		futuresPublicGetStatus: 4,
		futuresPublicPostBulletPublic: 10,
		publicGetCurrencies: 3,
		futuresPrivatePostOrders: 2,
		futuresPrivateGetAccountOverview: 5,
		futuresPrivateGetPositions: 2,
		futuresPrivateGetOrdersByClientOid: 5,
		futuresPrivateGetFills: 5,
		futuresPrivateGetTradeFees: 3,
		futuresPrivateGetFundingHistory: 5,
		futuresPrivateGetTransactionHistory: 2,
		futuresPrivateGetPositionGetMarginMode: 2,
		futuresPrivateGetPositionGetPositionMode: 2,
		futuresPrivateGetRecentFills: 3,
		futuresPrivatePostPositionChangeMarginMode: 2,
		futuresPrivateDeleteOrdersClientOrderClientOid: 1,
		futuresPrivatePostBulletPrivate: 10,
	},
};

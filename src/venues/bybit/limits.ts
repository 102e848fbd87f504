/**
 * Defines Bybit's rate limits (page "Rate Limit Rules", 2026-07 edition). One counts all requests from an IP address;
 * the others count one account's requests to one endpoint in any one second. Market data requests count only against
 * the IP address.
 */
import type { SessionDialect } from '../shared/dialect.ts';
import { ACCOUNT_WAIT_MS_MAX, type EndpointLimit } from '../shared/venue-limits.ts';

/**
 * Returns a limit of `max` requests per second and account. `keptForProbes` of them are reserved for order queries.
 */
const perSecond = (max: number, keptForProbes = 0): readonly EndpointLimit[] => [
	{ max, perMs: 1_000, of: 'account', keptForProbes },
];

/** Returns a limit of `max` requests per minute and account. */
const perMinute = (max: number): readonly EndpointLimit[] => [{ max, perMs: 60_000, of: 'account' }];

/** Pace and request budgets for a Bybit session, per IP address and per endpoint. */
export const BYBIT_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	pace: { history: { perSecond: 4, burst: 8, waitMsMax: 120_000 } },
	limits: {
		// "600 requests within a 5-second window per IP". The pool keeps all accounts together within this limit.
		pools: [
			{
				name: 'requests of this address',
				of: 'address',
				perSecond: 80,
				burst: 180,
				shares: {
					order: { leaves: 0, waitMsMax: 0 },
					closing: { leaves: 10, waitMsMax: 0 },
					probe: { leaves: 20, waitMsMax: 2_000 },
					opening: { leaves: 30, waitMsMax: 0 },
					market: { leaves: 60, waitMsMax: 5_000 },
					account: { leaves: 80, waitMsMax: ACCOUNT_WAIT_MS_MAX },
					history: { leaves: 120, waitMsMax: 120_000 },
				},
				drawnBy: () => 1,
			},
		],
		endpoints: {
			privatePostV5OrderCreate: perSecond(10),
			privatePostV5OrderCancel: perSecond(10),
			// Page "Set Disconnect Cancel All": 5/s. No page gives a limit for reading the DCP info; we assume 5/s
			// for it too.
			privatePostV5OrderDisconnectedCancelAll: perSecond(5),
			privateGetV5AccountQueryDcpInfo: perSecond(5),
			privateGetV5OrderRealtime: perSecond(50),
			privateGetV5OrderHistory: perSecond(50),
			privateGetV5ExecutionList: perSecond(50, 20),
			privateGetV5PositionList: perSecond(50),
			privatePostV5PositionSetLeverage: perSecond(10),
			privateGetV5AccountInfo: perSecond(50),
			privatePostV5AccountSetMarginMode: perSecond(5),
			privateGetV5AccountWalletBalance: perSecond(50),
			privateGetV5AccountFeeRate: perSecond(5),
			privateGetV5AccountTransactionLog: perSecond(25),
			// We do not call this endpoint yet.
			privateGetV5AssetCoinQueryInfo: perSecond(5),
			privateGetV5UserQueryApi: perSecond(10),
			// Section Asset; 60 a minute for transfers since 2024-03-22 (changelog).
			privatePostV5AssetTransferInterTransfer: perMinute(60),
			privateGetV5AssetTransferQueryInterTransferList: perMinute(60),
			privateGetV5AssetTransferQueryAccountCoinsBalance: perSecond(5),
			privateGetV5AssetDepositQueryRecord: perMinute(100),
			privateGetV5AssetWithdrawQueryRecord: perMinute(300),
		},
		// The limit is per rolling second, so we wait one second. A response header gives the exact end of the
		// window, by Bybit's clock; we do not read it.
		refusedForMs: 1_000,
	},
	weights: {},
};

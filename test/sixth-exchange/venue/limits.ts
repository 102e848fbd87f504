/**
 * Defines Tidemark's request budgets. The exchange limits each account to 100 signed requests per second. Public
 * requests have no limit, so we chose their pace.
 */
import type { SessionDialect } from '../../../src/venues/shared/dialect.ts';
import { ACCOUNT_WAIT_MS_MAX } from '../../../src/venues/shared/venue-limits.ts';

/** Tidemark's request budgets. */
export const TIDEMARK_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	pace: { history: { perSecond: 10, burst: 20, waitMsMax: 120_000 } },
	limits: {
		pools: [
			{
				name: 'signed requests of the account',
				of: 'account',
				// The burst plus one second's refill stays below the exchange's limit per second.
				burst: 50,
				perSecond: 40,
				shares: {
					order: { leaves: 0, waitMsMax: 0 },
					closing: { leaves: 4, waitMsMax: 0 },
					probe: { leaves: 8, waitMsMax: 2_000 },
					opening: { leaves: 12, waitMsMax: 0 },
					market: { leaves: 12, waitMsMax: 5_000 },
					account: { leaves: 16, waitMsMax: ACCOUNT_WAIT_MS_MAX },
					history: { leaves: 25, waitMsMax: 120_000 },
				},
				drawnBy: (method, weight) => (method.startsWith('signed') ? weight : 0),
			},
		],
		endpoints: {},
		refusedForMs: 1_000,
	},
	weights: {},
};

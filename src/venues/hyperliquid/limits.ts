/**
 * Defines the weights of Hyperliquid's requests and the available budget (page "Rate limits and user limits", read
 * 2026-11).
 */
import type { Call, SessionDialect } from '../shared/dialect.ts';
import type { RequestClass } from '../shared/limiter.ts';

const LIGHT_TYPES: ReadonlySet<unknown> = new Set([
	'l2Book',
	'allMids',
	'clearinghouseState',
	'spotClearinghouseState',
	'orderStatus',
	'exchangeStatus',
]);
const LIGHT = 2;
const USUAL = 20;

/** Weight of a `userRole` request, out of an IP address's 1,200 a minute. */
export const WEIGHT_OF_ROLE = 60;
const ROWS_PER_WEIGHT = 20;
/** Types of requests whose weight grows by one for each 20 rows in the response. */
const COUNTED_TYPES: ReadonlySet<unknown> = new Set([
	'fundingHistory',
	'userFunding',
	'userFillsByTime',
	'userNonFundingLedgerUpdates',
	'recentTrades',
]);

/**
 * Hyperliquid allows an IP address a weight of 1,200 a minute for all its accounts. We use at most 1,140 in a minute:
 * 13.5 a second plus a burst of 330. The remainder covers lists that are longer than expected.
 *
 * An order weighs 1, an account state 2, a book 2. A request for an order's fills weighs 21, as does any other
 * account record. Connecting an active account takes a weight of 210. A request for all contracts weighs 20; a month
 * of one contract's funding rates weighs 77, in two requests. Requests for rate history yield to all other requests,
 * even if a user wants the history, and always leave enough weight for a trade.
 */
export const HYPERLIQUID_BUDGETS: Pick<SessionDialect, 'pace' | 'limits' | 'weights'> = {
	pace: {},
	limits: {
		pools: [
			{
				name: 'weight of this address',
				of: 'address',
				perSecond: 13.5,
				burst: 330,
				shares: {
					order: { leaves: 0, waitMsMax: 0 },
					closing: { leaves: 10, waitMsMax: 0 },
					probe: { leaves: 20, waitMsMax: 4_000 },
					opening: { leaves: 30, waitMsMax: 0 },
					market: { leaves: 45, waitMsMax: 20_000 },
					account: { leaves: 70, waitMsMax: 30_000 },
					history: { leaves: 270, waitMsMax: 120_000 },
				},
				drawnBy: (_method, weight) => weight,
			},
		],
		endpoints: {},
		// Hyperliquid's 429 response does not say how long to wait. Spent weight becomes available again gradually.
		refusedForMs: 10_000,
	},
	weights: {},
};

/**
 * Sends `POST /info` with its weight. `rows` is the expected length of the list in the response, by default up to 20.
 */
export function weighted(
	call: Call,
	kind: RequestClass,
	params: Readonly<Record<string, unknown>> & { readonly type: string },
	rows = ROWS_PER_WEIGHT,
): Promise<unknown> {
	const { type } = params;
	const more = COUNTED_TYPES.has(type) ? Math.ceil(rows / ROWS_PER_WEIGHT) : 0;
	const weight = (LIGHT_TYPES.has(type) ? LIGHT : USUAL) + more;
	return call(kind, 'publicPostInfo', params, weight);
}

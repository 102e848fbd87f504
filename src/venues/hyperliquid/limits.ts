/** What requests weigh, and what there is of it (page "Rate limits and user limits", read 2026-11). */
import type { Call, SessionDialect } from '../shared/dialect.ts';
import type { RequestClass } from '../shared/limiter.ts';

const LIGHT_TYPES: ReadonlySet<unknown> = new Set([
	'l2Book',
	'allMids',
	'clearinghouseState',
	'orderStatus',
	'exchangeStatus',
]);
const LIGHT = 2;
const USUAL = 20;

/** Weight of a `userRole` request, out of the budget of an address a minute. */
export const WEIGHT_OF_ROLE = 60;
const ROWS_PER_WEIGHT = 20;
/** Lists that weigh one more for each 20 rows. */
const COUNTED_TYPES: ReadonlySet<unknown> = new Set([
	'fundingHistory',
	'userFunding',
	'userFillsByTime',
	'userNonFundingLedgerUpdates',
	'recentTrades',
]);

/**
 * 1,200 of weight a minute for an address on the network, whatever its accounts: 13.5 a second and 330 at once make 1,140, and the
 * rest is for lists that are longer than was expected.
 *
 * An order weighs 1, what an account holds 2, a book 2, the fills by which an order is proven and any other record of an account 21,
 * an account that is connected and trades 210, all contracts 20, a month of a contract's rates 77 in two requests. Those give way
 * to everything else, also where somebody has asked for them, and leave what a trade needs at once.
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
		// A bare 429 says nothing of time; a minute's weight comes back as it went.
		refusedForMs: 10_000,
	},
	weights: {},
};

/** `POST /info` with its own weight; `rows`: how many are expected of a list, usually few. */
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

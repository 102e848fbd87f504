/** What requests weigh, 1,200 a minute and address (page "Rate limits and user limits", read 2026-11). */
import type { Call } from './dialect.ts';
import type { RequestClass } from './limiter.ts';

const LIGHT_TYPES: ReadonlySet<unknown> = new Set([
	'l2Book',
	'allMids',
	'clearinghouseState',
	'orderStatus',
	'exchangeStatus',
]);
const LIGHT = 2;
const USUAL = 20;
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

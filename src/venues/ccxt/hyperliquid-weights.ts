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
/** Of a list that may be long each 20 rows weigh one more, up to 500 and 2,000 of them. */
const ROWS_MORE: Readonly<Record<string, number>> = {
	fundingHistory: 25,
	userFunding: 5,
	userFillsByTime: 1,
};

/** `POST /info` with its own weight. */
export function weighted(
	call: Call,
	kind: RequestClass,
	params: Readonly<Record<string, unknown>> & { readonly type: string },
): Promise<unknown> {
	const { type } = params;
	const weight = (LIGHT_TYPES.has(type) ? LIGHT : USUAL) + (ROWS_MORE[type] ?? 0);
	return call(kind, 'publicPostInfo', params, weight);
}

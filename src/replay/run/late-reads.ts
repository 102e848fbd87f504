/**
 * Delays what a policy sees of the market by one step. A policy that acts on delayed reads does what the same policy
 * would do if its orders went out one step later.
 */

import type { CallInProcess } from '../policies/in-process-fetch.ts';

/** Methods that read the market. All others are answered at once. */
const MARKET_READS: ReadonlySet<string> = new Set([
	'exchange_pair',
	'funding_history',
	'funding_map',
	'get_daily_spreads',
	'get_opportunities',
	'get_opportunity_lives',
	'opportunity_detail',
	'opportunity_history',
]);

type Answer = { readonly at: number; readonly text: string };

/**
 * Wraps calls so that reads of the market have the answer of `stepMs` before. The first reads have their own answer,
 * because there is no earlier one. @param now virtual time, ms
 */
export function lateReads(call: CallInProcess, now: () => number, stepMs: number): CallInProcess {
	const kept = new Map<string, Answer[]>();
	return async (method, params) => {
		if (!MARKET_READS.has(method)) return call(method, params);
		const key = `${method} ${JSON.stringify(params)}`;
		const answers = kept.get(key) ?? [];
		kept.set(key, answers);
		answers.push({ at: now(), text: await call(method, params) });
		const seen = answers.findLastIndex(({ at }) => at <= now() - stepMs);
		if (seen > 0) answers.splice(0, seen);
		return (answers[0] as Answer).text;
	};
}

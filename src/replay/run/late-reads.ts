/**
 * Delays what a policy sees of the market by one step. A policy that acts on delayed reads does what the same policy
 * would do if its orders went out one step later.
 */

import type { Clock } from '../../ports/clock.ts';
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
 * Wraps calls so that reads of the market have the answer of `stepMs` before. The first read of all is answered one
 * step later, so that the first order goes out one step later, too. A read with other params than before has its own
 * answer the first time, because there is no earlier one.
 */
export function lateReads(
	call: CallInProcess,
	clock: Pick<Clock, 'now' | 'after'>,
	stepMs: number,
): CallInProcess {
	const kept = new Map<string, Answer[]>();
	return async (method, params) => {
		if (!MARKET_READS.has(method)) return call(method, params);
		const key = `${method} ${JSON.stringify(params)}`;
		const isFirst = kept.size === 0;
		const answers = kept.get(key) ?? [];
		kept.set(key, answers);
		answers.push({ at: clock.now(), text: await call(method, params) });
		if (isFirst) await new Promise<void>((resolve) => clock.after(stepMs, resolve));
		const seen = answers.findLastIndex(({ at }) => at <= clock.now() - stepMs);
		if (seen > 0) answers.splice(0, seen);
		return (answers[0] as Answer).text;
	};
}

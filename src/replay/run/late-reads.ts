/**
 * Delays what a policy sees of the market by one step. A policy that acts on delayed reads does what the same policy
 * would do if its orders went out one step later.
 */

import type { Client } from '../../../client/client.ts';
import type { PolicyClock } from '../../../client/policy-clock.ts';
import type { CallInProcess } from '../policies/in-process-fetch.ts';
import { ReplayOver } from '../policies/policy.ts';

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
 * Wraps calls so that reads of the market have the answer of `stepMs` before. A read with other params than before has
 * its own answer the first time, because there is no earlier one. @param now virtual time, ms
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

/**
 * Wraps a client whose reads are late, so that its first read of the market is answered one step later. The first order
 * then goes out one step later, too. Time passes by the policy's clock, at most until the end of the replay.
 */
export function lateStart(client: Client, clock: PolicyClock, stepMs: number): Client {
	let isFirst = true;
	async function afterStep<T>(methods: readonly string[], send: () => Promise<T>): Promise<T> {
		if (!isFirst || !methods.some((method) => MARKET_READS.has(method))) return send();
		isFirst = false;
		const sentAt = clock.now();
		await send();
		await clock.until(sentAt + stepMs).catch((error: unknown) => {
			if (!(error instanceof ReplayOver)) throw error;
		});
		// This read has the answer of the one before, and its own answer waits for the next step.
		return send();
	}
	return {
		call: (...args) => afterStep([args[0]], () => client.call(...args)),
		batch: (calls, options) =>
			afterStep(
				calls.map(({ method }) => method),
				() => client.batch(calls, options),
			),
	};
}

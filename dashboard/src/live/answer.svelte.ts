/** The answer of a method as state of a component: asked for when what it is about changes, and again every so often. */
import type { CallOptions } from '../../../client/calls.ts';
import type { RpcError, TransportError } from '../../../client/errors.ts';
import type { MethodName, MethodParams, MethodResult } from '../../../client/methods.ts';
import { after, instant } from './clock.svelte.ts';
import type { Service } from './service.svelte.ts';

export type Question<M extends MethodName> = {
	readonly method: M;
	readonly params: MethodParams<M>;
	/** As of a feed: with another subject what was shown before is forgotten. */
	readonly subject: string;
	/** Asked again so often, milliseconds; absent asks once. */
	readonly everyMs?: number;
	/** With the right to trade (a preview). */
	readonly asTrader?: boolean;
	/** With the right to manage (a list of settings). */
	readonly asManager?: boolean;
};

export type LiveAnswer<M extends MethodName> = {
	readonly result: MethodResult<M> | undefined;
	/** Of the last time; a later answer takes it away. */
	readonly error: RpcError | TransportError | Error | undefined;
	/** What is shown is of other terms than those that were asked for last. */
	readonly isPending: boolean;
	/** Of the service's clock: when the result came. */
	readonly receivedAt: number;
	/** Asks again now. */
	askAgain(): void;
};

/** Called while a component is made; ends with it. @param ask undefined asks nothing */
export function liveAnswer<M extends MethodName>(
	service: Service,
	ask: () => Question<M> | undefined,
): LiveAnswer<M> {
	let result = $state.raw<MethodResult<M>>();
	let error = $state.raw<RpcError | TransportError | Error>();
	let isPending = $state(false);
	let receivedAt = $state(0);
	let turn = $state(0);
	let subject: string | undefined;
	const asked = $derived.by(() => {
		const question = ask();
		return question === undefined ? undefined : JSON.stringify(question);
	});

	$effect(() => {
		// Read here, so that another connection or a wish asks again.
		void [service.stream, turn];
		if (asked === undefined) {
			[result, error, isPending, subject] = [undefined, undefined, false, undefined];
			return;
		}
		const question = JSON.parse(asked) as Question<M>;
		if (question.subject !== subject) result = undefined;
		subject = question.subject;
		isPending = true;
		const ends = new AbortController();
		let cancel = () => {};
		const once = async () => {
			try {
				const { method, params, asTrader = false, asManager = false } = question;
				const over = (asManager ? service.manage : asTrader ? service.act : service.call) as (
					method: M,
					params: MethodParams<M>,
					options: CallOptions,
				) => Promise<MethodResult<M>>;
				const answer = await over(method, params, { signal: ends.signal });
				if (ends.signal.aborted) return;
				[result, error, receivedAt, isPending] = [answer, undefined, instant(), false];
			} catch (thrown) {
				if (ends.signal.aborted) return;
				[error, isPending] = [thrown instanceof Error ? thrown : new Error(String(thrown)), false];
			}
			if (question.everyMs !== undefined) cancel = after(question.everyMs, once);
		};
		void once();
		return () => {
			ends.abort();
			cancel();
		};
	});

	return {
		get result() {
			return result;
		},
		get error() {
			return error;
		},
		get isPending() {
			return isPending;
		},
		get receivedAt() {
			return receivedAt;
		},
		askAgain() {
			turn += 1;
		},
	};
}

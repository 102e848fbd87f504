/**
 * Holds a method's response as component state. The response is fetched when the request changes, and optionally at
 * an interval.
 */
import type { CallOptions } from '../../../client/calls.ts';
import type { RpcError, TransportError } from '../../../client/errors.ts';
import type { MethodName, MethodParams, MethodResult } from '../../../client/methods.ts';
import { after, instant } from './clock.svelte.ts';
import type { Service } from './service.svelte.ts';

export type Question<M extends MethodName> = {
	readonly method: M;
	readonly params: MethodParams<M>;
	/**
	 * Identifies what the request is about. A new subject discards the previous response. New parameters for the same
	 * subject keep that response until the next one arrives.
	 */
	readonly subject: string;
	/** Pause after a response before the request is repeated, milliseconds. If absent, the request is sent once. */
	readonly everyMs?: number;
	/** True to call with permission to trade, as previews require. */
	readonly asTrader?: boolean;
	/** True to call with permission to run backtests. */
	readonly asReplayer?: boolean;
	/** True to call with permission to manage, as settings require. */
	readonly asManager?: boolean;
};

export type LiveAnswer<M extends MethodName> = {
	readonly result: MethodResult<M> | undefined;
	/** Error of the latest call; the next response clears it. */
	readonly error: RpcError | TransportError | Error | undefined;
	/**
	 * True from a change of the request until its first response or error. Until then, the shown result belongs to an
	 * earlier request.
	 */
	readonly isPending: boolean;
	/** Service time at which the result arrived, milliseconds. */
	readonly receivedAt: number;
	/** Repeats the request immediately. */
	askAgain(): void;
};

/**
 * Starts the requests. Call it while a component initializes; polling stops with the component. @param ask returns
 * undefined to request nothing
 */
export function liveAnswer<M extends MethodName>(
	service: Service,
	ask: () => Question<M> | undefined,
): LiveAnswer<M> {
	let result = $state.raw<MethodResult<M>>();
	let error = $state.raw<RpcError | TransportError | Error>();
	let isPending = $state(false);
	let receivedAt = $state(0);
	let repeats = $state(0);
	let subject: string | undefined;
	const asked = $derived.by(() => {
		const question = ask();
		return question === undefined ? undefined : JSON.stringify(question);
	});

	$effect(() => {
		// The effect reads these values so that a new connection or `askAgain` repeats the request.
		void [service.stream, repeats];
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
				const { method, params, asTrader = false, asReplayer = false, asManager = false } = question;
				const call = (
					asManager ? service.manage : asReplayer ? service.replay : asTrader ? service.act : service.call
				) as (method: M, params: MethodParams<M>, options: CallOptions) => Promise<MethodResult<M>>;
				const answer = await call(method, params, { signal: ends.signal });
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
			repeats += 1;
		},
	};
}

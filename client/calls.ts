/** A call with its types and as it is sent: the params of the method, and the key that makes a retry safe. */

import type { Params } from './envelope.ts';
import type { RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';
import { METHOD_FACTS, type MethodFacts } from './method-facts.ts';
import type { MethodName, MethodParams, MethodResult } from './methods.ts';
import { mayBeRepeated } from './retries.ts';

/** Options of one call; each is optional. */
export type CallOptions = {
	/** Aborts the wait; the call rejects with the signal's reason. The service continues what it has started. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * Idempotency key of 1 to 64 characters, for methods that take one. Default: a new key for each call. Store your
	 * own key if another run of the program may have to retry the call. Previews carry no key.
	 */
	readonly idempotencyKey?: string | undefined;
	/** Time limit of each attempt, milliseconds. Default: the time limit of the method, plus 5 s for the network. */
	readonly timeoutMs?: number | undefined;
	/** Maximum retries. Default: that of the client. */
	readonly retries?: number | undefined;
};

type MayBeLeftOut<M extends MethodName> =
	Partial<Record<never, never>> extends MethodParams<M> ? true : false;

/** The arguments of a call. Params are optional when none is required. */
export type CallArguments<M extends MethodName> =
	MayBeLeftOut<M> extends true
		? readonly [params?: MethodParams<M> | undefined, options?: CallOptions | undefined]
		: readonly [params: MethodParams<M>, options?: CallOptions | undefined];

/** An entry of a batch. */
export type BatchCall = {
	readonly [M in MethodName]: {
		readonly method: M;
		readonly idempotencyKey?: string | undefined;
	} & (MayBeLeftOut<M> extends true
		? { readonly params?: MethodParams<M> | undefined }
		: { readonly params: MethodParams<M> });
}[MethodName];

/** The outcome of one entry of a batch. Each entry succeeds or fails separately. */
export type BatchAnswer<M extends MethodName> =
	| { readonly ok: true; readonly result: MethodResult<M> }
	| { readonly ok: false; readonly error: RpcError | TransportError };

/** A call with its idempotency key, ready to be sent any number of times. */
export type PreparedCall = {
	readonly method: string;
	readonly params: Params;
	readonly facts: MethodFacts;
	/** Whether a second execution changes nothing more. */
	readonly isRepeatable: boolean;
	readonly idempotencyKey: string | undefined;
};

/** Facts for methods that this version does not know, such as those of a newer service: the most cautious ones. */
const UNKNOWN_METHOD: MethodFacts = { timeLimitMs: 25_000, reads: false, trades: true, takesKey: false };
const KEY_BYTES = 16;

/**
 * Adds the idempotency key to a call. @throws TypeError for two different keys, and for a key that the method does
 * not take
 */
export function prepareCall(
	method: string,
	given: object | undefined,
	idempotencyKey: string | undefined,
	machine: Machine,
): PreparedCall {
	const facts = Object.hasOwn(METHOD_FACTS, method) ? METHOD_FACTS[method as MethodName] : UNKNOWN_METHOD;
	const plain: Params = { ...given };
	const key = keyOf(method, facts, plain, idempotencyKey, machine);
	const params = key === undefined ? plain : { ...plain, idempotency_key: key };
	return { method, params, facts, isRepeatable: mayBeRepeated(method, facts, params), idempotencyKey: key };
}

function keyOf(
	method: string,
	facts: MethodFacts,
	params: Params,
	idempotencyKey: string | undefined,
	machine: Machine,
): string | undefined {
	const own = typeof params.idempotency_key === 'string' ? params.idempotency_key : undefined;
	if (own !== undefined && idempotencyKey !== undefined && own !== idempotencyKey)
		throw new TypeError(
			`${method} was given two idempotency keys: ${own} in its params, ${idempotencyKey} in the options.`,
		);
	if (idempotencyKey !== undefined && !facts.takesKey)
		throw new TypeError(`${method} takes no idempotency key; was ${idempotencyKey}.`);
	if (own !== undefined || idempotencyKey !== undefined) return own ?? idempotencyKey;
	return facts.takesKey && params.preview !== true ? `cwc_${machine.hex(KEY_BYTES)}` : undefined;
}

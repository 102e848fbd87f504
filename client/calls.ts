/**
 * Defines the types of a call, and prepares a call for sending by adding the idempotency key that makes a retry safe.
 */

import type { Params } from './envelope.ts';
import type { RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';
import { METHOD_FACTS, type MethodFacts } from './method-facts.ts';
import type { MethodName, MethodParams, MethodResult } from './methods.ts';
import { mayBeRepeated } from './retries.ts';

/** Options for one call, all optional. */
export type CallOptions = {
	/**
	 * When aborted, the call stops waiting and rejects with the signal's reason. The service still finishes work that
	 * it has started.
	 */
	readonly signal?: AbortSignal | undefined;
	/**
	 * Idempotency key of 1 to 64 characters, for methods that accept one. Default: a new key for each call; a preview
	 * gets none. Store your own key if another run of the program may have to retry the call.
	 */
	readonly idempotencyKey?: string | undefined;
	/**
	 * Time limit per attempt, milliseconds. Default: the client's `timeoutMs`, if set; otherwise the method's time
	 * limit plus 5 s for the network.
	 */
	readonly timeoutMs?: number | undefined;
	/** Maximum retries of this call. Default: the `retries` option of the client or stream. */
	readonly retries?: number | undefined;
};

type MayBeLeftOut<M extends MethodName> =
	Partial<Record<never, never>> extends MethodParams<M> ? true : false;

/** Arguments of a call: params and options. `params` may be omitted if the method has no required parameter. */
export type CallArguments<M extends MethodName> =
	MayBeLeftOut<M> extends true
		? readonly [params?: MethodParams<M> | undefined, options?: CallOptions | undefined]
		: readonly [params: MethodParams<M>, options?: CallOptions | undefined];

/** A call within a batch. */
export type BatchCall = {
	readonly [M in MethodName]: {
		readonly method: M;
		readonly idempotencyKey?: string | undefined;
	} & (MayBeLeftOut<M> extends true
		? { readonly params?: MethodParams<M> | undefined }
		: { readonly params: MethodParams<M> });
}[MethodName];

/** The outcome of one call in a batch. Each call succeeds or fails separately. */
export type BatchAnswer<M extends MethodName> =
	| { readonly ok: true; readonly result: MethodResult<M> }
	| { readonly ok: false; readonly error: RpcError | TransportError };

/** A call that is ready to be sent, with its idempotency key if it has one. It can be sent any number of times. */
export type PreparedCall = {
	readonly method: string;
	readonly params: Params;
	readonly facts: MethodFacts;
	/** True if executing the call a second time would have no further effect. */
	readonly isRepeatable: boolean;
	readonly idempotencyKey: string | undefined;
};

/** Cautious assumptions about a method that this client version does not know, such as a method of a newer service. */
const UNKNOWN_METHOD: MethodFacts = { timeLimitMs: 25_000, reads: false, trades: true, takesKey: false };
const KEY_BYTES = 16;

/**
 * Prepares a call for sending. Adds a new idempotency key if the method accepts one and the caller passed none; a
 * preview gets none. @throws TypeError if the call has two different keys, or if the method does not accept one
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

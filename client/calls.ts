/** A call as it is typed and as it is sent: the params of its method, and the key that makes repeating it safe. */

import type { Params } from './envelope.ts';
import type { RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';
import { METHOD_FACTS, type MethodFacts } from './method-facts.ts';
import type { MethodName, MethodParams, MethodResult } from './methods.ts';
import { mayBeRepeated } from './retries.ts';

/** How one call is made; each member is optional. */
export type CallOptions = {
	/** Gives up waiting; the call rejects with the signal's reason. What the service has begun goes on. */
	readonly signal?: AbortSignal | undefined;
	/**
	 * For methods that take one, 1 to 64 characters; by default one is made for each call. Keep your own where a call may
	 * have to be made again by another run of the program. Absent, and not made up, for previews.
	 */
	readonly idempotencyKey?: string | undefined;
	/** For each attempt, milliseconds; default is what the method may take, plus 5 s for the way. */
	readonly timeoutMs?: number | undefined;
	/** How many more times at most; default that of the client. */
	readonly retries?: number | undefined;
};

type MayBeLeftOut<M extends MethodName> =
	Partial<Record<never, never>> extends MethodParams<M> ? true : false;

/** Params may be left out where none is required. */
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

/** What came of an entry: of a batch some may succeed and others not. */
export type BatchAnswer<M extends MethodName> =
	| { readonly ok: true; readonly result: MethodResult<M> }
	| { readonly ok: false; readonly error: RpcError | TransportError };

/** A call with its idempotency key, ready to be sent any number of times. */
export type PreparedCall = {
	readonly method: string;
	readonly params: Params;
	readonly facts: MethodFacts;
	/** Carried out twice is carried out once. */
	readonly isRepeatable: boolean;
	readonly idempotencyKey: string | undefined;
};

/** For names that this version does not know, as of a newer service: nothing is assumed in their favour. */
const UNKNOWN_METHOD: MethodFacts = { timeLimitMs: 25_000, reads: false, trades: true, takesKey: false };
const KEY_BYTES = 16;

/** @throws TypeError for two different keys, and for a key that the method does not take. */
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

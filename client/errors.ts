/** What a call can fail with: an answer of the service that is an error, or no usable answer at all. */
import type { ErrorCode } from './methods.ts';

/** `error` of a JSON-RPC answer, as it came. */
export type RpcErrorObject = {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
};

/**
 * The service has answered, with an error. `message` is the service's sentence: what, was, limit. A newer service may send
 * a `code` that this version has no name for; it is passed on as it came.
 */
export class RpcError<C extends ErrorCode = ErrorCode> extends Error {
	override readonly name = 'RpcError';
	/** `error.data.code`. */
	readonly code: C;
	/** `error.code`: -32602 and the like. */
	readonly rpcCode: number;
	/** May the same call succeed later, unchanged? The service says so. */
	readonly retryable: boolean;
	/** Before that, calling again is pointless; milliseconds. */
	readonly retryAfterMs: number | undefined;
	/** Path of the parameter at fault. */
	readonly field: string | undefined;
	/** Finds a fault of the service in its log. */
	readonly ref: string | undefined;
	/** Every further member of `error.data`. */
	readonly facts: { readonly [name: string]: unknown };

	constructor(error: RpcErrorObject) {
		const data: { readonly [name: string]: unknown } = isRecord(error.data) ? error.data : {};
		const { code, message, retryable, retry_after_ms: retryAfterMs, field, ref, ...facts } = data;
		super(typeof message === 'string' ? message : error.message);
		this.code = (typeof code === 'string' ? code : 'INTERNAL_ERROR') as C;
		this.rpcCode = error.code;
		this.retryable = retryable === true;
		this.retryAfterMs = typeof retryAfterMs === 'number' ? retryAfterMs : undefined;
		this.field = typeof field === 'string' ? field : undefined;
		this.ref = typeof ref === 'string' ? ref : undefined;
		this.facts = facts;
	}
}

/** True for an error that the service answered, of this code or of one of these; of any without codes. */
export function isRpcError<C extends ErrorCode = ErrorCode>(
	thrown: unknown,
	...codes: readonly C[]
): thrown is RpcError<C> {
	return thrown instanceof RpcError && (codes.length === 0 || codes.includes(thrown.code as C));
}

/**
 * `network`: no connection, or it broke; `timeout`: no answer in time; `not_json_rpc`: something answered that does not
 * speak JSON-RPC (a proxy, a wrong address); `closed`: the stream was closed.
 */
export type TransportFailure = 'network' | 'timeout' | 'not_json_rpc' | 'closed';

/** There is no usable answer. What was asked for may have been done: for a call that trades, look before asking again. */
export class TransportError extends Error {
	override readonly name = 'TransportError';
	readonly kind: TransportFailure;
	/** Of the answer that was none; undefined where there was no answer. */
	readonly httpStatus: number | undefined;
	/** The key that the call carried: with it, the same call can be made again and is carried out once. */
	readonly idempotencyKey: string | undefined;

	constructor(
		kind: TransportFailure,
		message: string,
		facts: {
			readonly httpStatus?: number | undefined;
			readonly idempotencyKey?: string | undefined;
			readonly cause?: unknown;
		} = {},
	) {
		super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
		this.kind = kind;
		this.httpStatus = facts.httpStatus;
		this.idempotencyKey = facts.idempotencyKey;
	}
}

/** Whether it is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The errors of a call: an error answer of the service, or no usable answer. */
import type { ErrorCode } from './methods.ts';

/** `error` of a JSON-RPC answer, unchanged. */
export type RpcErrorObject = {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
};

/**
 * An error answer of the service. `message` is the service's sentence. A newer service may send a `code` that this
 * version does not name; it is passed on unchanged.
 */
export class RpcError<C extends ErrorCode = ErrorCode> extends Error {
	override readonly name = 'RpcError';
	/** `error.data.code`. */
	readonly code: C;
	/** `error.code`: -32602 and the like. */
	readonly rpcCode: number;
	/** Whether the unchanged call may succeed later, according to the service. */
	readonly retryable: boolean;
	/** Minimum wait before a retry, milliseconds. */
	readonly retryAfterMs: number | undefined;
	/** Path of the parameter at fault. */
	readonly field: string | undefined;
	/** Reference of a fault of the service, to find it in the log. */
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

/** Whether the value is an error answer of the service with one of these codes; without codes, with any. */
export function isRpcError<C extends ErrorCode = ErrorCode>(
	thrown: unknown,
	...codes: readonly C[]
): thrown is RpcError<C> {
	return thrown instanceof RpcError && (codes.length === 0 || codes.includes(thrown.code as C));
}

/**
 * `network`: no connection, or a broken one; `timeout`: no answer in time; `not_json_rpc`: an answer that is not
 * JSON-RPC (from a proxy, or at a wrong address); `closed`: the stream was closed.
 */
export type TransportFailure = 'network' | 'timeout' | 'not_json_rpc' | 'closed';

/**
 * There is no usable answer. The service may have carried the call out: check before you retry a call that trades.
 */
export class TransportError extends Error {
	override readonly name = 'TransportError';
	readonly kind: TransportFailure;
	/** HTTP status of the unusable answer; undefined when there was no answer. */
	readonly httpStatus: number | undefined;
	/** The idempotency key of the call. A retry with the same key is carried out at most once. */
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

/** Whether the value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

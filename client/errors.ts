/** The errors that a call can reject with: the service responded with an error, or there was no usable response. */
import type { ErrorCode } from './methods.ts';

/** The `error` field of a JSON-RPC response, unchanged. */
export type RpcErrorObject = {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;
};

/**
 * An error response from the service. `message` is the service's message. A newer service may send a `code` that this
 * version does not know; the client passes it on unchanged.
 */
export class RpcError<C extends ErrorCode = ErrorCode> extends Error {
	override readonly name = 'RpcError';
	/** The value of `error.data.code`. */
	readonly code: C;
	/** The value of `error.code`, such as -32602. */
	readonly rpcCode: number;
	/** True if, according to the service, the same call may succeed later. */
	readonly retryable: boolean;
	/** Minimum wait before a retry, milliseconds; undefined if the service requires none. */
	readonly retryAfterMs: number | undefined;
	/** Path of the invalid parameter; undefined for other errors. */
	readonly field: string | undefined;
	/** Reference for finding an internal error in the service's log; undefined for other errors. */
	readonly ref: string | undefined;
	/** All other fields of `error.data`. */
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

/**
 * True if the value is an error response from the service with one of these codes, or with any code if none is given.
 */
export function isRpcError<C extends ErrorCode = ErrorCode>(
	thrown: unknown,
	...codes: readonly C[]
): thrown is RpcError<C> {
	return thrown instanceof RpcError && (codes.length === 0 || codes.includes(thrown.code as C));
}

/**
 * `network`: the connection failed or broke. `timeout`: no response in time. `not_json_rpc`: the response is not
 * JSON-RPC; it may come from a proxy, or the address is wrong. `closed`: the stream was closed.
 */
export type TransportFailure = 'network' | 'timeout' | 'not_json_rpc' | 'closed';

/**
 * Error of a call that got no usable response. The service may have executed the call, so check before you retry a
 * call that trades.
 */
export class TransportError extends Error {
	override readonly name = 'TransportError';
	readonly kind: TransportFailure;
	/** HTTP status of the unusable response; undefined if there was no response. */
	readonly httpStatus: number | undefined;
	/**
	 * The call's idempotency key; undefined if it has none. The service executes calls with the same key at most
	 * once.
	 */
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

/** True if the value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

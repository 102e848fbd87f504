/** Builds JSON-RPC 2.0 requests and parses responses, for any transport. */
import { isRecord, RpcError, type RpcErrorObject } from './errors.ts';

/** Named parameters; the service does not accept positional ones. */
export type Params = { readonly [name: string]: unknown };
/** A JSON-RPC 2.0 request. */
export type RequestObject = {
	readonly jsonrpc: '2.0';
	readonly id: number;
	readonly method: string;
	readonly params: Params;
};

/** A JSON-RPC 2.0 response; `id` is null if the service could not read the request's id. */
export type AnswerObject =
	| { readonly id: number | null; readonly result: unknown }
	| { readonly id: number | null; readonly error: RpcError };

/** Builds a request; `id` must be unique on the connection. */
export function requestOf(id: number, method: string, params: Params): RequestObject {
	return { jsonrpc: '2.0', id, method, params };
}

/** Parses a response; undefined if the value is not a JSON-RPC response. */
export function readAnswer(value: unknown): AnswerObject | undefined {
	if (!isRecord(value) || value.jsonrpc !== '2.0') return undefined;
	const { id } = value;
	if (id !== null && typeof id !== 'number') return undefined;
	if (isErrorObject(value.error)) return { id, error: new RpcError(value.error) };
	return 'result' in value ? { id, result: value.result } : undefined;
}

function isErrorObject(error: unknown): error is RpcErrorObject {
	return isRecord(error) && typeof error.code === 'number' && typeof error.message === 'string';
}

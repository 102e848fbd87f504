/** JSON-RPC 2.0 messages: requests and answers, over any transport. */
import { isRecord, RpcError, type RpcErrorObject } from './errors.ts';

/** Parameters by name; the service does not accept a list. */
export type Params = { readonly [name: string]: unknown };
/** A request of JSON-RPC 2.0. */
export type RequestObject = {
	readonly jsonrpc: '2.0';
	readonly id: number;
	readonly method: string;
	readonly params: Params;
};

/** An answer; `id` is null when the service could not read the id of the request. */
export type AnswerObject =
	| { readonly id: number | null; readonly result: unknown }
	| { readonly id: number | null; readonly error: RpcError };

/** Builds a request; `id` must be unique on its connection. */
export function requestOf(id: number, method: string, params: Params): RequestObject {
	return { jsonrpc: '2.0', id, method, params };
}

/** Parses an answer; undefined when the value is not a JSON-RPC answer. */
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

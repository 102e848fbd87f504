/** JSON-RPC 2.0 as it travels: requests out, answers in, whatever carries them. */
import { isRecord, RpcError, type RpcErrorObject } from './errors.ts';

/** Parameters by name; the service takes no list of them. */
export type Params = { readonly [name: string]: unknown };
/** A request of JSON-RPC 2.0. */
export type RequestObject = {
	readonly jsonrpc: '2.0';
	readonly id: number;
	readonly method: string;
	readonly params: Params;
};

/** `id` is null where the service could not read which request it answers. */
export type AnswerObject =
	| { readonly id: number | null; readonly result: unknown }
	| { readonly id: number | null; readonly error: RpcError };

/** Builds a request; `id` must be unique on its connection. */
export function requestOf(id: number, method: string, params: Params): RequestObject {
	return { jsonrpc: '2.0', id, method, params };
}

/** Undefined for what is no JSON-RPC answer. */
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

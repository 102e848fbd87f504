/** Parses a body as JSON, and each of its entries as a JSON-RPC 2.0 request. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import {
	encodeExactJson,
	isJsonObject,
	type JsonObject,
	JsonTextError,
	type JsonValue,
	NumberText,
	parseExactJson,
} from '../../domain/exact-json.ts';
import { show } from './param-errors.ts';
import { REQUEST_TEXT } from './text.ts';

/** A valid JSON-RPC 2.0 request. Its method may not exist. */
export type Request = {
	readonly method: string;
	/** `positional`: params were an array, which no method accepts. */
	readonly params: JsonObject | 'positional';
	/** The id as JSON text, for the response; undefined for a notification. */
	readonly idText: string | undefined;
};

/** An invalid entry of a body, with the error and the id for the response. */
export type Malformed = { readonly error: CarrywireError; readonly idText: string };

const METHOD_NAME_LENGTH_MAX = 64;
const NO_PARAMS: JsonObject = Object.freeze({});

/**
 * Parses a body. @throws CarrywireError PARSE_ERROR if the text is not JSON; INVALID_REQUEST if the JSON is too deep
 * or has a duplicate member
 */
export function readBody(text: string, depthMax: number): JsonValue {
	try {
		return parseExactJson(text, depthMax);
	} catch (thrown) {
		if (!(thrown instanceof JsonTextError)) throw thrown;
		if (thrown.fault === 'content') throw new CarrywireError('INVALID_REQUEST', thrown.message);
		throw new CarrywireError('PARSE_ERROR', REQUEST_TEXT.notJson(thrown.message));
	}
}

/**
 * Parses an entry as a request, or returns its error. If a malformed entry has no id, the response has the id null.
 */
export function readRequest(entry: JsonValue): Request | Malformed {
	if (!isJsonObject(entry)) return malformed('null', REQUEST_TEXT.notObject(show(entry)));
	const { id, jsonrpc, method } = entry;
	// Many clients send null if they have no params.
	const params = entry.params ?? NO_PARAMS;
	if (id !== undefined && id !== null && typeof id !== 'string' && !(id instanceof NumberText))
		return malformed('null', REQUEST_TEXT.wrongId(show(id)), 'id');
	const idText = id === undefined ? undefined : encodeExactJson(id);
	const answerId = idText ?? 'null';
	if (jsonrpc !== '2.0') return malformed(answerId, REQUEST_TEXT.wrongVersion(was(jsonrpc)), 'jsonrpc');
	if (typeof method !== 'string' || method === '' || method.length > METHOD_NAME_LENGTH_MAX)
		return malformed(answerId, REQUEST_TEXT.wrongMethod(METHOD_NAME_LENGTH_MAX, was(method)), 'method');
	if (Array.isArray(params)) return { method, params: 'positional', idText };
	if (!isJsonObject(params)) return malformed(answerId, REQUEST_TEXT.wrongParams(show(params)), 'params');
	return { method, params, idText };
}

function was(value: JsonValue | undefined): string {
	return value === undefined ? 'absent' : show(value);
}

function malformed(idText: string, message: string, field?: string): Malformed {
	return {
		idText,
		error: new CarrywireError('INVALID_REQUEST', message, field === undefined ? {} : { field }),
	};
}

/** What a transport must know of a message of MCP before it hands it on: whether it calls a tool, and with what exactly. */
import {
	isJsonObject,
	JsonTextError,
	type JsonValue,
	NumberText,
	parseExactJson,
} from '../domain/exact-json.ts';
import { CarrywireError } from '../errors/carrywire-error.ts';

export type ToolCall = {
	/** As JSON. */
	readonly id: string;
	readonly name: string;
	/** Numbers keep their digits. Undefined where there are none. */
	readonly arguments: JsonValue | undefined;
};

/**
 * The tool call that a body is; undefined for any other message, one that only looks like a call among them: without an id
 * that MCP knows, or with arguments that are no object, nothing is carried out.
 * @throws CarrywireError PARSE_ERROR for what is not JSON, too deep, or has a member twice; INVALID_REQUEST for several
 * messages at once, which MCP has not had since 2025-06-18 (changelog of that version, read 2026-11-22).
 */
export function readToolCall(text: string, depthMax: number): ToolCall | undefined {
	let message: JsonValue;
	try {
		message = parseExactJson(text, depthMax);
	} catch (thrown) {
		if (!(thrown instanceof JsonTextError)) throw thrown;
		throw new CarrywireError('PARSE_ERROR', `The body must be one JSON value. ${thrown.message}`);
	}
	if (Array.isArray(message))
		throw new CarrywireError('INVALID_REQUEST', 'Over MCP a body must be one message; was a batch of them.');
	if (!isJsonObject(message) || message.method !== 'tools/call' || !isJsonObject(message.params))
		return undefined;
	const { name, arguments: given } = message.params;
	const id = idText(message.id);
	if (typeof name !== 'string' || id === undefined) return undefined;
	return given === undefined || isJsonObject(given) ? { id, name, arguments: given } : undefined;
}

/** Whether the call is the one that the id names. */
export function isCallOf(call: ToolCall, id: string | number): boolean {
	return call.id === JSON.stringify(id);
}

function idText(id: JsonValue | undefined): string | undefined {
	if (id instanceof NumberText) {
		const number = Number(id.source);
		return Number.isSafeInteger(number) ? JSON.stringify(number) : undefined;
	}
	return typeof id === 'string' ? JSON.stringify(id) : undefined;
}

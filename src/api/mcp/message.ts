/** What a transport must know of a message of MCP before it hands it on: whether it calls a tool, and with what exactly. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import { readBody } from '../rpc/envelope.ts';

/** Call of a tool with its arguments as the message has them: the MCP library would read numbers as doubles. */
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
 * @throws CarrywireError PARSE_ERROR for what is not JSON; INVALID_REQUEST for what is too deep, names a member twice, or is
 * several messages at once, which MCP has not had since 2025-06-18 (changelog of that version, read 2026-11-22).
 */
export function readToolCall(text: string, depthMax: number): ToolCall | undefined {
	const message = readBody(text, depthMax);
	if (Array.isArray(message))
		throw new CarrywireError('INVALID_REQUEST', 'Over MCP a body must be one message; was a batch of them.');
	if (!isJsonObject(message) || message.method !== 'tools/call' || !isJsonObject(message.params))
		return undefined;
	const { name, arguments: given } = message.params;
	const id = idText(message.id);
	if (typeof name !== 'string' || id === undefined) return undefined;
	if (given === undefined || given === null) return { id, name, arguments: undefined };
	return isJsonObject(given) ? { id, name, arguments: given } : undefined;
}

/** A message as the protocol wants it, from valid JSON: without `params`, or `arguments` of them, that are null. */
export function withoutNulls(text: string): unknown {
	const message: unknown = JSON.parse(text);
	if (!isObject(message)) return message;
	if (message.params === null) delete message.params;
	else if (isObject(message.params) && message.params.arguments === null) delete message.params.arguments;
	return message;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
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

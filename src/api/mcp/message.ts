/** Parses the tool call in an MCP message before the MCP library receives the message. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isJsonObject, type JsonValue, NumberText } from '../../domain/exact-json.ts';
import { readBody } from '../rpc/envelope.ts';
import { TOOL_TEXT } from './text.ts';

/** A tool call with its exact arguments, because the MCP library would read numbers as doubles. */
export type ToolCall = {
	/** The call's id as JSON text. */
	readonly id: string;
	readonly name: string;
	/** Arguments in which numbers keep all their digits; undefined if the call has none. */
	readonly arguments: JsonValue | undefined;
};

/**
 * Parses a body as a tool call; undefined for any other message. A call without a valid id, or whose arguments are
 * not an object, does not count as a tool call, so nothing is executed.
 * @throws CarrywireError PARSE_ERROR for text that is not JSON. INVALID_REQUEST for JSON that is too deep, has a
 * duplicate member, or is a batch. MCP removed batches in version 2025-06-18 (changelog of that version, read
 * 2026-11-22).
 */
export function readToolCall(text: string, depthMax: number): ToolCall | undefined {
	const message = readBody(text, depthMax);
	if (Array.isArray(message)) throw new CarrywireError('INVALID_REQUEST', TOOL_TEXT.batch);
	if (!isJsonObject(message) || message.method !== 'tools/call' || !isJsonObject(message.params))
		return undefined;
	const { name, arguments: given } = message.params;
	const id = idText(message.id);
	if (typeof name !== 'string' || id === undefined) return undefined;
	if (given === undefined || given === null) return { id, name, arguments: undefined };
	return isJsonObject(given) ? { id, name, arguments: given } : undefined;
}

/**
 * Parses valid JSON and removes `params` or `arguments` if its value is null, because MCP does not allow null there.
 */
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

/** True if the call has this id. */
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

/** Runs a tool call as a JSON-RPC call, so that the same scopes, caps, rate limits, audit and refusals apply. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../domain/codes.ts';
import { encodeExactJson, isJsonObject, type JsonValue } from '../../domain/exact-json.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { CallSession, Dispatcher } from '../methods/dispatch.ts';
import { type RpcError, rpcErrorOf } from '../rpc/error-map.ts';
import { TOOL_TEXT } from './text.ts';
import type { MethodTool } from './tools.ts';

/** One message's session, caller and arguments, which the transport provides. */
export type McpCall = {
	readonly session: CallSession;
	/** The token's holder; undefined without a token. */
	readonly caller: Caller | undefined;
	/** Returns the arguments of the tool call with this id; their numbers keep all digits. */
	readonly argumentsOf: (id: string | number) => JsonValue | undefined;
};

type Outcome =
	| { readonly result: unknown; readonly error?: undefined }
	| { readonly result?: undefined; readonly error: RpcError };

/** The tools that open positions. */
const OPENS: ReadonlySet<string> = new Set(['execute_opportunity', 'roll_leg']);

/**
 * Calls the tool's method. A call that opens without `preview_id` returns the preview and opens nothing.
 */
export async function callTool(
	tool: MethodTool,
	id: string | number,
	parts: { readonly dispatcher: Dispatcher; readonly call: McpCall },
): Promise<CallToolResult> {
	const { dispatcher, call } = parts;
	const params = call.argumentsOf(id) ?? {};
	const ask = (sent: JsonValue) => dispatch(dispatcher, tool.method.name, sent, call.session);
	if (OPENS.has(tool.method.name) && isNotPreviewed(params))
		return previewInstead(await ask(asPreview(params)));
	return toolResult(await ask(params), tool.isWrapped);
}

async function dispatch(
	dispatcher: Dispatcher,
	method: string,
	params: JsonValue,
	session: CallSession,
): Promise<Outcome> {
	const body = encodeExactJson({ jsonrpc: '2.0', id: 1, method, params });
	const answer = await dispatcher.dispatch(body, session);
	const text = typeof answer.body === 'string' ? answer.body : Buffer.concat(answer.body ?? []).toString();
	return JSON.parse(text) as Outcome;
}

/**
 * True if a call that opens is neither a preview nor has a `preview_id`. Fields of the wrong type are
 * left to the method, which refuses them.
 */
function isNotPreviewed(params: JsonValue): boolean {
	if (!isJsonObject(params)) return false;
	const { preview, preview_id: previewId } = params;
	return previewId === undefined && (preview === undefined || preview === false);
}

function asPreview(params: JsonValue): JsonValue {
	return isJsonObject(params) ? { ...params, preview: true } : params;
}

function toolResult(outcome: Outcome, isWrapped: boolean): CallToolResult {
	if (outcome.error !== undefined) return refusal(outcome.error);
	const { result } = outcome;
	return {
		content: [{ type: 'text', text: JSON.stringify(result) }],
		structuredContent: (isWrapped ? { result } : result) as Record<string, unknown>,
	};
}

/** Builds a refusal: the message and advice as text for the model, the JSON-RPC error as data. */
function refusal(error: RpcError): CallToolResult {
	const { code, message } = error.data;
	return {
		isError: true,
		content: [
			{ type: 'text', text: `${code}: ${message} ${whatToDo(code)}` },
			{ type: 'text', text: JSON.stringify(error) },
		],
		structuredContent: { error },
	};
}

function whatToDo(code: ErrorCode): string {
	return ERROR_CODES[code].solve;
}

/**
 * Responds to a call that opens without `preview_id`: with the refusal if the preview was refused,
 * otherwise with the preview.
 */
function previewInstead(outcome: Outcome): CallToolResult {
	if (outcome.error !== undefined) return refusal(outcome.error);
	const preview = outcome.result as { readonly preview_id?: unknown };
	const message = TOOL_TEXT.previewRequired(String(preview.preview_id));
	const error = new CarrywireError('PREVIEW_REQUIRED', message, { field: 'preview_id', facts: { preview } });
	return refusal(rpcErrorOf(error));
}

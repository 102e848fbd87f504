/**
 * Bridges MCP over the standard streams, for MCP clients that start their server as a program. Each input line is one
 * message, which is forwarded unchanged to a running service's `/mcp`. Each response is one output line. The service
 * decides everything: tools, schemas, permissions and refusals. Standard output carries only the protocol
 * (https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#stdio, read 2026-11-22).
 */
import type { TokenHolder } from '../client/endpoint.ts';
import { ERROR_CODES } from '../src/domain/codes.ts';
import type { Clock } from '../src/ports/clock.ts';
import { messagesOf } from './event-stream.ts';
import { MCP_TEXT } from './text.ts';

/** Forwards the client's messages. Responses may arrive in any order. */
export type McpBridge = {
	/** Takes one line from the client. Never throws. */
	take(line: string): void;
	/** Resolves when every request has been answered. */
	settled(): Promise<void>;
};

/** Time limit for a response, milliseconds. Every method responds within 25 s. */
export const ANSWER_MS_MAX = 60_000;
const MCP_PATH = '/mcp';
const PROTOCOL_KEY = 'io.modelcontextprotocol/protocolVersion';
/** For each method, the parameter that a header repeats as the message's name (SEP-2243, revision 2026-07-28). */
const NAMED_BY: Readonly<Record<string, string>> = {
	'tools/call': 'name',
	'prompts/get': 'name',
	'resources/read': 'uri',
};

type Message = {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: Readonly<Record<string, unknown>>;
};

type RpcFault = { readonly code: number; readonly message: string; readonly data?: unknown };

type BridgeParts = {
	/** Scheme and authority of the service. */
	readonly url: string;
	readonly tokens: TokenHolder;
	readonly clock: Clock;
	readonly fetch: typeof fetch;
	/** Sends one message to the client; the text has no line break at its end. */
	readonly write: (message: string) => void;
};

type State = BridgeParts & {
	readonly running: Set<Promise<void>>;
	/** Abort controllers of the running requests, keyed by request id as JSON. */
	readonly cancels: Map<string, AbortController>;
	/** Negotiated protocol version; undefined before the handshake, and in revisions without a handshake. */
	agreed: string | undefined;
};

/** Creates the bridge. It sends each message at once, and refuses a request that gets no response within 60 s. */
export function createMcpBridge(parts: BridgeParts): McpBridge {
	const state: State = { ...parts, running: new Set(), cancels: new Map(), agreed: undefined };
	return {
		take: (line) => take(state, line),
		async settled() {
			while (state.running.size > 0) await Promise.all(state.running);
		},
	};
}

function take(state: State, line: string): void {
	if (line.trim() === '') return;
	const message = messageOf(line);
	if (message === undefined) {
		state.write('{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}');
		return;
	}
	// This message is a response. The service sends no requests, so nothing waits for it.
	if (message.method === undefined) return;
	if (message.method === 'notifications/cancelled') {
		state.cancels.get(JSON.stringify(message.params?.requestId))?.abort();
		return;
	}
	const work = carry(state, line, message).finally(() => state.running.delete(work));
	state.running.add(work);
}

async function carry(state: State, line: string, message: Message): Promise<void> {
	const { url, clock, cancels } = state;
	const cancel = new AbortController();
	const key = JSON.stringify(message.id);
	if (message.id !== undefined) cancels.set(key, cancel);
	let isLate = false;
	const stopWaiting = clock.after(ANSWER_MS_MAX, () => {
		isLate = true;
		cancel.abort();
	});
	try {
		const answer = await ask(state, line, message, cancel.signal);
		await relay(state, answer, message);
	} catch (error) {
		// A client that has cancelled its request gets no response.
		if (!cancel.signal.aborted || isLate) refuse(state, message, unreachable(url, error));
	} finally {
		stopWaiting();
		cancels.delete(key);
	}
}

async function ask(state: State, line: string, message: Message, signal: AbortSignal): Promise<Response> {
	const { tokens } = state;
	const token = await tokens.current();
	const first = await post(state, line, message, token, signal);
	if (first.status !== 401 || !(await tokens.renew(token))) return first;
	await first.body?.cancel();
	return post(state, line, message, await tokens.current(), signal);
}

function post(
	{ url, fetch, agreed }: State,
	line: string,
	message: Message,
	token: string | undefined,
	signal: AbortSignal,
): Promise<Response> {
	return fetch(`${url}${MCP_PATH}`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...protocolHeaders(message, agreed),
		},
		body: line,
		redirect: 'error',
		signal,
	});
}

async function relay(state: State, answer: Response, message: Message): Promise<void> {
	const type = answer.headers.get('content-type') ?? '';
	if (!answer.ok) return refuse(state, message, await faultOf(answer, state.url));
	if (type.startsWith('text/event-stream') && answer.body !== null) {
		for await (const text of messagesOf(answer.body)) forward(state, text, message);
		return;
	}
	const text = await answer.text();
	if (text !== '') forward(state, text, message);
}

function forward(state: State, text: string, { method }: Message): void {
	if (method === 'initialize') state.agreed = versionIn(text) ?? state.agreed;
	// A message must be one line, so multi-line JSON is compacted.
	state.write(text.includes('\n') ? JSON.stringify(JSON.parse(text)) : text);
}

/**
 * A model sees tool results but not protocol errors. A refused tool call is therefore answered with a result that
 * contains the error.
 */
function refuse({ write }: State, { id, method }: Message, error: RpcFault): void {
	if (id === undefined) return;
	const answer = method === 'tools/call' ? { result: refusedCall(error) } : { error };
	write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
}

function messageOf(line: string): Message | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function protocolHeaders({ method, params }: Message, agreed: string | undefined): Record<string, string> {
	const meta = params?._meta as Readonly<Record<string, unknown>> | undefined;
	const named = meta?.[PROTOCOL_KEY];
	if (typeof named !== 'string') return agreed === undefined ? {} : { 'mcp-protocol-version': agreed };
	const name = params?.[NAMED_BY[method ?? ''] ?? ''];
	return {
		'mcp-protocol-version': headerText(named),
		'mcp-method': headerText(method ?? ''),
		...(typeof name === 'string' ? { 'mcp-name': headerText(name) } : {}),
	};
}

/** Encodes text as marked base64 if a header cannot contain it (SEP-2243). */
function headerText(value: string): string {
	if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')) return value;
	return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

function versionIn(text: string): string | undefined {
	const { result } = JSON.parse(text) as { readonly result?: { readonly protocolVersion?: unknown } };
	return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}

/** Returns the service's refusal, or a message if another server responds at this address. */
async function faultOf(answer: Response, url: string): Promise<RpcFault> {
	try {
		const { error } = (await answer.json()) as { readonly error?: RpcFault };
		if (typeof error?.code === 'number' && typeof error.message === 'string') return error;
	} catch {
		// A response that is not JSON does not come from the service.
	}
	return fault(MCP_TEXT.otherServer(`${url}${MCP_PATH}`, answer.status));
}

function unreachable(url: string, error: unknown): RpcFault {
	const cause = error instanceof Error ? error.cause : undefined;
	const why = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
	return fault(MCP_TEXT.unreachable(url, why));
}

function fault(message: string): RpcFault {
	const { rpcCode, retryable } = ERROR_CODES.NOT_READY;
	return { code: rpcCode, message: 'Internal error', data: { code: 'NOT_READY', message, retryable } };
}

function refusedCall(error: RpcFault): unknown {
	const { code, message } = (error.data ?? error) as { readonly code: unknown; readonly message: unknown };
	return {
		isError: true,
		content: [
			{ type: 'text', text: `${String(code)}: ${String(message)}` },
			{ type: 'text', text: JSON.stringify(error) },
		],
		structuredContent: { error },
	};
}

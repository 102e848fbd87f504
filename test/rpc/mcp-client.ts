/** Connects the official MCP client to a test server, and sends single messages verbatim. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { send } from './test-server.ts';

export type McpClient = AsyncDisposable & { readonly client: Client };

/**
 * Connects a client. If `isModern`, the client uses the protocol revision of 2026-07-28, which has no handshake;
 * otherwise it negotiates the revision.
 */
export async function connectMcp(
	url: string,
	token?: string,
	{ isModern = false }: { readonly isModern?: boolean } = {},
): Promise<McpClient> {
	const client = new Client(
		{ name: 'tests', version: '1.0.0' },
		isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
	);
	const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
	);
	return { client, [Symbol.asyncDispose]: () => client.close() };
}

export const MCP_HEADERS = {
	'content-type': 'application/json',
	accept: 'application/json, text/event-stream',
};

/** POSTs one message. `message` in the result is the response, extracted from the event stream if it came in one. */
export async function postMcp(
	url: string,
	body: string,
	options: { readonly token?: string | undefined; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Awaited<ReturnType<typeof send>> & { readonly message: unknown }> {
	const { token, headers } = options;
	const answer = await send(url, {
		path: '/mcp',
		headers: {
			...MCP_HEADERS,
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...headers,
		},
		body,
	});
	const [, streamed] = /^data: (.+)$/m.exec(answer.body) ?? [];
	const text = streamed ?? answer.body;
	return { ...answer, message: text === '' ? undefined : JSON.parse(text) };
}

/** Builds a tool call with its arguments as text, which preserves every digit. */
export function toolCallText(name: string, argumentsText: string): string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${argumentsText}}}`;
}

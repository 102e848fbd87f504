/** Runs the bridge against a test server that records its requests. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createTokenHolder, type TokenSource } from '../client/endpoint.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { createMcpBridge, type McpBridge } from './mcp-bridge.ts';

type Got = { readonly headers: IncomingHttpHeaders; readonly body: string };
type BridgeFixture = AsyncDisposable & {
	readonly bridge: McpBridge;
	readonly got: readonly Got[];
	readonly written: readonly string[];
};

const OK = (response: ServerResponse, text: string) =>
	response.writeHead(200, { 'content-type': 'application/json' }).end(text);

async function startBridge(
	answer: (got: Got, response: ServerResponse) => void,
	token?: TokenSource,
): Promise<BridgeFixture> {
	const got: Got[] = [];
	const written: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => {
			body += text;
		});
		request.on('end', () => {
			const one = { headers: request.headers, body };
			got.push(one);
			answer(one, response);
		});
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	const bridge = createMcpBridge({
		url: `http://127.0.0.1:${port}`,
		tokens: createTokenHolder(token),
		clock: systemClock,
		fetch,
		write: (message) => written.push(message),
	});
	return {
		bridge,
		got,
		written,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

const CALL =
	'{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"test","arguments":{"x":1.10}}}';

describe('a message', () => {
	test('is forwarded unchanged with the token, and its answer returns unchanged', async () => {
		await using there = await startBridge(
			(_got, response) => OK(response, '{"id":"a","result":{"n":1.50}}'),
			'cw_1',
		);
		there.bridge.take(CALL);
		await there.bridge.settled();
		expect(there.got).toMatchObject([
			{
				body: CALL,
				headers: { authorization: 'Bearer cw_1', accept: 'application/json, text/event-stream' },
			},
		]);
		expect(there.written).toEqual(['{"id":"a","result":{"n":1.50}}']);
	});

	test('answered by a stream yields one line per event', async () => {
		await using there = await startBridge((_got, response) => {
			response.writeHead(200, { 'content-type': 'text/event-stream' });
			response.end('data: {"method":"notifications/progress"}\n\ndata: {"id":"a","result":{}}\n\n');
		});
		there.bridge.take(CALL);
		await there.bridge.settled();
		expect(there.written).toEqual(['{"method":"notifications/progress"}', '{"id":"a","result":{}}']);
	});

	test('names the negotiated version after the handshake, and a message of 2026-07-28 names its own', async () => {
		await using there = await startBridge((_got, response) =>
			OK(response, '{"id":1,"result":{"protocolVersion":"2025-06-18"}}'),
		);
		there.bridge.take('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}');
		await there.bridge.settled();
		there.bridge.take('{"jsonrpc":"2.0","id":2,"method":"ping"}');
		const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
		const params = { name: 'größe', _meta };
		there.bridge.take(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params }));
		await there.bridge.settled();
		expect(there.got.map(({ headers }) => headers['mcp-protocol-version']).sort()).toEqual([
			'2025-06-18',
			'2026-07-28',
			undefined,
		]);
		const last = there.got.find(({ headers }) => headers['mcp-protocol-version'] === '2026-07-28');
		expect(last?.headers).toMatchObject({
			'mcp-method': 'tools/call',
			'mcp-name': '=?base64?Z3LDtsOfZQ==?=',
		});
	});

	test('that is not JSON is refused, and a response is ignored', async () => {
		await using there = await startBridge((_got, response) => OK(response, '{}'));
		for (const line of ['', 'nothing', '[1]', '{"jsonrpc":"2.0","id":1,"result":{}}'])
			there.bridge.take(line);
		await there.bridge.settled();
		expect(there.written.map((text) => (JSON.parse(text) as { error: unknown }).error)).toEqual([
			{ code: -32700, message: 'Parse error' },
			{ code: -32700, message: 'Parse error' },
		]);
		expect(there.got).toEqual([]);
	});
});

describe('a refusal', () => {
	const error = { code: 401, message: 'Unauthorized', data: { code: 'UNAUTHORIZED', message: 'It ended.' } };
	const refuse = (_got: Got, response: ServerResponse) =>
		response
			.writeHead(401, { 'content-type': 'application/json' })
			.end(JSON.stringify({ jsonrpc: '2.0', error, id: null }));

	test('becomes a result for a tool call, which a model can read, and an error for any other request', async () => {
		await using there = await startBridge(refuse, 'cw_1');
		there.bridge.take(CALL);
		there.bridge.take('{"jsonrpc":"2.0","id":7,"method":"tools/list"}');
		there.bridge.take('{"jsonrpc":"2.0","method":"notifications/initialized"}');
		await there.bridge.settled();
		const answers = there.written.map((text) => JSON.parse(text) as { readonly id: unknown });
		expect(answers.find(({ id }) => id === 'a')).toMatchObject({
			result: {
				isError: true,
				content: [{ text: 'UNAUTHORIZED: It ended.' }, {}],
				structuredContent: { error },
			},
		});
		expect(answers.find(({ id }) => id === 7)).toMatchObject({ error });
		expect(answers.length).toBe(2);
	});

	test('leads to one retry with the next token when the token has expired', async () => {
		const given: (string | undefined)[] = [];
		await using there = await startBridge(
			(got, response) =>
				got.headers.authorization === 'Bearer second'
					? OK(response, '{"id":"a","result":{}}')
					: refuse(got, response),
			(refused) => {
				given.push(refused);
				return refused === undefined ? 'first' : 'second';
			},
		);
		there.bridge.take(CALL);
		await there.bridge.settled();
		expect({ given, written: there.written }).toEqual({
			given: [undefined, 'first'],
			written: ['{"id":"a","result":{}}'],
		});
	});

	test('from another server asks whether it is a Carrywire service', async () => {
		await using there = await startBridge((_got, response) => response.writeHead(502).end('<html>'));
		there.bridge.take('{"jsonrpc":"2.0","id":7,"method":"tools/list"}');
		await there.bridge.settled();
		expect(there.written[0]).toContain('answered with HTTP 502 and no message. Is it a Carrywire service?');
	});

	test('names the address when nothing answers', async () => {
		const there = await startBridge(() => {});
		await there[Symbol.asyncDispose]();
		there.bridge.take(CALL);
		await there.bridge.settled();
		expect(there.written[0]).toContain('does not answer (ECONNREFUSED). Start it');
	});
});

test('aborts a cancelled request at the service and sends no answer', async () => {
	let closed: () => void = () => {};
	const gaveUp = new Promise<void>((resolve) => {
		closed = resolve;
	});
	let asked: () => void = () => {};
	const arrived = new Promise<void>((resolve) => {
		asked = resolve;
	});
	await using there = await startBridge((_got, response) => {
		response.on('close', closed);
		asked();
	});
	there.bridge.take(CALL);
	await arrived;
	there.bridge.take('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}');
	await gaveUp;
	await there.bridge.settled();
	expect(there.written).toEqual([]);
});

/** Tests the agents' tools, which have the same methods, schemas, rights and refusals as JSON-RPC. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { hasNotes, NOT_TOOLS } from '../../src/api/mcp/tool-notes.ts';
import { openRpcDocument } from '../../src/api/methods/openrpc.ts';
import { publishedSchema } from '../../src/api/methods/published-schema.ts';
import { METHODS } from '../../src/api/methods/registry.ts';
import { readConversation } from './conversation.ts';
import { connectMcp, postMcp, toolCallText } from './mcp-client.ts';
import { post, startTestServer, type TestServer } from './test-server.ts';

const TOOLS = METHODS.filter(({ name, isOfLogin }) => isOfLogin !== true && !Object.hasOwn(NOT_TOOLS, name));

type Refused = { readonly error: { readonly code: number; readonly data: { readonly code: string } } };

describe('the list of tools', () => {
	test('equals the registry: published names, params and results', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url);
		const { tools } = await mcp.client.listTools();
		expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
		const published = openRpcDocument(METHODS, { version: '1.0.0', endpoint: 'http://127.0.0.1/' });
		for (const { name, inputSchema, outputSchema } of tools) {
			const method = TOOLS.find((one) => one.name === name);
			if (method === undefined) throw new Error(`No method ${name}.`);
			expect({ name, ...inputSchema }).toEqual({ name, ...publishedSchema(method.params, 'input') });
			const documented = published.methods.find((one) => one.name === name);
			expect(Object.keys(inputSchema.properties ?? {}).sort()).toEqual(
				documented?.params.map((one) => one.name).sort(),
			);
			const result = publishedSchema(method.result, 'output');
			const { type: _object, ...shown } = (outputSchema ?? {}) as Record<string, unknown>;
			const { type, ...expected } = result;
			const isObject = type === 'object' || Array.isArray(result.anyOf);
			expect({
				name,
				...asDraft7(isObject ? shown : (shown.properties as { result: object }).result),
			}).toEqual({ name, ...(isObject ? expected : result) });
		}
	});

	test('describes the needs and effects of every method; each omitted method has a reason', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url);
		const { tools } = await mcp.client.listTools();
		for (const { name, scope, tradesMoney } of TOOLS) {
			const tool = tools.find((one) => one.name === name);
			expect({ name, noted: hasNotes(name) }).toEqual({ name, noted: true });
			expect(tool?.description).toContain(
				scope === 'public' ? 'Needs no token.' : `Needs a token with scope ${scope}.`,
			);
			if (tradesMoney)
				expect({ name, reads: tool?.annotations?.readOnlyHint }).toEqual({ name, reads: false });
			if (scope === 'public' || scope === 'arb:read')
				expect({ name, reads: tool?.annotations?.readOnlyHint }).toEqual({ name, reads: true });
		}
		for (const name of Object.keys(NOT_TOOLS)) expect(METHODS.map((one) => one.name)).toContain(name);
	});

	test('is the same in the protocol revision without a handshake', async () => {
		await using server = await startTestServer();
		await using old = await connectMcp(server.url);
		await using modern = await connectMcp(server.url, undefined, { isModern: true });
		expect(old.client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
		expect(modern.client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
		const [first, second] = [await old.client.listTools(), await modern.client.listTools()];
		expect(second.tools).toEqual(first.tools);
		const call = { name: 'exchange_pair', arguments: {} };
		expect((await modern.client.callTool(call)).structuredContent).toEqual(
			(await old.client.callTool(call)).structuredContent,
		);
	});
});

describe('a call', () => {
	test('gets the answer of JSON-RPC, as text and as data that fits the schema', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url, server.tokens.full);
		const { tools } = await mcp.client.listTools();
		const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint === true);
		const given: Record<string, Record<string, unknown>> = {
			check_pair_status: { exchangepair: 'bybit-kucoin' },
		};
		for (const { name } of reads.filter(({ inputSchema }) => (inputSchema.required ?? []).length === 0)) {
			const scope = METHODS.find((one) => one.name === name)?.scope;
			if (scope === 'agents:manage' || scope === 'replay:run') continue;
			const params = given[name] ?? {};
			// The client checks the structured content against the result schema.
			const { content, structuredContent } = await mcp.client.callTool({ name, arguments: params });
			const { body } = await post(
				server.url,
				{ jsonrpc: '2.0', id: 1, method: name, params },
				server.tokens.full,
			);
			const { result } = JSON.parse(body) as { readonly result: Record<string, unknown> };
			// The clock may advance by a second between the two calls.
			const changing = 'uptime_seconds' in result ? { uptime_seconds: expect.any(Number) } : {};
			const expected = Array.isArray(result) ? { result } : { ...result, ...changing };
			expect({ name, ...(structuredContent as object) }).toEqual({ name, ...expected });
			expect(content).toEqual([{ type: 'text', text: expect.any(String) }]);
		}
	});

	test('carries amounts to the order service with every digit', async () => {
		await using server = await startTestServer();
		const { token } = { token: server.tokens.full };
		const given = '{"opportunity_id":"opp_1","amount":12.500000000000000001,"preview_id":"preview_1"}';
		const { status } = await postMcp(server.url, toolCallText('execute_opportunity', given), { token });
		expect(status).toBe(200);
		expect(server.services.opened.map(({ amount }) => amount)).toEqual([12_500_000_000_000_000_001n]);
	});

	test('gets 401 without a token, with the scope and the metadata of this address', async () => {
		await using server = await startTestServer();
		const answer = await postMcp(server.url, toolCallText('portfolio_live', '{}'));
		const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp`;
		expect(answer).toMatchObject({
			status: 401,
			headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="arb:read"` },
			message: { error: { code: 401, data: { code: 'UNAUTHORIZED' } } },
		});
		const document = await (await fetch(metadata)).json();
		expect(document).toMatchObject({ resource: `${server.url}/mcp`, bearer_methods_supported: ['header'] });
	});

	test('gets 401 with an invalid token for every method', async () => {
		await using server = await startTestServer();
		for (const name of ['revoked', 'expired', 'unknown']) {
			const token = server.tokens[name];
			for (const body of ['{"jsonrpc":"2.0","id":1,"method":"ping"}', toolCallText('test', '{}')]) {
				const answer = await postMcp(server.url, body, { token });
				expect(answer.status).toBe(401);
				expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
			}
		}
	});

	test('gets 403 without the scope, with the token’s present scopes included', async () => {
		await using server = await startTestServer();
		const token = server.tokens.read;
		const given = '{"execution_id":"exec_1"}';
		const answer = await postMcp(server.url, toolCallText('close_execution', given), { token });
		const rpc = { jsonrpc: '2.0', id: 1, method: 'close_execution', params: JSON.parse(given) };
		const { error } = JSON.parse((await post(server.url, rpc, token)).body) as Refused;
		expect(answer).toMatchObject({ status: 403, message: { error } });
		expect(answer.headers['www-authenticate']).toContain('insufficient_scope", scope="arb:read arb:trade"');
	});

	test('over its credits is rejected as in JSON-RPC, from the same credits', async () => {
		await using server = await startTestServer({ rateLimits: { read: { perSecond: 0.001, burst: 1 } } });
		const token = server.tokens.full;
		await post(server.url, { jsonrpc: '2.0', id: 1, method: 'portfolio_live' }, token);
		const { message } = await postMcp(server.url, toolCallText('portfolio_live', '{}'), { token });
		expect(message).toMatchObject({
			result: { isError: true, structuredContent: { error: { code: 429, data: { code: 'RATE_LIMITED' } } } },
		});
	});

	test('rejects an unknown tool with a protocol error', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url, server.tokens.full);
		for (const name of [...Object.keys(NOT_TOOLS), 'nothing', '__proto__'])
			await expect(mcp.client.callTool({ name, arguments: {} })).rejects.toThrow();
		expect(server.services.opened).toEqual([]);
	});
});

describe('bad arguments', () => {
	/** Matches params with numbers that a double would change, such as 1e400, long decimals or −0. */
	const DIGITS = /1e400|0{9,}|[0-9.]{16,}|-0\b/;
	const SENT = /^\{"jsonrpc":"2\.0","method":"([\w.]+)","params":(\{.*\}),"id":1\}$/s;
	const { exchanges } = readConversation(readFileSync(join(import.meta.dirname, 'bad-params.io'), 'utf8'));
	const odd = exchanges.flatMap(({ body }) => {
		const [, name = '', params = ''] = (body.kind === 'text' ? SENT.exec(body.text) : null) ?? [];
		return DIGITS.test(params) ? [{ name, params }] : [];
	});
	let server: TestServer | undefined;

	afterAll(() => server?.[Symbol.asyncDispose]());

	test('cover every kind', () => {
		expect(odd.length).toBeGreaterThan(30);
	});

	test.for(TOOLS.map(({ name, params }) => ({ name, params })))(
		'of $name get the same code, sentence and data',
		async ({ name, params: schema }) => {
			server ??= await startTestServer();
			const { properties = {} } = publishedSchema(schema, 'input') as { readonly properties?: object };
			const wrong = Object.keys(properties).map((member) => JSON.stringify({ [member]: [[]] }));
			const mine = odd.filter((one) => one.name === name).map(({ params }) => params);
			const token = tokenFor(server, name);
			for (const params of [...wrong, ...mine, '{"no_such_member":1}']) {
				const body = `{"jsonrpc":"2.0","method":"${name}","params":${params},"id":1}`;
				const { error } = JSON.parse((await post(server.url, body, token)).body) as Refused;
				expect({ params, code: error.data.code }).toEqual({ params, code: 'INVALID_PARAMS' });
				const { message } = await postMcp(server.url, toolCallText(name, params), { token });
				expect({ params, message }).toMatchObject({
					params,
					message: { result: { isError: true, structuredContent: { error } } },
				});
			}
			expect(server.services.opened).toEqual([]);
		},
	);
});

describe('a trade', () => {
	test('without a preview returns the preview and sends nothing', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url, server.tokens.full);
		for (const further of [{}, { preview: false }, { only_if_trade: false, idempotency_key: 'k' }]) {
			const { isError, structuredContent } = await mcp.client.callTool({
				name: 'execute_opportunity',
				arguments: { opportunity_id: 'opp_1', amount: 1_000, ...further },
			});
			const { error } = structuredContent as { error: { data: { code: string; preview: object } } };
			expect({ isError, code: error.data.code }).toEqual({ isError: true, code: 'PREVIEW_REQUIRED' });
			expect(error.data.preview).toMatchObject({ preview: true, checks: [{ passed: false }] });
		}
		expect(server.services.opened).toEqual([]);
	});

	test('runs from preview to close; closing needs no preview', async () => {
		await using server = await startTestServer();
		await using mcp = await connectMcp(server.url, server.tokens.full);
		const call = async (name: string, given: Record<string, unknown>) => {
			const answer = await mcp.client.callTool({ name, arguments: given });
			expect({ name, isError: answer.isError }).toEqual({ name, isError: undefined });
			return answer.structuredContent as Record<string, unknown>;
		};
		const terms = { opportunity_id: 'opp_1', amount: 1_000 };
		const { preview_id: previewId } = await call('execute_opportunity', { ...terms, preview: true });
		expect(server.services.opened).toEqual([]);
		const { execution_id: id } = await call('execute_opportunity', { ...terms, preview_id: previewId });
		expect(server.services.opened.map((one) => one.previewId)).toEqual([previewId]);
		expect(await call('portfolio_live', { execution_id: id })).toHaveProperty('summary');
		expect(await call('close_execution', { execution_id: id })).toMatchObject({ status: 'closed' });
	});

	test('is refused while halted, with the sentence of JSON-RPC', async () => {
		await using server = await startTestServer();
		const token = server.tokens.full;
		await post(server.url, { jsonrpc: '2.0', id: 1, method: 'halt_trading', params: {} }, token);
		const params = { opportunity_id: 'opp_1', amount: 1_000, preview_id: 'preview_1' };
		const rpc = await post(
			server.url,
			{ jsonrpc: '2.0', id: 1, method: 'execute_opportunity', params },
			token,
		);
		await using mcp = await connectMcp(server.url, token);
		const answer = await mcp.client.callTool({ name: 'execute_opportunity', arguments: params });
		expect(answer.structuredContent).toEqual({ error: (JSON.parse(rpc.body) as Refused).error });
	});
});

function tokenFor(server: TestServer, name: string): string | undefined {
	switch (METHODS.find((one) => one.name === name)?.scope) {
		case 'exchange:connect':
			return server.tokens.connect;
		case 'agents:manage':
			return server.tokens.manage;
		case 'replay:run':
			return server.tokens.replay;
		case 'public':
			return undefined;
		default:
			return server.tokens.full;
	}
}

/** Renames the 2020-12 keyword `prefixItems` to `items`, its draft-07 name in the published document. */
function asDraft7(schema: object): object {
	return JSON.parse(JSON.stringify(schema).replaceAll('"prefixItems":', '"items":')) as object;
}

/**
 * Tests unmodified third-party clients against the real server. Each client exposes errors differently; the tests
 * check that `data.code` reaches the caller in all of them.
 */
import {
	HTTPTransport,
	JSONRPCError,
	Client as OpenRpcClient,
	RequestManager,
	WebSocketTransport,
} from '@open-rpc/client-js';
import jayson from 'jayson';
import { JSONRPCClient, JSONRPCErrorException, type JSONRPCResponse } from 'json-rpc-2.0';
import { BaseError, createClient, http, InvalidParamsRpcError, rpcSchema } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedSchemas } from '../support/published-schemas.ts';
import { BROKEN_ID } from './in-memory-services.ts';
import { startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;

beforeAll(async () => {
	server = await startTestServer();
});

afterAll(async () => {
	await server[Symbol.asyncDispose]();
});

const endpoint = () => `${server.url}/jsonrpc/`;
const bearer = (token = server.tokens.full) => ({ Authorization: `Bearer ${token}` });

const PAIR = { exchangepair: 'kucoin-bybit' };
const WRONG = { limit: 1_000 };
const WRONG_DATA = {
	code: 'INVALID_PARAMS',
	field: 'limit',
	message: 'limit must be a whole number from 1 to 100; was 1000.',
	retryable: false,
};
const WRONG_MESSAGE = `Invalid params: ${WRONG_DATA.message}`;

describe('jayson', () => {
	type Answer = {
		readonly result?: unknown;
		readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
	};

	function client(headers: Record<string, string> = {}) {
		const { hostname, port } = new URL(server.url);
		return jayson.Client.http({ hostname, port, path: '/jsonrpc/', headers });
	}

	function call(of: jayson.HttpClient, method: string, params: object): Promise<Answer> {
		return new Promise((resolve, reject) => {
			of.request(method, params, (error: unknown, answer: Answer) =>
				error ? reject(error) : resolve(answer),
			);
		});
	}

	test('a public call', async () => {
		expect(await call(client(), 'test', {})).toMatchObject({ result: { status: 'ok', version: '0.2.0' } });
	});

	test('a call with a token', async () => {
		expect(await call(client(bearer()), 'check_pair_status', PAIR)).toMatchObject({
			result: { exchangepair: 'bybit-kucoin', is_active: true },
		});
	});

	test('returns an error in the answer, with its data', async () => {
		expect(await call(client(), 'get_opportunities', WRONG)).toMatchObject({
			error: { code: -32602, message: WRONG_MESSAGE, data: WRONG_DATA },
		});
	});

	test('fails without a token with the HTTP status and the answer as its text', async () => {
		const failure = await call(client(), 'portfolio_live', {}).catch((thrown: unknown) => thrown);
		expect(failure).toMatchObject({ code: 401 });
		expect(JSON.parse((failure as Error).message)).toMatchObject({
			error: { code: 401, message: 'Unauthorized', data: { code: 'UNAUTHORIZED' } },
		});
	});

	test('a batch', async () => {
		const batching = client(bearer());
		const batch = [
			batching.request('test', {}),
			batching.request('check_pair_status', PAIR),
			batching.request('get_opportunities', WRONG),
		];
		const [errors, successes] = await new Promise<[unknown, unknown]>((resolve, reject) => {
			batching.request(batch, (error: unknown, failed: unknown, succeeded: unknown) =>
				error ? reject(error) : resolve([failed, succeeded]),
			);
		});
		expect(successes).toMatchObject([
			{ result: { status: 'ok' } },
			{ result: { exchangepair: 'bybit-kucoin' } },
		]);
		expect(errors).toMatchObject([{ error: { code: -32602, data: WRONG_DATA } }]);
	});
});

describe('json-rpc-2.0', () => {
	function client(headers: Record<string, string> = {}): JSONRPCClient {
		const made: JSONRPCClient = new JSONRPCClient(async (request) => {
			const response = await fetch(endpoint(), {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: JSON.stringify(request),
			});
			// This follows the library's documentation, except that it reads the body at every status, because errors
			// also have one.
			if (response.status !== 204) made.receive((await response.json()) as JSONRPCResponse);
		});
		return made;
	}

	test('a public call', async () => {
		expect(await client().request('test', {})).toMatchObject({ status: 'ok' });
	});

	test('a call with a token', async () => {
		expect(await client(bearer()).request('check_pair_status', PAIR)).toMatchObject({ is_active: true });
	});

	test('throws an error with its code and data', async () => {
		const thrown = await client()
			.request('get_opportunities', WRONG)
			.then(undefined, (error: unknown) => error);
		expect(thrown).toBeInstanceOf(JSONRPCErrorException);
		expect(thrown).toMatchObject({ code: -32602, message: WRONG_MESSAGE, data: WRONG_DATA });
	});

	test('throws without a token', async () => {
		const thrown = await client()
			.request('portfolio_live', {})
			.then(undefined, (error: unknown) => error);
		expect(thrown).toMatchObject({ code: 401, message: 'Unauthorized', data: { code: 'UNAUTHORIZED' } });
	});

	test('a batch', async () => {
		const answers = await client(bearer()).requestAdvanced([
			{ jsonrpc: '2.0', id: 'a', method: 'test' },
			{ jsonrpc: '2.0', id: 'b', method: 'check_pair_status', params: PAIR },
			{ jsonrpc: '2.0', id: 'c', method: 'get_opportunities', params: WRONG },
		]);
		expect(answers).toMatchObject([
			{ id: 'a', result: { status: 'ok' } },
			{ id: 'b', result: { exchangepair: 'bybit-kucoin' } },
			{ id: 'c', error: { code: -32602, data: WRONG_DATA } },
		]);
	});

	test('a notification has no answer', async () => {
		await client().send({ jsonrpc: '2.0', method: 'test' }, undefined);
	});
});

describe('@open-rpc/client-js over HTTP', () => {
	function client(headers: Record<string, string> = {}): OpenRpcClient {
		return new OpenRpcClient(new RequestManager([new HTTPTransport(endpoint(), { headers })]));
	}

	test('a public call', async () => {
		expect(await client().request({ method: 'test', params: {} })).toMatchObject({ status: 'ok' });
	});

	test('a call with a token', async () => {
		expect(await client(bearer()).request({ method: 'check_pair_status', params: PAIR })).toMatchObject({
			is_active: true,
		});
	});

	test('throws an error with its code and data', async () => {
		const thrown = await client()
			.request({ method: 'get_opportunities', params: WRONG })
			.catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(JSONRPCError);
		expect(thrown).toMatchObject({ code: -32602, message: WRONG_MESSAGE, data: WRONG_DATA });
	});

	test('throws without a token', async () => {
		await expect(client().request({ method: 'portfolio_live', params: {} })).rejects.toMatchObject({
			code: 401,
			data: { code: 'UNAUTHORIZED' },
		});
	});

	test('a batch', async () => {
		const batching = client(bearer());
		batching.startBatch();
		const answers = Promise.allSettled([
			batching.request({ method: 'test', params: {} }),
			batching.request({ method: 'check_pair_status', params: PAIR }),
			batching.request({ method: 'get_opportunities', params: WRONG }),
		]);
		batching.stopBatch();
		expect(await answers).toMatchObject([
			{ value: { status: 'ok' } },
			{ value: { exchangepair: 'bybit-kucoin' } },
			{ reason: { code: -32602, data: WRONG_DATA } },
		]);
	});

	test('makes and validates a call from the rpc.discover document alone', async () => {
		const document = await client().request({ method: 'rpc.discover', params: {} });
		const at = document.methods.findIndex(({ name }: { name: string }) => name === 'get_opportunities');
		const { params } = document.methods[at].examples[0];
		const result = await new OpenRpcClient(
			new RequestManager([new HTTPTransport(document.servers[0].url)]),
		).request({
			method: document.methods[at].name,
			params: Object.fromEntries(params.map(({ name, value }: Named) => [name, value])),
		});
		expect(publishedSchemas(document).faults(`/methods/${at}/result/schema`, result)).toEqual([]);
	});
});

describe('@open-rpc/client-js over a WebSocket', () => {
	/** Creates a client that closes at the end of the test. */
	function client(): OpenRpcClient & Disposable {
		const transport = new WebSocketTransport(endpoint().replace('http', 'ws'));
		const made = new OpenRpcClient(new RequestManager([transport]));
		return Object.assign(made, { [Symbol.dispose]: () => made.close() });
	}

	test('a public call, and an error with its code and data', async () => {
		using open = client();
		expect(await open.request({ method: 'test', params: {} })).toMatchObject({ status: 'ok' });
		const thrown = await open
			.request({ method: 'get_opportunities', params: WRONG })
			.catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(JSONRPCError);
		expect(thrown).toMatchObject({ code: -32602, message: WRONG_MESSAGE, data: WRONG_DATA });
	});

	test('authenticates by a call, because it cannot set a header', async () => {
		using open = client();
		const pair = () => open.request({ method: 'check_pair_status', params: PAIR });
		await expect(pair()).rejects.toMatchObject({ code: 401, data: { code: 'UNAUTHORIZED' } });
		await open.request({ method: 'authenticate', params: { token: server.tokens.full } });
		expect(await pair()).toMatchObject({ is_active: true });
	});

	test('a batch', async () => {
		using open = client();
		open.startBatch();
		const answers = Promise.allSettled([
			open.request({ method: 'test', params: {} }),
			open.request({ method: 'get_opportunities', params: WRONG }),
		]);
		open.stopBatch();
		expect(await answers).toMatchObject([
			{ value: { status: 'ok' } },
			{ reason: { code: -32602, data: WRONG_DATA } },
		]);
	});

	test('receives subscription messages as notifications', async () => {
		using open = client();
		const arrived = new Promise((resolve) => open.onNotification(resolve));
		const { subscription } = await open.request({
			method: 'subscribe',
			params: { channel: 'opportunities.bybit-kucoin', limit: 1 },
		});
		expect(await arrived).toMatchObject({
			method: 'subscription',
			params: { subscription, seq: 1, type: 'snapshot', result: { pagination: { per_page: 1 } } },
		});
	});
});

type Named = { readonly name: string; readonly value: unknown };

describe('viem', () => {
	type Schema = [
		{ Method: 'test'; Parameters?: undefined; ReturnType: { readonly status: string } },
		{
			Method: 'check_pair_status';
			Parameters: typeof PAIR;
			ReturnType: { readonly exchangepair: string; readonly is_active: boolean };
		},
		{ Method: 'get_opportunities'; Parameters: typeof WRONG; ReturnType: unknown },
		{ Method: 'portfolio_live'; Parameters: object; ReturnType: unknown },
		{
			Method: 'opportunity_detail';
			Parameters: { readonly opportunity_id: string };
			ReturnType: unknown;
		},
	];

	function client(headers: Record<string, string> = {}, batch = false, onFetchRequest = () => undefined) {
		return createClient({
			rpcSchema: rpcSchema<Schema>(),
			transport: http(endpoint(), { fetchOptions: { headers }, batch, retryCount: 0, onFetchRequest }),
		});
	}

	/** Returns the innermost error, which has the server's data, because viem wraps it. */
	function innermost(thrown: unknown): unknown {
		return thrown instanceof BaseError ? thrown.walk() : thrown;
	}

	test('a public call, without params', async () => {
		expect(await client().request({ method: 'test' })).toMatchObject({ status: 'ok' });
	});

	test('a call with a token; params are sent unchanged as an object', async () => {
		expect(await client(bearer()).request({ method: 'check_pair_status', params: PAIR })).toMatchObject({
			is_active: true,
		});
	});

	test('throws an error by its code, with the data inside', async () => {
		const thrown = await client()
			.request({ method: 'get_opportunities', params: WRONG })
			.catch((error: unknown) => error);
		expect(thrown).toBeInstanceOf(InvalidParamsRpcError);
		expect(innermost(thrown)).toMatchObject({ code: -32602, data: WRONG_DATA });
	});

	test('throws without a token', async () => {
		const thrown = await client()
			.request({ method: 'portfolio_live', params: {} })
			.catch((error: unknown) => error);
		expect(innermost(thrown)).toMatchObject({ code: 401, data: { code: 'UNAUTHORIZED' } });
	});

	test('simultaneous calls as a batch', async () => {
		let requests = 0;
		const batching = client(bearer(), true, () => {
			requests += 1;
			return undefined;
		});
		const [status, pair, wrong] = await Promise.all([
			batching.request({ method: 'test' }),
			batching.request({ method: 'check_pair_status', params: PAIR }),
			batching.request({ method: 'get_opportunities', params: WRONG }).catch((error: unknown) => error),
		]);
		expect(status).toMatchObject({ status: 'ok' });
		expect(pair).toMatchObject({ exchangepair: 'bybit-kucoin' });
		expect(innermost(wrong)).toMatchObject({ code: -32602, data: WRONG_DATA });
		expect(requests).toBe(1);
	});

	test('retries failures of the service by default, unless retries are disabled', async () => {
		const requests = async (options: { readonly retryCount?: number }) => {
			let count = 0;
			const repeating = createClient({
				rpcSchema: rpcSchema<Schema>(),
				transport: http(endpoint(), {
					...options,
					retryDelay: 1,
					onFetchRequest() {
						count += 1;
					},
				}),
			});
			await expect(
				repeating.request({ method: 'opportunity_detail', params: { opportunity_id: BROKEN_ID } }),
			).rejects.toThrow(BaseError);
			return count;
		};
		expect(await requests({})).toBe(4);
		expect(await requests({ retryCount: 0 })).toBe(1);
	});
});

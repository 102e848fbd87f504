/** Tests the client's requests, retries and response handling against a scripted `fetch`. */
import { expect, test } from 'vitest';
import { type ClientOptions, createClient, type FetchLike } from './client.ts';
import { isRpcError, RpcError, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';

const URL_HERE = 'http://127.0.0.1:8080';

type Sent = {
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body: { id: number; method: string; params: Record<string, unknown> };
};
type Reply = ((sent: Sent) => unknown) | Error | { readonly status: number; readonly text: string };

/** Creates fake timers. A wait ends at once, and its length is recorded; a time limit never expires. */
function machineOf(waits: number[]): Machine {
	return {
		now: () => 0,
		after(ms, callback) {
			if (ms >= 12_000) return () => {};
			waits.push(ms);
			queueMicrotask(callback);
			return () => {};
		},
		unit: () => 0,
		hex: (bytes) => 'ab'.repeat(bytes),
	};
}

function scripted(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
	const sent: Sent[] = [];
	const waits: number[] = [];
	const fetchHere: FetchLike = async (url, { headers, body }) => {
		const request = { url, headers, body: JSON.parse(body) };
		sent.push(request);
		const reply = replies[sent.length - 1];
		if (reply === undefined) throw new Error('No further answer was scripted.');
		if (reply instanceof Error) throw reply;
		if (typeof reply === 'object')
			return { status: reply.status, headers: new Headers(), text: async () => reply.text };
		return { status: 200, headers: new Headers(), text: async () => JSON.stringify(reply(request)) };
	};
	const client = createClient({ url: URL_HERE, fetch: fetchHere, machine: machineOf(waits), ...options });
	return { client, sent, waits };
}

const result =
	(value: unknown): Reply =>
	({ body }) => ({ jsonrpc: '2.0', id: body.id, result: value });
const refusal =
	(code: string, data: Record<string, unknown> = {}, rpcCode = -32000): Reply =>
	({ body }) => ({
		jsonrpc: '2.0',
		id: body.id,
		error: {
			code: rpcCode,
			message: 'Server error',
			data: { code, message: `It is ${code}.`, retryable: false, ...data },
		},
	});
const UNAUTHORIZED = refusal('UNAUTHORIZED', {}, 401);
const CUT = new TypeError('fetch failed', { cause: new Error('read ECONNRESET') });
const OPEN = { opportunity_id: 'opp_1', amount: 1000 } as const;

test('sends a call as one POST to /jsonrpc/ with the token in its header, and returns the result', async () => {
	const { client, sent } = scripted([result({ status: 'ok' })], { url: `${URL_HERE}/`, token: 'cw_x' });
	expect(await client.call('test')).toEqual({ status: 'ok' });
	expect(sent).toEqual([
		{
			url: `${URL_HERE}/jsonrpc/`,
			headers: {
				'content-type': 'application/json',
				accept: 'application/json',
				authorization: 'Bearer cw_x',
			},
			body: { jsonrpc: '2.0', id: 1, method: 'test', params: {} },
		},
	]);
});

test('types an error of the service by its code, with its sentence and facts', async () => {
	const { client, sent } = scripted([
		refusal('EDGE_GONE', {
			retryable: false,
			field: 'min_net_apr',
			ref: 'ab12',
			net_apr: 0.01,
			retry_after_ms: 7,
		}),
	]);
	const thrown: unknown = await client.call('execute_opportunity', OPEN).catch((error: unknown) => error);
	expect(isRpcError(thrown, 'EDGE_GONE', 'NO_TRADE')).toBe(true);
	expect(isRpcError(thrown, 'NO_TRADE')).toBe(false);
	expect(isRpcError(thrown)).toBe(true);
	expect(thrown).toMatchObject({
		name: 'RpcError',
		message: 'It is EDGE_GONE.',
		code: 'EDGE_GONE',
		rpcCode: -32000,
		retryable: false,
		retryAfterMs: 7,
		field: 'min_net_apr',
		ref: 'ab12',
		facts: { net_apr: 0.01 },
	});
	expect(sent).toHaveLength(1);
});

test('retries a retryable error after the wait that the service names', async () => {
	const limited = refusal('RATE_LIMITED', { retryable: true, retry_after_ms: 900 }, 429);
	const { client, sent, waits } = scripted([
		limited,
		refusal('NOT_READY', { retryable: true }, -32603),
		result('at last'),
	]);
	expect(await client.call('portfolio_live')).toBe('at last');
	expect(sent).toHaveLength(3);
	expect(waits).toEqual([900, 250]);
});

test('leaves a long wait to the caller', async () => {
	const { client, waits } = scripted([
		refusal('RATE_LIMITED', { retryable: true, retry_after_ms: 60_000 }, 429),
	]);
	await expect(client.call('test')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 60_000 });
	expect(waits).toEqual([]);
});

test('stops after two retries, or after the given number', async () => {
	const busy = refusal('QUOTE_STALE', { retryable: true });
	const first = scripted([busy, busy, busy, busy]);
	await expect(first.client.call('execute_opportunity', OPEN)).rejects.toBeInstanceOf(RpcError);
	expect(first.sent).toHaveLength(3);
	const none = scripted([busy, busy], { retries: 0 });
	await expect(none.client.call('execute_opportunity', OPEN)).rejects.toBeInstanceOf(RpcError);
	expect(none.sent).toHaveLength(1);
	const one = scripted([busy, busy, busy]);
	await expect(one.client.call('test', {}, { retries: 1 })).rejects.toBeInstanceOf(RpcError);
	expect(one.sent).toHaveLength(2);
});

test('sends an opening with its own key, the same in every attempt', async () => {
	const { client, sent } = scripted([
		CUT,
		refusal('TIMEOUT', { retryable: true }, -32603),
		result({ execution_id: 'exec_1' }),
	]);
	expect(await client.call('execute_opportunity', OPEN)).toEqual({ execution_id: 'exec_1' });
	const keys = sent.map(({ body }) => body.params.idempotency_key);
	expect(keys).toEqual(Array(3).fill(`cwc_${'ab'.repeat(16)}`));
});

test('keeps a key of the caller, sends none with a preview, and names the key of a lost answer', async () => {
	const { client, sent } = scripted([result(1), result(2), CUT], { retries: 0 });
	await client.call('execute_opportunity', OPEN, { idempotencyKey: 'mine' });
	await client.call('execute_opportunity', { ...OPEN, preview: true });
	await expect(client.call('execute_opportunity', { ...OPEN, idempotency_key: 'own' })).rejects.toMatchObject(
		{
			kind: 'network',
			idempotencyKey: 'own',
		},
	);
	expect(sent.map(({ body }) => body.params.idempotency_key)).toEqual(['mine', undefined, 'own']);
	await expect(
		client.call('execute_opportunity', { ...OPEN, idempotency_key: 'a' }, { idempotencyKey: 'b' }),
	).rejects.toThrow('two idempotency keys');
	await expect(client.call('test', {}, { idempotencyKey: 'b' })).rejects.toThrow('takes no idempotency key');
});

test.each([
	['close_execution', { execution_id: 'exec_1' }, 2],
	['close_execution', { execution_id: 'exec_1', share: 1 }, 2],
	['close_execution', { execution_id: 'exec_1', share: 0.5 }, 1],
	['continue_epoch', { execution_id: 'exec_1' }, 1],
	['rotate_agent_key', { agent_id: 'agent_1' }, 1],
	['list_agents', {}, 2],
	['portfolio_live', {}, 2],
] as const)('after a lost answer sends %s %j %d times', async (method, params, times) => {
	const { client, sent } = scripted([CUT, result('done')]);
	const call = client.call(method as 'close_execution', params as { execution_id: string });
	if (times === 2) expect(await call).toBe('done');
	else await expect(call).rejects.toMatchObject({ name: 'TransportError', kind: 'network' });
	expect(sent).toHaveLength(times);
});

test('does not retry a partial close whose answer the service lost', async () => {
	const { client, sent } = scripted([refusal('TIMEOUT', { retryable: true }, -32603)]);
	const call = client.call('close_execution', { execution_id: 'exec_1', share: 0.5 });
	await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
	expect(sent).toHaveLength(1);
});

test('calls the token function once, and once more after a 401', async () => {
	const asked: (string | undefined)[] = [];
	const token = async (refused: string | undefined) => {
		asked.push(refused);
		return `cw_${asked.length}`;
	};
	const { client, sent } = scripted([result(1), UNAUTHORIZED, result(2), UNAUTHORIZED, UNAUTHORIZED], {
		token,
	});
	await client.call('portfolio_live');
	expect(await client.call('portfolio_live')).toBe(2);
	expect(asked).toEqual([undefined, 'cw_1']);
	await expect(client.call('portfolio_live')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
	expect(sent.map(({ headers }) => headers.authorization)).toEqual([
		'Bearer cw_1',
		'Bearer cw_1',
		'Bearer cw_2',
		'Bearer cw_2',
		'Bearer cw_3',
	]);
});

test('does not retry with a token that is text', async () => {
	const { client, sent } = scripted([UNAUTHORIZED], { token: 'cw_x' });
	await expect(client.call('portfolio_live')).rejects.toMatchObject({ code: 'UNAUTHORIZED', rpcCode: 401 });
	expect(sent).toHaveLength(1);
});

test('quotes an answer that is not JSON-RPC, and retries only when a proxy could not reach the service', async () => {
	const { client, sent } = scripted([
		{ status: 200, text: '<html>Welcome</html>' },
		{ status: 502, text: 'Bad Gateway' },
		result('back'),
	]);
	await expect(client.call('test')).rejects.toMatchObject({
		kind: 'not_json_rpc',
		httpStatus: 200,
		message: expect.stringContaining('"<html>Welcome</html>"'),
	});
	expect(await client.call('test')).toBe('back');
	expect(sent).toHaveLength(3);
});

test('rejects an answer to another request', async () => {
	const { client } = scripted([() => ({ jsonrpc: '2.0', id: 99, result: 'theirs' })], { retries: 0 });
	await expect(client.call('test')).rejects.toMatchObject({ kind: 'not_json_rpc' });
});

test('reports a late service as a TransportError of kind timeout', async () => {
	const never: FetchLike = (_url, { signal }) =>
		new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
	const client = createClient({ url: URL_HERE, fetch: never, timeoutMs: 5, retries: 0 });
	const thrown: unknown = await client.call('test').catch((error: unknown) => error);
	expect(thrown).toBeInstanceOf(TransportError);
	expect(thrown).toMatchObject({ kind: 'timeout', message: '127.0.0.1:8080 did not answer within 5 ms.' });
});

test('a signal ends a call in flight, one that waits for a retry, and one that has not started', async () => {
	const stop = new AbortController();
	const never: FetchLike = (_url, { signal }) =>
		new Promise((_, reject) => {
			signal.addEventListener('abort', () => reject(signal.reason));
			stop.abort(new Error('enough'));
		});
	const client = createClient({ url: URL_HERE, fetch: never });
	await expect(client.call('test', {}, { signal: stop.signal })).rejects.toThrow('enough');
	await expect(client.call('test', {}, { signal: stop.signal })).rejects.toThrow('enough');
	const later = new AbortController();
	const waiting = scripted([CUT, result(1)], {
		machine: {
			...machineOf([]),
			after: (ms) => {
				if (ms < 1_000) later.abort(new Error('no longer'));
				return () => {};
			},
		},
	});
	await expect(waiting.client.call('test', {}, { signal: later.signal })).rejects.toThrow('no longer');
	expect(waiting.sent).toHaveLength(1);
});

test('sends a batch as one request, gives each entry its own outcome, and retries only retryable entries', async () => {
	type Entry = Sent['body'];
	const entries = (sent: Sent) => sent.body as unknown as readonly Entry[];
	const answerOf = (entry: Entry, reply: Reply) =>
		(reply as (sent: Sent) => unknown)({ url: '', headers: {}, body: entry });
	const { client, sent } = scripted([
		(request) => {
			const [first, second, third] = entries(request) as [Entry, Entry, Entry];
			return [
				answerOf(third, refusal('UNKNOWN_EXECUTION')),
				answerOf(first, result('first')),
				answerOf(second, refusal('QUOTE_STALE', { retryable: true })),
			];
		},
		(request) => entries(request).map((entry) => answerOf(entry, result('second'))),
	]);
	const answers = await client.batch([
		{ method: 'test' },
		{ method: 'execute_opportunity', params: OPEN, idempotencyKey: 'k' },
		{ method: 'close_execution', params: { execution_id: 'exec_1' } },
	]);
	expect(answers).toEqual([
		{ ok: true, result: 'first' },
		{ ok: true, result: 'second' },
		{ ok: false, error: expect.objectContaining({ code: 'UNKNOWN_EXECUTION' }) },
	]);
	expect(sent.map((request) => entries(request).map(({ method }) => method))).toEqual([
		['test', 'execute_opportunity', 'close_execution'],
		['execute_opportunity'],
	]);
});

test('gives an error of the whole batch to every entry', async () => {
	const { client } = scripted([
		() => ({
			jsonrpc: '2.0',
			id: null,
			error: { code: -32600, message: 'Invalid Request', data: { code: 'BATCH_TOO_LARGE' } },
		}),
	]);
	const answers = await client.batch([{ method: 'test' }, { method: 'exchange_pair' }]);
	for (const answer of answers)
		expect(answer).toMatchObject({ ok: false, error: { code: 'BATCH_TOO_LARGE' } });
});

test.each([
	['http://10.0.0.1:8080', false],
	['http://localhost.example.org', false],
	['http://127.0.0.1.example.org', false],
	['http://localhost:8080', true],
	['http://127.0.0.2', true],
	['http://[::1]:8080', true],
	['https://10.0.0.1', true],
])('allows a token to %s: %s', (url, isAllowed) => {
	const make = () => createClient({ url, token: 'cw_x' });
	if (isAllowed) expect(make).not.toThrow();
	else expect(make).toThrow(/token is not sent over http/);
	expect(() => createClient({ url })).not.toThrow();
	expect(() => createClient({ url, token: 'cw_x', allowInsecure: true })).not.toThrow();
});

test.each(['ftp://127.0.0.1', 'https://user:secret@example.org'])('refuses the address %s', (url) => {
	expect(() => createClient({ url })).toThrow(TypeError);
	expect(() => createClient({ url })).not.toThrow(/secret/);
});

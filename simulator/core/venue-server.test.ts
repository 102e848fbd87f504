import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { parseDecimal } from '../../src/domain/decimal.ts';
import { createFaultPlan, type Fault, type FaultPlan } from './fault-plan.ts';
import { type FrontEndFixture, frontEndFixture } from './front-end-fixture.ts';
import { createVenueServer, type VenueServer } from './venue-server.ts';

let fixture: FrontEndFixture;
let faults: FaultPlan;
let server: VenueServer;
let port: number;
let errors: unknown[];

beforeEach(async () => {
	fixture = frontEndFixture();
	faults = createFaultPlan();
	errors = [];
	const { frontEnd, withOrderFault, withLag } = fixture;
	server = createVenueServer({
		frontEnd,
		faults,
		withOrderFault,
		withLag,
		port: 0,
		onError: (error) => errors.push(error),
	});
	port = await server.up();
});
afterEach(async () => {
	await server.close();
	expect(errors).toEqual([]);
});

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
const order = (symbol = 'AAAUSDT') => ask('/order', { method: 'POST', body: symbol });

/** Returns the status and body, or `cut` if the connection was closed. */
async function outcome(answer: Promise<Response>): Promise<string> {
	try {
		const response = await answer;
		return `${response.status} ${await response.text()}`;
	} catch {
		return 'cut';
	}
}

const fail = (action: Fault['action'], operation = 'order.create') => faults.add({ operation, action });

async function stream(path: string): Promise<WebSocket> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
	await once(socket, 'open');
	return socket;
}

/** Returns the next `count` frames. */
function frames(socket: WebSocket, count: number): Promise<string[]> {
	return new Promise((resolve, reject) => {
		const heard: string[] = [];
		socket.on('message', (data) => {
			heard.push(data.toString());
			if (heard.length === count) resolve(heard);
		});
		socket.on('close', () => reject(new Error(`Closed after ${heard.length} of ${count} frames.`)));
	});
}

describe('requests', () => {
	test('reach the front end unchanged, and its answer reaches the client', async () => {
		const response = await ask('/v5/x%20y?b=2&a=%31', {
			method: 'POST',
			headers: { 'X-Key': 'k' },
			body: '{"a": 1 }',
		});
		expect([response.status, response.headers.get('x-test'), await response.text()]).toEqual([
			200,
			'yes',
			'done 1',
		]);
		expect(fixture.handled).toMatchObject([
			{ method: 'POST', path: '/v5/x%20y', query: 'b=2&a=%31', headers: { 'x-key': 'k' }, body: '{"a": 1 }' },
		]);
	});

	test('longer than a mebibyte are refused before the front end', async () => {
		const response = await ask('/order', { method: 'POST', body: 'x'.repeat(1_048_577) });
		expect(response.status).toBe(413);
		expect(fixture.handled).toEqual([]);
	});

	test('that are not HTTP are answered with 400', async () => {
		const socket = connect(port, '127.0.0.1');
		socket.end('nonsense\r\n\r\n');
		const [data] = await once(socket, 'data');
		expect(String(data)).toMatch(/^HTTP\/1\.1 400 /);
	});
});

describe('faults', () => {
	test.each([
		['dropRequest', { kind: 'dropRequest' }, 'cut', 0],
		['dropAnswer', { kind: 'dropAnswer' }, 'cut', 1],
		['a delay before', { kind: 'delay', at: 'before', ms: 1 }, '200 done 1', 1],
		['a delay after', { kind: 'delay', at: 'after', ms: 1 }, '200 done 1', 1],
		['a status before', { kind: 'status', at: 'before', status: 502 }, '502 <html>', 0],
		['a status after', { kind: 'status', at: 'after', status: 504 }, '504 <html>', 1],
		['rateLimit', { kind: 'rateLimit' }, '429 too many', 0],
	] as const)('%s', async (_what, action, expected, effects) => {
		fail(action);
		expect(await outcome(order())).toContain(expected);
		expect(fixture.handled).toHaveLength(effects);
		expect(await outcome(order())).toBe(`200 done ${effects + 1}`);
	});

	test('reach the exchange only with the request of that order', async () => {
		fail({ kind: 'reject' });
		fail({ kind: 'partialFill', share: '0.5' });
		for (let count = 0; count < 3; count += 1) await order();
		expect(fixture.orderFaults).toEqual([
			{ kind: 'reject' },
			{ kind: 'partialFill', share: parseDecimal('0.5') },
			undefined,
		]);
	});

	test('leave other requests alone', async () => {
		fail({ kind: 'dropRequest' });
		expect(await outcome(ask('/time'))).toBe('200 done 1');
	});

	test('drop a request that still waits when the server closes', async () => {
		fail({ kind: 'delay', at: 'before', ms: 600_000 });
		const answer = outcome(order());
		while (faults.list()[0]?.hits !== 1) await new Promise((resolve) => setImmediate(resolve));
		await server.close();
		expect(await answer).toBe('cut');
		expect(fixture.handled).toEqual([]);
	});
});

describe('a share of the requests', () => {
	test('is equal for the same seed, differs for another, and has about the stated size', async () => {
		const struck = async (seed: number): Promise<string> => {
			faults.remove(undefined);
			faults.add({
				operation: 'any',
				count: 1_000,
				share: 0.5,
				seed,
				action: { kind: 'status', at: 'before', status: 503 },
			});
			const statuses: number[] = [];
			for (let request = 0; request < 40; request += 1) statuses.push((await ask('/market')).status);
			return statuses.map((status) => (status === 503 ? 'x' : '.')).join('');
		};
		const first = await struck(1);
		expect(await struck(1)).toBe(first);
		expect(await struck(2)).not.toBe(first);
		const count = first.replaceAll('.', '').length;
		expect(count).toBeGreaterThan(8);
		expect(count).toBeLessThan(32);
	});
});

test('a ban blocks every effect and gets the exchange’s own answer, or that of a request above the limit', async () => {
	faults.add({ operation: 'any', count: 2, action: { kind: 'ban' } });
	expect(await outcome(order())).toBe('429 too many');
	Object.assign(fixture.frontEnd, { banResponse: () => ({ status: 418, body: 'banned' }) });
	expect(await outcome(order())).toBe('418 banned');
	expect(fixture.handled).toEqual([]);
	expect(await outcome(order())).toMatch(/^200/);
});

describe('streams', () => {
	test('marked dead stay open without sending, receiving or answering pings, and new ones work', async () => {
		const dead = await stream('/public');
		expect(server.deaden('private')).toBe(0);
		expect(server.deaden('public')).toBe(1);
		let heard = 0;
		for (const event of ['message', 'pong', 'close'] as const) dead.on(event, () => (heard += 1));
		dead.ping();
		dead.send('echo me');
		fixture.sockets[0]?.send('to the dead');
		const living = await stream('/public');
		const echoes = frames(living, 1);
		const pong = once(living, 'pong');
		living.ping();
		living.send('echo me');
		expect(await echoes).toEqual(['echo me']);
		await pong;
		expect(heard).toBe(0);
		expect(dead.readyState).toBe(WebSocket.OPEN);
	});

	test('reach the front end with path and query, and carry text both ways', async () => {
		const socket = await stream('/public?token=a');
		const echo = frames(socket, 1);
		socket.send('hello');
		expect(await echo).toEqual(['hello']);
		expect(fixture.sockets).toMatchObject([{ path: '/public', query: 'token=a' }]);
	});

	test.each([
		['private', [false, true]],
		['public', [true, false]],
		['all', [true, true]],
	] as const)('are closed for scope %s', async (scope, expected) => {
		const open = await Promise.all([stream('/public'), stream('/private')]);
		const closed = open.map((socket, index) => (expected[index] ? once(socket, 'close') : undefined));
		expect(server.disconnect(scope)).toBe(expected.filter(Boolean).length);
		await Promise.all(closed);
		expect(open.map((socket) => socket.readyState === WebSocket.OPEN)).toEqual(expected.map((cut) => !cut));
	});

	test('drop or repeat increments of a book as configured', async () => {
		const socket = await stream('/public');
		server.streamFaults.add('skipDelta', 'AAAUSDT', 1);
		server.streamFaults.add('repeatDelta', 'BBBUSDT', 1);
		const heard = frames(socket, 4);
		for (const frame of ['delta AAAUSDT', 'delta BBBUSDT', 'snapshot AAAUSDT', 'delta AAAUSDT']) {
			fixture.sockets[0]?.send(frame);
		}
		expect(await heard).toEqual(['delta BBBUSDT', 'delta BBBUSDT', 'snapshot AAAUSDT', 'delta AAAUSDT']);
	});

	test('end when the front end fails, and the failure is reported', async () => {
		const socket = await stream('/public');
		socket.send('fail');
		const [code] = await once(socket, 'close');
		expect(code).toBe(1011);
		expect(errors.splice(0)).toEqual([new Error('The front end failed.')]);
	});
});

test('going down closes connections of waiting requests', async () => {
	fail({ kind: 'delay', at: 'after', ms: 600_000 });
	const answer = outcome(order());
	while (fixture.handled.length === 0) await new Promise((resolve) => setImmediate(resolve));
	await server.down();
	expect(await answer).toBe('cut');
});

test('the port closes with all connections and reopens with the same number', async () => {
	const socket = await stream('/public');
	const closed = once(socket, 'close');
	await server.down();
	await closed;
	expect([await outcome(ask('/time')), server.isUp()]).toEqual(['cut', false]);
	expect(await server.up()).toBe(port);
	expect(await server.up()).toBe(port);
	expect(await outcome(ask('/time'))).toBe('200 done 1');
});

test('a lag applies to reads of the account, not to orders', async () => {
	const action = { kind: 'lag', orders: 5_000, fills: 0, positions: 0, streams: 0 } as const;
	faults.add({ operation: 'any', seed: 4, action });
	await ask('/orders');
	await order();
	expect(fixture.lags).toEqual([{ orders: 5_000, fills: 0, positions: 0, streams: 0, seed: 4 }]);
	expect(fixture.handled).toHaveLength(2);
});

test('under a lag private frames come late and in order, public ones at once', async () => {
	const action = { kind: 'lag', orders: 0, fills: 0, positions: 0, streams: 300 } as const;
	faults.add({ operation: 'any', seed: 4, action });
	const heard: string[] = [];
	const [own, open] = [await stream('/private'), await stream('/public')];
	const told = (count: number): Promise<void> =>
		new Promise((resolve) => {
			for (const [socket, name] of [
				[own, 'own'],
				[open, 'open'],
			] as const)
				socket.on('message', (data) => {
					heard.push(`${name} ${data}`);
					if (heard.length === count) resolve();
				});
		});
	const all = told(8);
	for (let count = 0; count < 4; count += 1) fixture.sockets[0]?.send(`p${count}`);
	for (let count = 0; count < 4; count += 1) fixture.sockets[1]?.send(`q${count}`);
	await all;
	expect(heard.filter((line) => line.startsWith('own'))).toEqual(['own p0', 'own p1', 'own p2', 'own p3']);
	expect(heard.indexOf('open q3')).toBeLessThan(heard.indexOf('own p3'));
	own.close();
	open.close();
});

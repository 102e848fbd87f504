/**
 * Fixture for tests of Bybit's front end: the real simulated exchange in an empty directory, with one account and a
 * clock that the test moves.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKey } from '../core/api-keys.ts';
import { openExchange, type SimulatedExchange } from '../core/exchange.ts';
import type { FrontEnd, FrontEndRequest, FrontEndResponse, FrontEndSocket } from '../core/types.ts';
import { openWorld } from '../core/world.ts';
import { EXCHANGES } from '../exchanges.ts';
import { createBybitFrontEnd } from './front-end.ts';
import type { RequestLimits } from './limits.ts';
import { hmacHex } from './signing.ts';

export type Body = {
	readonly retCode: number;
	readonly retMsg: string;
	// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of bodies
	readonly result: any;
	readonly retExtInfo: unknown;
	readonly time: number;
};

export type Fixture = {
	readonly exchange: SimulatedExchange;
	readonly frontEnd: FrontEnd;
	readonly key: ApiKey;
	/** Moves the exchange's clock forward. */
	pass(ms: number): void;
	now(): number;
	get(path: string, query?: Readonly<Record<string, string | number>>, key?: ApiKey): Body;
	post(path: string, body: unknown, key?: ApiKey): Body;
	/** Returns the response with its status and headers. */
	send(request: FrontEndRequest): FrontEndResponse;
	request(method: 'GET' | 'POST', path: string, payload: string, key?: ApiKey): FrontEndRequest;
	connect(path: string, query?: string): TestSocket;
	close(): void;
};

const START = Date.UTC(2026, 10, 20, 12, 30);

/** Limits far above the requests of any test. Tests of the limits pass their own. */
const GENEROUS: RequestLimits = {
	perSecond: {},
	perSecondDefault: 100_000,
	addressRequestsMax: 100_000,
	addressWindowMs: 1,
};

export function openFixture(limits: RequestLimits = GENEROUS): Fixture {
	const dataDir = mkdtempSync(join(tmpdir(), 'bybit-face-'));
	let now = START;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	const exchange = openExchange({ name: 'bybit', world, dataDir, clock: () => now });
	const frontEnd = createBybitFrontEnd(exchange, limits);
	const { key } = exchange.accounts.ensure({ name: 'ann' });
	const sockets: TestSocket[] = [];

	const request: Fixture['request'] = (method, path, payload, by = key) => {
		const origin = `${now}${by.key}5000${payload}`;
		return {
			method,
			path,
			query: method === 'GET' ? payload : '',
			body: method === 'GET' ? '' : payload,
			headers: {
				'x-bapi-api-key': by.key,
				'x-bapi-timestamp': String(now),
				'x-bapi-recv-window': '5000',
				'x-bapi-sign': hmacHex(by.secret, origin),
			},
		};
	};
	const parsed = (response: FrontEndResponse): Body => JSON.parse(response.body) as Body;
	return {
		exchange,
		frontEnd,
		key,
		pass: (ms) => {
			now += ms;
		},
		now: () => now,
		get: (path, query = {}, by = key) => {
			const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
			return parsed(frontEnd.handle(request('GET', path, pairs.join('&'), by)));
		},
		post: (path, body, by = key) => parsed(frontEnd.handle(request('POST', path, JSON.stringify(body), by))),
		send: (sent) => frontEnd.handle(sent),
		request,
		connect: (path, query = '') => {
			const socket = connectTo(frontEnd, path, query);
			sockets.push(socket);
			return socket;
		},
		close: () => {
			for (const socket of sockets) socket.closeFromOutside();
			exchange.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of frames
type Frame = any;

export type TestSocket = {
	/** Returns the frames sent since the last call, oldest first. */
	take(): Frame[];
	/** Sends a frame as the client. */
	say(frame: unknown): void;
	closeFromOutside(): void;
	readonly closedWith: () => number | undefined;
};

function connectTo(frontEnd: FrontEnd, path: string, query: string): TestSocket {
	let frames: Frame[] = [];
	let closedWith: number | undefined;
	const messageListeners: ((text: string) => void)[] = [];
	const closeListeners: (() => void)[] = [];
	const socket: FrontEndSocket = {
		path,
		query,
		send: (text) => frames.push(JSON.parse(text)),
		close: (code) => {
			closedWith = code;
		},
		onMessage: (listener) => messageListeners.push(listener),
		onClose: (listener) => closeListeners.push(listener),
	};
	frontEnd.connect(socket);
	return {
		take: () => {
			const taken = frames;
			frames = [];
			return taken;
		},
		say: (frame) => {
			const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
			for (const listener of messageListeners) listener(text);
		},
		closeFromOutside: () => {
			for (const listener of closeListeners) listener();
		},
		closedWith: () => closedWith,
	};
}

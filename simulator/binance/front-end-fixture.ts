/**
 * Fixture for tests of Binance's front end: the real simulated exchange in an empty directory, with one account and a
 * clock that the test moves.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiKey } from '../core/api-keys.ts';
import { openExchange, type SimulatedExchange } from '../core/exchange.ts';
import type { FrontEnd, FrontEndRequest, FrontEndSocket } from '../core/types.ts';
import { openWorld } from '../core/world.ts';
import { EXCHANGES } from '../exchanges.ts';
import { createBinanceFrontEnd } from './front-end.ts';
import type { BinanceLimits } from './limits.ts';
import { hmacHex } from './signing.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests read fields of bodies and frames
type Json = any;

export type Answer = {
	readonly status: number;
	readonly body: Json;
	readonly headers: Readonly<Record<string, string>>;
};

export type Fixture = {
	readonly frontEnd: FrontEnd;
	readonly exchange: SimulatedExchange;
	readonly key: ApiKey;
	/** Moves the exchange's clock forward. */
	pass(ms: number): void;
	now(): number;
	/** Sends an unsigned request. */
	open(path: string, query?: string): Answer;
	/**
	 * Sends a request signed with the account's key, or with `by` if given. GET parameters go in the query, all
	 * others in the body.
	 */
	ask(method: string, path: string, params?: Readonly<Record<string, string>>, by?: ApiKey): Answer;
	connect(path: string, query?: string): TestSocket;
	close(): void;
};

export type TestSocket = {
	/** Returns the frames sent since the last call, oldest first. */
	take(): Json[];
	say(frame: unknown): void;
	readonly closedWith: () => number | undefined;
	closeFromOutside(): void;
};

const START = Date.UTC(2026, 10, 20, 12, 30);

/** Limits far above the requests of any test. Tests of the limits pass their own. */
const GENEROUS: BinanceLimits = {
	weightPerMinute: 1_000_000,
	ordersPerTenSeconds: 100_000,
	ordersPerMinute: 100_000,
	refusedMax: 100_000,
};

export function openFixture(limits: BinanceLimits = GENEROUS): Fixture {
	const dataDir = mkdtempSync(join(tmpdir(), 'binance-face-'));
	let now = START;
	const world = openWorld({ exchanges: EXCHANGES, dataDir, seed: 7, nowMs: START });
	const exchange = openExchange({ name: 'binance', world, dataDir, clock: () => now });
	const frontEnd = createBinanceFrontEnd(exchange, limits);
	const { key } = exchange.accounts.ensure({ name: 'ann' });
	const sockets: TestSocket[] = [];

	function send(request: Partial<FrontEndRequest> & Pick<FrontEndRequest, 'method' | 'path'>): Answer {
		const { status, body, headers = {} } = frontEnd.handle({ query: '', body: '', headers: {}, ...request });
		return { status, body: JSON.parse(body), headers };
	}

	function connect(path: string, query = ''): TestSocket {
		let frames: Json[] = [];
		let closedWith: number | undefined;
		const onMessage: ((text: string) => void)[] = [];
		const onClose: (() => void)[] = [];
		const socket: FrontEndSocket = {
			path,
			query,
			send: (text) => frames.push(JSON.parse(text)),
			close: (code) => {
				closedWith = code;
			},
			onMessage: (listener) => onMessage.push(listener),
			onClose: (listener) => onClose.push(listener),
		};
		frontEnd.connect(socket);
		const opened: TestSocket = {
			take() {
				const taken = frames;
				frames = [];
				return taken;
			},
			say(frame) {
				const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
				for (const listener of onMessage) listener(text);
			},
			closedWith: () => closedWith,
			closeFromOutside() {
				for (const listener of onClose) listener();
			},
		};
		sockets.push(opened);
		return opened;
	}

	return {
		frontEnd,
		exchange,
		key,
		pass: (ms) => {
			now += ms;
		},
		now: () => now,
		open: (path, query = '') => send({ method: 'GET', path, query }),
		ask(method, path, params = {}, by = key) {
			const pairs = new URLSearchParams({ timestamp: String(now), ...params }).toString();
			const signed = `${pairs}&signature=${hmacHex(by.secret, pairs)}`;
			const place = method === 'GET' ? { query: signed } : { body: signed };
			return send({ method, path, headers: { 'x-mbx-apikey': by.key }, ...place });
		},
		connect,
		close() {
			for (const socket of sockets) socket.closeFromOutside();
			exchange.close();
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
}

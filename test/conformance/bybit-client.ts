/**
 * A minimal Bybit V5 client for tests. It signs requests as the documentation describes and returns raw bodies. It
 * shares no code with the simulator's signing, so a mistake in either one is noticed.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import type { SimulatorAccount } from './harness.ts';

export type RawAnswer = {
	readonly status: number;
	readonly headers: Headers;
	readonly body: Record<string, unknown>;
};

export type RawClient = {
	get(path: string, query?: Readonly<Record<string, string | number>>): Promise<RawAnswer>;
	post(path: string, body: unknown): Promise<RawAnswer>;
};

const RECV_WINDOW_MS = '5000';

/**
 * Creates a client that signs requests if an account is given. `at` is the timestamp to send instead of the current
 * time.
 */
export function rawClient(port: number, account?: SimulatorAccount, at?: () => number): RawClient {
	const send = async (method: string, path: string, query: string, body: string): Promise<RawAnswer> => {
		const headers: Record<string, string> = { 'content-type': 'application/json' };
		if (account !== undefined) {
			const timestamp = String(at?.() ?? Date.now());
			const payload = timestamp + account.key + RECV_WINDOW_MS + query + body;
			headers['X-BAPI-API-KEY'] = account.key;
			headers['X-BAPI-TIMESTAMP'] = timestamp;
			headers['X-BAPI-RECV-WINDOW'] = RECV_WINDOW_MS;
			headers['X-BAPI-SIGN'] = createHmac('sha256', account.secret).update(payload).digest('hex');
		}
		const url = `http://127.0.0.1:${port}${path}${query === '' ? '' : `?${query}`}`;
		const response = await fetch(url, { method, headers, ...(body === '' ? {} : { body }) });
		return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
	};
	return {
		get: (path, query = {}) => {
			const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
			return send('GET', path, pairs.join('&'), '');
		},
		post: (path, body) => send('POST', path, '', JSON.stringify(body)),
	};
}

export type RawStream = AsyncDisposable & {
	send(frame: unknown): void;
	/** Resolves with the first frame that passes the test, whether already received or still to come. */
	next(wanted: (frame: Frame) => boolean): Promise<Frame>;
	/** All frames received so far, oldest first. */
	readonly frames: readonly Frame[];
	/** Resolves with the close code when the connection has ended. */
	readonly closed: Promise<number>;
};

export type Frame = Readonly<Record<string, unknown>>;

export async function rawStream(port: number, path: string, account?: SimulatorAccount): Promise<RawStream> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	const frames: Frame[] = [];
	const waiting: { wanted: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
	socket.on('message', (data) => {
		const frame = JSON.parse(String(data)) as Frame;
		frames.push(frame);
		for (const entry of waiting.filter(({ wanted }) => wanted(frame))) {
			waiting.splice(waiting.indexOf(entry), 1);
			entry.resolve(frame);
		}
	});
	await new Promise<void>((resolve, reject) => {
		socket.once('open', () => resolve());
		socket.once('error', reject);
	});
	const stream: RawStream = {
		frames,
		closed,
		send: (frame) => socket.send(JSON.stringify(frame)),
		next: (wanted) => {
			const seen = frames.find(wanted);
			if (seen !== undefined) return Promise.resolve(seen);
			return new Promise((resolve) => waiting.push({ wanted, resolve }));
		},
		async [Symbol.asyncDispose]() {
			if (socket.readyState === WebSocket.CLOSED) return;
			socket.terminate();
			await closed;
		},
	};
	if (account !== undefined) {
		const expires = Date.now() + 10_000;
		const signature = createHmac('sha256', account.secret).update(`GET/realtime${expires}`).digest('hex');
		stream.send({ req_id: 'auth-1', op: 'auth', args: [account.key, expires, signature] });
		await stream.next((frame) => frame.op === 'auth');
	}
	return stream;
}

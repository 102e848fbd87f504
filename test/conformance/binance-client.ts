/**
 * A minimal Binance USD-M client for tests. It signs requests as the documentation describes and returns raw bodies.
 * It shares no code with the simulator's signing, so a mistake in either one is noticed.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import type { SimulatorAccount } from './harness.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the bodies
type Json = any;

export type BinanceAnswer = { readonly status: number; readonly body: Json; readonly headers: Headers };

/** Location of the signed parameters. */
export type Place = 'query' | 'body' | 'both';

export type BinanceClient = {
	readonly ask: (
		method: 'GET' | 'POST' | 'PUT' | 'DELETE',
		path: string,
		params?: Readonly<Record<string, string | number | boolean>>,
		place?: Place,
	) => Promise<BinanceAnswer>;
};

/**
 * Creates a client that signs requests if an account is given. With `both`, the first parameter goes into the query.
 * The other parameters and the signature go into the body.
 */
export function binanceClient(
	port: number,
	account?: Pick<SimulatorAccount, 'key' | 'secret'>,
): BinanceClient {
	return {
		async ask(method, path, params = {}, place = method === 'GET' ? 'query' : 'body') {
			const pairs = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
			if (account !== undefined && params.timestamp === undefined) pairs.push(`timestamp=${Date.now()}`);
			const cut = place === 'query' ? pairs.length : place === 'body' ? 0 : 1;
			let query = pairs.slice(0, cut).join('&');
			let body = pairs.slice(cut).join('&');
			if (account !== undefined && !path.endsWith('/listenKey')) {
				const signature = createHmac('sha256', account.secret).update(`${query}${body}`).digest('hex');
				if (place === 'query') query += `&signature=${signature}`;
				else body += `&signature=${signature}`;
			}
			const response = await fetch(`http://127.0.0.1:${port}${path}${query === '' ? '' : `?${query}`}`, {
				method,
				headers: {
					...(account === undefined ? {} : { 'X-MBX-APIKEY': account.key }),
					'content-type': 'application/x-www-form-urlencoded',
				},
				...(body === '' ? {} : { body }),
			});
			return { status: response.status, body: JSON.parse(await response.text()), headers: response.headers };
		},
	};
}

export type BinanceStream = AsyncDisposable & {
	readonly frames: readonly Json[];
	readonly closed: Promise<number>;
	readonly say: (command: object) => void;
	/** Resolves with the first matching frame, whether already received or still to come. */
	readonly next: (fits: (frame: Json) => boolean) => Promise<Json>;
};

/** Opens a stream at a path with its query, such as `/public/ws/btcusdt@depth@100ms`. */
export async function binanceStream(port: number, path: string): Promise<BinanceStream> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	const frames: Json[] = [];
	const waiting = new Set<() => void>();
	socket.on('message', (data) => {
		frames.push(JSON.parse(String(data)));
		for (const check of [...waiting]) check();
	});
	await new Promise<void>((resolve, reject) => {
		socket.once('open', () => resolve());
		socket.once('error', reject);
	});
	return {
		frames,
		closed,
		say: (command) => socket.send(JSON.stringify(command)),
		next: (fits) =>
			new Promise((resolve) => {
				const check = (): void => {
					const found = frames.find(fits);
					if (found === undefined) return;
					waiting.delete(check);
					resolve(found);
				};
				waiting.add(check);
				check();
			}),
		async [Symbol.asyncDispose]() {
			socket.close();
			await closed;
		},
	};
}

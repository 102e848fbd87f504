/**
 * A minimal KuCoin futures client for tests. It signs requests as the documentation describes and returns raw bodies.
 * It shares no code with the simulator's signing, so a mistake in either one is noticed.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import type { SimulatorAccount } from './harness.ts';

export type KucoinAnswer = { readonly status: number; readonly body: Record<string, unknown> };

export type KucoinClient = {
	readonly ask: (
		method: 'GET' | 'POST' | 'DELETE',
		path: string,
		params?: Readonly<Record<string, unknown>>,
	) => Promise<KucoinAnswer>;
};

function hmac(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text).digest('base64');
}

/**
 * Creates a client that signs requests if an account is given. Parameters go into the query, or into the body of a
 * POST.
 */
export function kucoinClient(port: number, account?: SimulatorAccount): KucoinClient {
	return {
		async ask(method, path, params = {}) {
			const query = new URLSearchParams(
				Object.entries(params).map(([name, value]): [string, string] => [name, String(value)]),
			).toString();
			const target = method === 'POST' || query === '' ? path : `${path}?${query}`;
			const body = method === 'POST' ? JSON.stringify(params) : '';
			const headers: Record<string, string> = { 'content-type': 'application/json' };
			if (account !== undefined) {
				const timestamp = String(Date.now());
				headers['KC-API-KEY'] = account.key;
				headers['KC-API-TIMESTAMP'] = timestamp;
				headers['KC-API-SIGN'] = hmac(account.secret, `${timestamp}${method}${target}${body}`);
				headers['KC-API-PASSPHRASE'] = hmac(account.secret, account.passphrase);
				headers['KC-API-KEY-VERSION'] = '2';
			}
			const response = await fetch(`http://127.0.0.1:${port}${target}`, {
				method,
				headers,
				...(body === '' ? {} : { body }),
			});
			return { status: response.status, body: JSON.parse(await response.text()) };
		},
	};
}

export type KucoinFrame = Readonly<Record<string, unknown>>;

export type KucoinStream = AsyncDisposable & {
	readonly frames: readonly KucoinFrame[];
	/** Resolves with the close code when the connection has ended. */
	readonly closed: Promise<number>;
	/** Subscribes and resolves with the acknowledgement. */
	readonly subscribe: (topic: string) => Promise<KucoinFrame>;
	/** Resolves with the first matching frame, whether already received or still to come. */
	readonly next: (fits: (frame: KucoinFrame) => boolean) => Promise<KucoinFrame>;
};

/** Opens a stream with a token from the bullet response. The stream is private if an account is given. */
export async function kucoinStream(port: number, account?: SimulatorAccount): Promise<KucoinStream> {
	const path = `/api/v1/bullet-${account === undefined ? 'public' : 'private'}`;
	const { body } = await kucoinClient(port, account).ask('POST', path);
	const token = (body.data as { readonly token: string }).token;
	const socket = new WebSocket(`ws://127.0.0.1:${port}/?token=${token}&connectId=test`);
	const closed = new Promise<number>((resolve) => socket.once('close', resolve));
	const frames: KucoinFrame[] = [];
	const waiting = new Set<() => void>();
	socket.on('message', (data) => {
		frames.push(JSON.parse(String(data)));
		for (const check of [...waiting]) check();
	});
	const next = (fits: (frame: KucoinFrame) => boolean): Promise<KucoinFrame> =>
		new Promise((resolve) => {
			const check = (): void => {
				const found = frames.find(fits);
				if (found === undefined) return;
				waiting.delete(check);
				resolve(found);
			};
			waiting.add(check);
			check();
		});
	await next((frame) => frame.type === 'welcome');
	let counter = 0;
	return {
		frames,
		closed,
		next,
		subscribe(topic) {
			counter += 1;
			const id = String(counter);
			socket.send(
				JSON.stringify({
					id,
					type: 'subscribe',
					topic,
					privateChannel: account !== undefined,
					response: true,
				}),
			);
			return next((frame) => frame.id === id);
		},
		async [Symbol.asyncDispose]() {
			socket.close();
			await closed;
		},
	};
}

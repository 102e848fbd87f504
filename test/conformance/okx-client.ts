/**
 * A minimal OKX client for tests. It signs requests as the documentation describes and returns raw bodies. It shares
 * no code with the simulator's signing, so a mistake in either one is noticed.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import type { SimulatorAccount } from './harness.ts';

export type OkxBody = {
	readonly code: string;
	readonly msg: string;
	readonly data: readonly Readonly<Record<string, string>>[];
};
export type OkxAnswer = { readonly status: number; readonly body: OkxBody };

/** Deliberate changes to an otherwise correct request. */
export type OkxWish = {
	readonly headers?: Readonly<Record<string, string | undefined>>;
	/** Age of the timestamp in milliseconds; negative for the future. */
	readonly ageMs?: number;
};

export type OkxClient = {
	readonly ask: (
		method: 'GET' | 'POST',
		path: string,
		params?: unknown,
		wish?: OkxWish,
	) => Promise<OkxAnswer>;
};

function signature(secret: string, text: string): string {
	return createHmac('sha256', secret).update(text).digest('base64');
}

/**
 * Creates a client that signs requests if an account is given. Parameters go into the query, or into the body of a
 * POST.
 */
export function okxClient(port: number, account?: SimulatorAccount): OkxClient {
	return {
		async ask(method, path, params = {}, { headers: wished = {}, ageMs = 0 } = {}) {
			const query = new URLSearchParams(
				method === 'GET' ? (params as Record<string, string>) : {},
			).toString();
			const target = query === '' ? path : `${path}?${query}`;
			const body = method === 'POST' ? JSON.stringify(params) : '';
			const headers: Record<string, string> = { 'content-type': 'application/json' };
			if (account !== undefined) {
				const timestamp = new Date(Date.now() - ageMs).toISOString();
				headers['OK-ACCESS-KEY'] = account.key;
				headers['OK-ACCESS-TIMESTAMP'] = timestamp;
				headers['OK-ACCESS-SIGN'] = signature(account.secret, `${timestamp}${method}${target}${body}`);
				headers['OK-ACCESS-PASSPHRASE'] = account.passphrase;
			}
			for (const [name, value] of Object.entries(wished)) {
				if (value === undefined) delete headers[name];
				else headers[name] = value;
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

// biome-ignore lint/suspicious/noExplicitAny: the tests inspect the frames
export type OkxFrame = any;

export type OkxStream = AsyncDisposable & {
	/** Frames in order of arrival, including the text `pong` frame. */
	readonly frames: readonly OkxFrame[];
	readonly send: (command: unknown) => void;
	/** Resolves with the first matching frame, whether already received or still to come. */
	readonly next: (fits: (frame: OkxFrame) => boolean) => Promise<OkxFrame>;
	/** Logs in and resolves with the response. */
	readonly login: (keys: SimulatorAccount, ageMs?: number) => Promise<OkxFrame>;
	/** Subscribes and resolves with the acknowledgement or the error. */
	readonly subscribe: (...args: readonly Readonly<Record<string, string>>[]) => Promise<OkxFrame>;
};

export async function okxStream(port: number, kind: 'public' | 'private'): Promise<OkxStream> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/v5/${kind}`);
	const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
	const frames: OkxFrame[] = [];
	const waiting = new Set<() => void>();
	socket.on('message', (data) => {
		const text = String(data);
		frames.push(text === 'pong' ? text : JSON.parse(text));
		for (const check of [...waiting]) check();
	});
	await new Promise<void>((resolve, reject) => {
		socket.once('open', () => resolve());
		socket.once('error', reject);
	});
	const next: OkxStream['next'] = (fits) =>
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
	const send: OkxStream['send'] = (command) =>
		socket.send(typeof command === 'string' ? command : JSON.stringify(command));
	let counter = 0;
	return {
		frames,
		send,
		next,
		login(keys, ageMs = 0) {
			const timestamp = String(Math.floor((Date.now() - ageMs) / 1_000));
			const from = frames.length;
			send({
				op: 'login',
				args: [
					{
						apiKey: keys.key,
						passphrase: keys.passphrase,
						timestamp,
						sign: signature(keys.secret, `${timestamp}GET/users/self/verify`),
					},
				],
			});
			return next(
				(frame) => frames.indexOf(frame) >= from && (frame.event === 'login' || frame.event === 'error'),
			);
		},
		subscribe(...args) {
			counter += 1;
			const id = `sub${counter}`;
			send({ id, op: 'subscribe', args });
			return next((frame) => frame.id === id);
		},
		async [Symbol.asyncDispose]() {
			socket.close();
			await closed;
		},
	};
}

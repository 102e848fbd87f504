/**
 * Provides a WebSocket client for tests: calls and their responses, notifications checked against the schemas, and
 * their folded state.
 */
import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';
import { findChannel } from '../../src/api/methods/channels.ts';
import { endSchema, notificationSchema } from '../../src/api/methods/stream-methods.ts';

export type Notified = {
	readonly subscription: string;
	readonly seq: number;
	readonly channel: string;
	readonly type: 'snapshot' | 'change' | 'end';
	readonly cursor?: string;
	// biome-ignore lint/suspicious/noExplicitAny: the tests inspect it
	readonly result: any;
};

export type RpcAnswer = {
	// biome-ignore lint/suspicious/noExplicitAny: the tests inspect it
	readonly result?: any;
	readonly error?: {
		readonly code: number;
		readonly message: string;
		readonly data: { readonly code: string; readonly message: string; readonly [fact: string]: unknown };
	};
	readonly id: unknown;
};

export type StreamClient = AsyncDisposable & {
	readonly webSocket: WebSocket;
	readonly notified: readonly Notified[];
	/** Sends text or bytes unchanged. */
	send(text: string | Uint8Array): void;
	/** Resolves to the next message that is not a notification. */
	answer(): Promise<RpcAnswer | readonly RpcAnswer[]>;
	call(method: string, params?: object): Promise<RpcAnswer>;
	/** Subscribes to a channel. @throws Error with the refusal */
	subscribe(
		channel: string,
		params?: object,
	): Promise<{ readonly subscription: string; readonly channel: string; readonly resumed: boolean }>;
	/** Resolves once `isSo` returns true. `isSo` is called after every message. */
	until(isSo: () => boolean): Promise<void>;
	/** Resolves to the code and reason once the connection is closed. */
	readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
};

export async function openStream(
	url: string,
	options: ClientOptions & { readonly token?: string | undefined } = {},
): Promise<StreamClient> {
	const { token, ...rest } = options;
	const headers = { ...rest.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
	const webSocket = new WebSocket(`${url.replace('http', 'ws')}/jsonrpc/`, {
		perMessageDeflate: false,
		...rest,
		headers,
	});
	const client = clientOf(webSocket);
	await once(webSocket, 'open');
	return client;
}

export function clientOf(webSocket: WebSocket): StreamClient {
	const notified: Notified[] = [];
	const answers: (RpcAnswer | readonly RpcAnswer[])[] = [];
	const waiting = new Set<() => void>();
	let lastId = 0;
	let fault: unknown;
	const closed = once(webSocket, 'close').then(([code, reason]) => ({
		code: Number(code),
		reason: String(reason),
	}));
	// Prevent an unhandled rejection. A test that needs the failure awaits `closed`.
	closed.catch(() => undefined);
	webSocket.on('error', () => undefined);
	webSocket.on('message', (data) => {
		const message = JSON.parse(data.toString());
		try {
			if (message.method === 'subscription') notified.push(checked(message.params));
			else answers.push(message);
		} catch (error) {
			fault = error;
		}
		for (const check of [...waiting]) check();
	});
	webSocket.on('close', () => {
		for (const check of [...waiting]) check();
	});

	function until(isSo: () => boolean): Promise<void> {
		return new Promise((resolve, reject) => {
			const check = () => {
				if (fault !== undefined) reject(fault);
				else if (isSo()) resolve();
				else if (webSocket.readyState === WebSocket.CLOSED) reject(new Error('It was closed before.'));
				else return;
				waiting.delete(check);
			};
			waiting.add(check);
			check();
		});
	}

	async function call(method: string, params: object = {}): Promise<RpcAnswer> {
		lastId += 1;
		const id = lastId;
		webSocket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
		const isIt = (answer: unknown): answer is RpcAnswer => (answer as RpcAnswer).id === id;
		await until(() => answers.some(isIt));
		const [found] = answers.splice(answers.findIndex(isIt), 1);
		return found as RpcAnswer;
	}

	return {
		webSocket,
		notified,
		until,
		call,
		closed,
		send: (text) => webSocket.send(text),
		async answer() {
			await until(() => answers.length > 0);
			return answers.shift() as RpcAnswer;
		},
		async subscribe(channel, params = {}) {
			const { result, error } = await call('subscribe', { channel, ...params });
			if (error !== undefined) throw new Error(error.data.message);
			return result;
		},
		async [Symbol.asyncDispose]() {
			webSocket.terminate();
			await closed;
		},
	};
}

/** Checks a notification against its channel's schema and returns it. */
function checked(params: unknown): Notified {
	const notification = notificationSchema.parse(params) as Notified;
	const channel = findChannel(notification.channel)?.channel;
	if (channel === undefined) throw new Error(`No channel ${notification.channel}.`);
	const { type } = notification;
	const schema = type === 'end' ? endSchema : type === 'snapshot' ? channel.snapshot : channel.change;
	schema.parse(notification.result);
	return notification;
}

/**
 * Computes the subscriber's state from its notifications, by the rule in the channel table. @throws Error if a
 * notification is missing
 */
export function fold(notified: readonly Notified[], subscription: string): unknown {
	let state: unknown;
	let seq = 0;
	for (const { subscription: own, seq: next, type, channel: name, result } of notified) {
		if (own !== subscription) continue;
		if (next !== seq + 1) throw new Error(`Gap in the sequence: ${next} came after ${seq}.`);
		seq = next;
		const rows = findChannel(name)?.channel.rows ?? null;
		if (type === 'end') return state;
		state = type === 'snapshot' || rows === null ? result : folded(state as Folded, result, rows);
	}
	return state;
}

type Folded = Record<string, unknown>;

function folded(
	state: Folded,
	{ removed, order, ...rest }: Folded,
	{ member, key }: { readonly member: string; readonly key: string },
) {
	const keyOf = (row: unknown) => {
		let value = row as Folded;
		for (const part of key.split('.')) value = value[part] as Folded;
		return value as unknown as string;
	};
	const rows = new Map((state[member] as unknown[]).map((row) => [keyOf(row), row]));
	for (const row of rest[member] as unknown[]) rows.set(keyOf(row), row);
	for (const gone of removed as string[]) rows.delete(gone);
	const keys = (order as string[] | undefined) ?? [...rows.keys()];
	return { ...state, ...rest, [member]: keys.map((one) => rows.get(one)) };
}

/** One WebSocket connection: requests and their answers, notifications, and whether there is still life in it. */
import { type AnswerObject, type Params, readAnswer, requestOf } from './envelope.ts';
import { isRecord, TransportError } from './errors.ts';
import type { Machine } from './machine.ts';

/** The part of the platform's `WebSocket` that is used. */
export type WebSocketLike = {
	send(text: string): void;
	close(code?: number, reason?: string): void;
	onopen: ((event: never) => unknown) | null;
	onmessage: ((event: never) => unknown) | null;
	onclose: ((event: never) => unknown) | null;
	onerror: ((event: never) => unknown) | null;
};
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** `params` of the notification `subscription`. */
export type Notification = {
	readonly subscription: string;
	readonly seq: number;
	readonly channel: string;
	readonly type: string;
	readonly cursor?: string;
	readonly result: unknown;
};

export type Connection = {
	/** `onResult` is called with a result before anything that was sent after it. @throws RpcError, TransportError */
	request(
		method: string,
		params: Params,
		limitMs: number,
		onResult?: (result: unknown) => void,
	): Promise<unknown>;
	/** Resolves with why the connection is no more. */
	readonly lost: Promise<string>;
	close(): void;
};

/** A connection that is not there by then is none. */
const OPEN_MS_MAX = 15_000;
/** The service is asked for a sign of life so often; browsers see no pings. */
const SIGN_OF_LIFE_S = 15;
/** After so long without anything the connection is dead, whatever the platform thinks. */
export const SILENCE_MS_MAX = 2.5 * SIGN_OF_LIFE_S * 1_000;
const ANSWER_MS_MAX = 15_000;
const NORMAL = 1000;

/** @throws TransportError when no connection comes about */
export function openConnection(parts: {
	readonly url: string;
	readonly WebSocket: WebSocketConstructor;
	readonly machine: Machine;
	readonly onNotification: (notification: Notification) => void;
	/** Aborted, the connection is closed, also while it is being opened. */
	readonly signal: AbortSignal;
}): Promise<Connection> {
	const { url, machine } = parts;
	const waiting = new Map<number, (answer: AnswerObject | TransportError) => void>();
	const socket = new parts.WebSocket(url);
	let lastId = 0;
	let heardAt = machine.now();
	let cancelLook = () => {};
	let cancelOpening = () => {};
	let tellLost: (reason: string) => void = () => {};
	const lost = new Promise<string>((resolve) => {
		tellLost = resolve;
	});
	let isLost = false;

	const stop = () => lose('it was closed here.');

	function lose(reason: string): void {
		if (isLost) return;
		isLost = true;
		parts.signal.removeEventListener('abort', stop);
		cancelLook();
		cancelOpening();
		try {
			socket.close(NORMAL);
		} catch {
			// It is closed, or was never open.
		}
		for (const settle of waiting.values())
			settle(new TransportError('network', `The answer is lost: ${reason}`));
		waiting.clear();
		tellLost(reason);
	}

	function look(): void {
		const silence = machine.now() - heardAt;
		if (silence >= SILENCE_MS_MAX) lose(`nothing was heard for ${Math.round(silence / 1_000)} s.`);
		else cancelLook = machine.after(SILENCE_MS_MAX - silence, look);
	}

	function take(text: unknown): void {
		heardAt = machine.now();
		const value = parsed(text);
		for (const message of Array.isArray(value) ? value : [value]) {
			const notification = readNotification(message);
			if (notification !== undefined) {
				parts.onNotification(notification);
				continue;
			}
			const answer = readAnswer(message);
			if (answer === undefined) {
				lose('what came was no JSON-RPC.');
				return;
			}
			if (answer.id === null) continue;
			const settle = waiting.get(answer.id);
			waiting.delete(answer.id);
			settle?.(answer);
		}
	}

	const connection: Connection = {
		request(method, params, limitMs, onResult) {
			if (isLost) return Promise.reject(new TransportError('network', 'The connection is lost.'));
			lastId += 1;
			const id = lastId;
			return new Promise((resolve, reject) => {
				const cancel = machine.after(limitMs, () => {
					waiting.delete(id);
					reject(new TransportError('timeout', `${method} was not answered within ${limitMs} ms.`));
				});
				waiting.set(id, (answer) => {
					cancel();
					if (answer instanceof TransportError) return reject(answer);
					if ('error' in answer) return reject(answer.error);
					onResult?.(answer.result);
					resolve(answer.result);
				});
				socket.send(JSON.stringify(requestOf(id, method, params)));
			});
		},
		lost,
		close: stop,
	};

	parts.signal.addEventListener('abort', stop, { once: true });
	return new Promise((resolve, reject) => {
		cancelOpening = machine.after(OPEN_MS_MAX, () => lose(`no connection within ${OPEN_MS_MAX} ms.`));
		lost.then((reason) => reject(new TransportError('network', `${url} could not be reached: ${reason}`)));
		socket.onopen = () => {
			cancelOpening();
			look();
			// Its news are signs of life; nobody else is told of them.
			connection
				.request('subscribe', { channel: 'heartbeat', interval_seconds: SIGN_OF_LIFE_S }, ANSWER_MS_MAX)
				.catch(() => undefined);
			resolve(connection);
		};
		socket.onmessage = ({ data }: { readonly data: unknown }) => take(data);
		socket.onerror = () => lose('the connection failed.');
		socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) =>
			lose(`closed with ${code}${reason === '' ? '' : `, ${reason}`}.`);
	});
}

function readNotification(message: unknown): Notification | undefined {
	if (!isRecord(message) || message.method !== 'subscription' || !isRecord(message.params)) return undefined;
	const { subscription, seq, channel, type, cursor, result } = message.params;
	if (typeof subscription !== 'string' || typeof seq !== 'number') return undefined;
	if (typeof channel !== 'string' || typeof type !== 'string') return undefined;
	return { subscription, seq, channel, type, result, ...(typeof cursor === 'string' ? { cursor } : {}) };
}

function parsed(text: unknown): unknown {
	try {
		return typeof text === 'string' ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

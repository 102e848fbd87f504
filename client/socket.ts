/**
 * Runs one WebSocket connection: sends requests, matches responses, delivers notifications, and detects a dead
 * connection.
 */
import { type AnswerObject, type Params, readAnswer, requestOf } from './envelope.ts';
import { isRecord, TransportError } from './errors.ts';
import { deferred, type Machine } from './machine.ts';

/** The part of the platform's `WebSocket` that the client uses. */
export type WebSocketLike = {
	send(text: string): void;
	close(code?: number, reason?: string): void;
	onopen: ((event: never) => unknown) | null;
	onmessage: ((event: never) => unknown) | null;
	onclose: ((event: never) => unknown) | null;
	onerror: ((event: never) => unknown) | null;
};
/** Creates a WebSocket like the platform's constructor. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The `params` of a `subscription` notification. */
export type Notification = {
	readonly subscription: string;
	readonly seq: number;
	readonly channel: string;
	readonly type: string;
	readonly cursor?: string;
	readonly result: unknown;
};

/** An open connection. Once `lost` resolves, every request rejects. */
export type Connection = {
	/**
	 * Sends a request. `onResult` receives the result before the client handles any later message. @throws RpcError,
	 * TransportError
	 */
	request(
		method: string,
		params: Params,
		limitMs: number,
		onResult?: (result: unknown) => void,
	): Promise<unknown>;
	/** Resolves to the reason when the connection is lost. */
	readonly lost: Promise<string>;
	close(): void;
};

/** Time limit for opening a connection. */
const OPEN_MS_MAX = 15_000;
/**
 * Default interval between the heartbeats that the client requests from the service, seconds. They are needed because
 * browsers hide WebSocket pings from scripts.
 */
export const HEARTBEAT_SECONDS = 15;
/** A connection counts as dead after this many heartbeat intervals without any message. */
const SILENT_INTERVALS = 2.5;
/** A shorter silence never counts as a dead connection, milliseconds, because a busy service can pause that long. */
const SILENCE_MS_MIN = 3_500;

/** Returns how long a connection may stay silent before it counts as dead, whatever the platform reports, in ms. */
function silenceMsMax(heartbeatSeconds: number): number {
	return Math.max(SILENCE_MS_MIN, SILENT_INTERVALS * heartbeatSeconds * 1_000);
}
const ANSWER_MS_MAX = 15_000;
const NORMAL = 1000;

type ConnectionParts = {
	readonly url: string;
	readonly WebSocket: WebSocketConstructor;
	readonly machine: Machine;
	/** Interval of the requested heartbeats, seconds; from 1 to 60. */
	readonly heartbeatSeconds: number;
	readonly onNotification: (notification: Notification) => void;
	/** Aborting this signal closes the connection, even while the connection is being opened. */
	readonly signal: AbortSignal;
};

type State = ConnectionParts & {
	readonly socket: WebSocketLike;
	/** Response handlers, by request id. */
	readonly waiting: Map<number, (answer: AnswerObject | TransportError) => void>;
	readonly reportLost: (reason: string) => void;
	readonly stop: () => void;
	lastId: number;
	lastMessageAt: number;
	isLost: boolean;
	cancelCheck: () => void;
	cancelOpening: () => void;
};

/** Opens a connection. @throws TransportError if the connection cannot be opened */
export function openConnection(parts: ConnectionParts): Promise<Connection> {
	const { url, machine, signal, WebSocket, heartbeatSeconds } = parts;
	const { promise: lost, resolve: reportLost } = deferred<string>();
	const stop = () => lose(state, 'it was closed here.');
	const state: State = {
		...parts,
		socket: new WebSocket(url),
		waiting: new Map(),
		reportLost,
		stop,
		lastId: 0,
		lastMessageAt: machine.now(),
		isLost: false,
		cancelCheck: () => {},
		cancelOpening: () => {},
	};
	const { socket } = state;
	const connection: Connection = {
		request: (method, params, limitMs, onResult) => request(state, method, params, limitMs, onResult),
		lost,
		close: stop,
	};
	signal.addEventListener('abort', stop, { once: true });
	return new Promise((resolve, reject) => {
		state.cancelOpening = machine.after(OPEN_MS_MAX, () =>
			lose(state, `no connection within ${OPEN_MS_MAX} ms.`),
		);
		lost.then((reason) => reject(new TransportError('network', `${url} could not be reached: ${reason}`)));
		socket.onopen = () => {
			state.cancelOpening();
			checkSilence(state);
			// Any message shows that the connection is alive, so heartbeats need no handler of their own.
			connection
				.request('subscribe', { channel: 'heartbeat', interval_seconds: heartbeatSeconds }, ANSWER_MS_MAX)
				.catch(() => undefined);
			resolve(connection);
		};
		socket.onmessage = ({ data }: { readonly data: unknown }) => take(state, data);
		socket.onerror = () => lose(state, 'the connection failed.');
		socket.onclose = ({ code, reason }: { readonly code: number; readonly reason: string }) =>
			lose(state, `closed with ${code}${reason === '' ? '' : `, ${reason}`}.`);
	});
}

function lose(state: State, reason: string): void {
	if (state.isLost) return;
	state.isLost = true;
	state.signal.removeEventListener('abort', state.stop);
	state.cancelCheck();
	state.cancelOpening();
	try {
		state.socket.close(NORMAL);
	} catch {
		// Closing failed because the socket is already closed or was never open.
	}
	for (const settle of state.waiting.values())
		settle(new TransportError('network', `The answer is lost: ${reason}`));
	state.waiting.clear();
	state.reportLost(reason);
}

function checkSilence(state: State): void {
	const silence = state.machine.now() - state.lastMessageAt;
	const limit = silenceMsMax(state.heartbeatSeconds);
	if (silence >= limit) lose(state, `no message arrived for ${Math.round(silence / 1_000)} s.`);
	else state.cancelCheck = state.machine.after(limit - silence, () => checkSilence(state));
}

function take(state: State, text: unknown): void {
	state.lastMessageAt = state.machine.now();
	const value = parsed(text);
	for (const message of Array.isArray(value) ? value : [value]) {
		const notification = readNotification(message);
		if (notification !== undefined) {
			state.onNotification(notification);
			continue;
		}
		const answer = readAnswer(message);
		if (answer === undefined) {
			lose(state, 'a message was not JSON-RPC.');
			return;
		}
		if (answer.id === null) continue;
		const settle = state.waiting.get(answer.id);
		state.waiting.delete(answer.id);
		settle?.(answer);
	}
}

function request(
	state: State,
	...[method, params, limitMs, onResult]: Parameters<Connection['request']>
): Promise<unknown> {
	const { waiting, machine, socket } = state;
	if (state.isLost) return Promise.reject(new TransportError('network', 'The connection is lost.'));
	state.lastId += 1;
	const id = state.lastId;
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

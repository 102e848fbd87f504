/**
 * Calls the service's methods over a WebSocket, with subscriptions that outlive the connection. The client reopens a
 * broken connection with growing delays, and resumes every subscription from its cursor.
 */
import { type CallArguments, type CallOptions, type PreparedCall, prepareCall } from './calls.ts';
import { createTokenHolder, endpointOf, type TokenHolder, type TokenSource } from './endpoint.ts';
import type { Params } from './envelope.ts';
import { isRpcError, RpcError, TransportError } from './errors.ts';
import { type Deferred, deferred, MACHINE, type Machine, wait } from './machine.ts';
import type { ChannelName, ChannelParams, MethodName, MethodResult } from './methods.ts';
import { waitBeforeRetry } from './retries.ts';
import {
	type Connection,
	HEARTBEAT_SECONDS,
	type Notification,
	openConnection,
	type WebSocketConstructor,
} from './socket.ts';
import { createFeed, type Feed, type Handlers, type Subscription } from './subscription.ts';

/**
 * `connecting`: no connection is open, and the client is opening one or waiting to try again. `closed` is final: the
 * client closed the stream, or the service refused the token.
 */
export type StreamState = 'connecting' | 'open' | 'closed';

/** The caller whose token the service accepted. */
export type StreamCaller = {
	readonly user_id: string;
	/** Id of the agent that the token belongs to; null if it belongs to the user. */
	readonly agent_id: string | null;
	/** The token's scopes. */
	readonly scopes: readonly string[];
};

/** The service's address, and options for the connection. */
export type StreamOptions = {
	/** The service's address, as for `createClient`: `http://127.0.0.1:8080`. */
	readonly url: string | URL;
	/**
	 * A token, or a function that returns one. The client calls the function once, and again after the service
	 * refuses the token. Without a token, only public methods and channels work.
	 */
	readonly token?: TokenSource | undefined;
	/** Default: the platform's `WebSocket`. */
	readonly WebSocket?: WebSocketConstructor | undefined;
	/** Receives each new connection state with the reason for the change. Must not throw. */
	readonly onConnection?: ((state: StreamState, reason: string) => void) | undefined;
	/** Receives the caller each time the service accepts a token. Must not throw. */
	readonly onCaller?: ((caller: StreamCaller) => void) | undefined;
	/** Maximum retries per call; the default is 2. */
	readonly retries?: number | undefined;
	/**
	 * Allows sending the token unencrypted to a host other than this machine. Use this only on a network that nobody
	 * else uses.
	 */
	readonly allowInsecure?: boolean | undefined;
	/**
	 * Interval of the heartbeats that the client requests, seconds, from 1 to 60; the default is 15. The client
	 * replaces a connection that stays silent for 2.5 intervals, and for at least 3.5 s.
	 */
	readonly heartbeatSeconds?: number | undefined;
	/** Timers and randomness, which tests replace. */
	readonly machine?: Machine | undefined;
};

/** Makes calls and holds subscriptions over one WebSocket at a time. */
export type Stream = {
	readonly state: StreamState;
	/** Works like `Client.call`. Without a connection, the call waits for one, at most for the call's time limit. */
	call<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	subscribe<C extends ChannelName>(
		channel: C,
		params?: ChannelParams<C>,
		handlers?: Handlers<C>,
	): Subscription<C>;
	/** Ends every subscription, closes the connection, and rejects calls in flight. */
	close(): Promise<void>;
};

const WAY_MS = 5_000;
const SUBSCRIBE_MS_MAX = 15_000;
const RETRIES = 2;
const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 30_000;
/** After a connection has lasted this long, the backoff starts again from its minimum. */
const GOOD_MS = 10_000;

type Running = {
	readonly options: StreamOptions;
	readonly machine: Machine;
	readonly url: string;
	readonly WebSocket: WebSocketConstructor;
	readonly token: TokenHolder;
	readonly feeds: Set<Feed>;
	/** Feeds by subscription id on the current connection. */
	readonly byId: Map<string, Feed>;
	/** Aborts with the reason when the stream ends. */
	readonly ending: AbortController;
	state: StreamState;
	connection: Connection | undefined;
	/** The last token sent. */
	bearer: string | undefined;
	/** Resolves when `state` next changes. */
	stateChanged: Deferred<void>;
};

/**
 * Opens a stream. @throws TypeError for an invalid address, for one that would receive the token unencrypted, or if
 * the platform has no WebSocket
 */
export function connectStream(options: StreamOptions): Stream {
	const { machine = MACHINE } = options;
	const url = endpointOf(options.url, {
		sendsToken: options.token !== undefined,
		allowInsecure: options.allowInsecure === true,
	});
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	const stream: Running = {
		options,
		machine,
		url: url.href,
		WebSocket: options.WebSocket ?? platformWebSocket(),
		token: createTokenHolder(options.token),
		feeds: new Set(),
		byId: new Map(),
		ending: new AbortController(),
		state: 'connecting',
		connection: undefined,
		bearer: undefined,
		stateChanged: deferred(),
	};
	const kept = keepConnected(stream);
	return {
		get state() {
			return stream.state;
		},
		async call(method, ...[params, limits = {}]) {
			const call = prepareCall(method, params, limits.idempotencyKey, machine);
			return (await repeated(stream, call, limits)) as MethodResult<typeof method>;
		},
		subscribe: (channel, params, handlers = {}) => subscribe(stream, channel, { ...params }, handlers),
		async close() {
			end(stream, new TransportError('closed', 'The stream was closed.'));
			await kept;
		},
	};
}

function subscribe<C extends ChannelName>(
	stream: Running,
	channel: C,
	params: Params,
	handlers: Handlers<C>,
): Subscription<C> {
	const { feeds, byId } = stream;
	const { feed, subscription } = createFeed(channel, params, handlers, async () => {
		const { connection } = stream;
		if (feed.id !== undefined && connection !== undefined && byId.has(feed.id))
			forget(stream, feed.id, connection);
		drop(stream, feed, new TransportError('closed', 'The subscription was closed.'));
	});
	if (isClosed(stream)) feed.end(new TransportError('closed', 'The stream is closed.'));
	else feeds.add(feed);
	if (stream.connection !== undefined) void start(stream, feed, stream.connection);
	return subscription;
}

function announce(stream: Running, next: StreamState, reason: string): void {
	stream.state = next;
	const { stateChanged } = stream;
	stream.stateChanged = deferred();
	stateChanged.resolve();
	stream.options.onConnection?.(next, reason);
}

async function keepConnected(stream: Running): Promise<void> {
	const { url, machine, WebSocket, ending, byId, options } = stream;
	const { heartbeatSeconds = HEARTBEAT_SECONDS } = options;
	const onNotification = (notification: Notification) => take(stream, notification);
	for (let failures = 0; !isClosed(stream); failures += 1) {
		let reason = '';
		const beganAt = machine.now();
		try {
			const { signal } = ending;
			reason = await runConnection(
				stream,
				await openConnection({ url, WebSocket, machine, heartbeatSeconds, onNotification, signal }),
			);
		} catch (error) {
			if (isRpcError(error, 'UNAUTHORIZED')) return end(stream, error);
			reason = error instanceof Error ? error.message : String(error);
		}
		stream.connection = undefined;
		byId.clear();
		if (isClosed(stream)) return;
		if (machine.now() - beganAt >= GOOD_MS) failures = 0;
		announce(stream, 'connecting', reason);
		await wait(machine, backoff(failures) * (0.5 + machine.unit() / 2), ending.signal).catch(() => undefined);
	}
}

function backoff(failures: number): number {
	return Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** failures);
}

/** True if the stream is closed. Callers check again after each wait, because `state` may have changed. */
function isClosed({ state }: Running): boolean {
	return state === 'closed';
}

/**
 * Runs an open connection until it is lost; resolves to the reason. @throws RpcError if the service refuses the token
 */
async function runConnection(stream: Running, opened: Connection): Promise<string> {
	try {
		await authenticate(stream, opened);
		if (isClosed(stream)) return 'it was closed here.';
		stream.connection = opened;
		announce(stream, 'open', 'connected');
		for (const feed of stream.feeds) void start(stream, feed, opened);
		return await opened.lost;
	} finally {
		opened.close();
	}
}

async function authenticate(stream: Running, to: Connection): Promise<void> {
	const { token, options } = stream;
	for (let isRenewed = false; ; isRenewed = true) {
		const bearer = await token.current();
		stream.bearer = bearer;
		if (bearer === undefined) return;
		try {
			const caller = await to.request('authenticate', { token: bearer }, SUBSCRIBE_MS_MAX);
			options.onCaller?.(caller as StreamCaller);
			return;
		} catch (error) {
			if (isRenewed || !isRpcError(error, 'UNAUTHORIZED') || !(await token.renew(bearer))) throw error;
		}
	}
}

/** Subscribes a feed, or resumes it from its cursor. Never rejects. */
async function start(stream: Running, feed: Feed, on: Connection, failures = 0): Promise<void> {
	if (feed.ended !== undefined || stream.connection !== on) return;
	const { channel, params, cursor } = feed;
	const asked: Params = { ...params, channel, ...(cursor === undefined ? {} : { resume: cursor }) };
	try {
		await on.request('subscribe', asked, SUBSCRIBE_MS_MAX, (result) => {
			const { subscription, resumed } = result as {
				readonly subscription: string;
				readonly resumed: boolean;
			};
			if (feed.ended === undefined) {
				stream.byId.set(subscription, feed);
				feed.begin(subscription, resumed);
			} else forget(stream, subscription, on);
		});
	} catch (error) {
		// Without a response, the connection is closed; the feed starts again on the next connection.
		if (error instanceof RpcError) await handleEnd(stream, feed, error, on, failures);
		else on.close();
	}
}

/** Handles a refused or ended subscription. Subscribes again if the error allows it; otherwise drops the feed. */
async function handleEnd(
	stream: Running,
	feed: Feed,
	error: RpcError,
	on: Connection,
	failures = 0,
): Promise<void> {
	const { byId, token, machine, ending } = stream;
	if (feed.id !== undefined) byId.delete(feed.id);
	try {
		if (error.code === 'UNAUTHORIZED' && failures === 0 && (await token.renew(stream.bearer))) {
			await authenticate(stream, on);
			return await start(stream, feed, on, failures + 1);
		}
		if (!error.retryable) return drop(stream, feed, error);
		await wait(machine, Math.max(error.retryAfterMs ?? 0, backoff(failures)), ending.signal);
		await start(stream, feed, on, failures + 1);
	} catch (thrown) {
		drop(stream, feed, thrown instanceof RpcError ? thrown : error);
	}
}

function drop({ feeds, byId }: Running, feed: Feed, reason: RpcError | TransportError): void {
	feeds.delete(feed);
	if (feed.id !== undefined) byId.delete(feed.id);
	feed.end(reason);
}

function forget({ byId }: Running, subscription: string, on: Connection): void {
	byId.delete(subscription);
	on.request('unsubscribe', { subscription }, SUBSCRIBE_MS_MAX).catch(() => undefined);
}

function take(stream: Running, notification: Notification): void {
	const feed = stream.byId.get(notification.subscription);
	const on = stream.connection;
	if (feed === undefined || on === undefined) return;
	const taken = feed.take(notification);
	if (taken === 'taken') return;
	if (taken === 'gap') {
		forget(stream, notification.subscription, on);
		void start(stream, feed, on);
	} else void handleEnd(stream, feed, taken, on);
}

function end(stream: Running, reason: RpcError | TransportError): void {
	if (isClosed(stream)) return;
	stream.ending.abort(reason);
	announce(stream, 'closed', reason.message);
	for (const feed of [...stream.feeds]) drop(stream, feed, reason);
	stream.connection?.close();
}

/**
 * Waits for an open connection. @throws TransportError after the time limit, or if the stream is closed; @throws the
 * signal's reason
 */
async function untilOpen(
	stream: Running,
	limitMs: number,
	signal: AbortSignal | undefined,
): Promise<Connection> {
	let isLate = false;
	const stopped = deferred<void>();
	const stop = () => stopped.resolve();
	const cancel = stream.machine.after(limitMs, () => {
		isLate = true;
		stop();
	});
	signal?.addEventListener('abort', stop, { once: true });
	try {
		for (;;) {
			signal?.throwIfAborted();
			if (stream.connection !== undefined && stream.state === 'open') return stream.connection;
			if (isClosed(stream)) throw stream.ending.signal.reason;
			if (isLate) throw new TransportError('network', `There was no connection within ${limitMs} ms.`);
			await Promise.race([stream.stateChanged.promise, stopped.promise]);
		}
	} finally {
		cancel();
		signal?.removeEventListener('abort', stop);
	}
}

async function once(
	stream: Running,
	call: PreparedCall,
	{ signal, timeoutMs }: CallOptions,
): Promise<unknown> {
	const limitMs = timeoutMs ?? call.facts.timeLimitMs + WAY_MS;
	const on = await untilOpen(stream, limitMs, signal);
	if (signal === undefined) return on.request(call.method, call.params, limitMs);
	const stopped = deferred<never>();
	const stop = () => stopped.reject(signal.reason);
	signal.addEventListener('abort', stop, { once: true });
	try {
		return await Promise.race([on.request(call.method, call.params, limitMs), stopped.promise]);
	} finally {
		signal.removeEventListener('abort', stop);
	}
}

async function repeated(stream: Running, call: PreparedCall, limits: CallOptions): Promise<unknown> {
	const { options, machine, token } = stream;
	const retriesMax = limits.retries ?? options.retries ?? RETRIES;
	let isRenewed = false;
	for (let retry = 0; ; ) {
		try {
			return await once(stream, call, limits);
		} catch (error) {
			if (isRpcError(error, 'UNAUTHORIZED') && !isRenewed && stream.connection !== undefined) {
				isRenewed = true;
				if (await token.renew(stream.bearer)) {
					await authenticate(stream, stream.connection);
					continue;
				}
			}
			const waitMs =
				retry >= retriesMax || isClosed(stream)
					? undefined
					: waitBeforeRetry(error, retry, call.isRepeatable, machine);
			if (waitMs === undefined) throw withKey(error, call);
			retry += 1;
			await wait(machine, waitMs, limits.signal);
		}
	}
}

function withKey(error: unknown, { idempotencyKey }: PreparedCall): unknown {
	if (!(error instanceof TransportError)) return error;
	return new TransportError(error.kind, error.message, { idempotencyKey, cause: error.cause });
}

/** Returns the platform's WebSocket. In Node it exists only since version 22. @throws TypeError if there is none */
function platformWebSocket(): WebSocketConstructor {
	if (typeof WebSocket === 'function') return WebSocket;
	throw new TypeError(
		'This platform has no WebSocket (Node has one since version 22). Pass one as the option WebSocket.',
	);
}

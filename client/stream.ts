/**
 * The service over a WebSocket: every method, and subscriptions that outlive the connection. What broke is opened again,
 * later and later, and every subscription goes on from where it was.
 */
import { type CallArguments, type CallOptions, type PreparedCall, prepareCall } from './calls.ts';
import { createTokenHolder, endpointOf, type TokenSource } from './endpoint.ts';
import type { Params } from './envelope.ts';
import { isRpcError, RpcError, TransportError } from './errors.ts';
import { MACHINE, type Machine, wait } from './machine.ts';
import type { ChannelName, ChannelParams, MethodName, MethodResult } from './methods.ts';
import { waitBeforeRetry } from './retries.ts';
import { type Connection, type Notification, openConnection, type WebSocketConstructor } from './socket.ts';
import { createFeed, type Feed, type Handlers, type Subscription } from './subscription.ts';

/** `connecting` for the first time or again; `open`; `closed` for good, here or because the token is refused. */
export type StreamState = 'connecting' | 'open' | 'closed';

/** Whose token the service has taken. */
export type StreamCaller = {
	readonly user_id: string;
	/** Null: the user. */
	readonly agent_id: string | null;
	/** What it may do. */
	readonly scopes: readonly string[];
};

export type StreamOptions = {
	/** Of the service, as for `createClient`: `http://127.0.0.1:8080`. */
	readonly url: string | URL;
	/** Without one, public methods and channels alone. A function is asked once, and again when the token is refused. */
	readonly token?: TokenSource | undefined;
	/** Default: that of the platform. */
	readonly WebSocket?: WebSocketConstructor | undefined;
	/** Told with each change of the state, and why. Must not throw. */
	readonly onConnection?: ((state: StreamState, reason: string) => void) | undefined;
	/** Told whose the connection is, each time the service has taken a token. Must not throw. */
	readonly onCaller?: ((caller: StreamCaller) => void) | undefined;
	/** How many more times a call is made at most; default 2. */
	readonly retries?: number | undefined;
	/** Sends the token unencrypted to another host than this machine. Only for a network that nobody else is on. */
	readonly allowInsecure?: boolean | undefined;
	/** Timers and randomness; for tests. */
	readonly machine?: Machine | undefined;
};

export type Stream = {
	readonly state: StreamState;
	/** As `Client.call`; while there is no connection it waits for one, as long as the call may take. */
	call<M extends MethodName>(method: M, ...args: CallArguments<M>): Promise<MethodResult<M>>;
	subscribe<C extends ChannelName>(
		channel: C,
		params?: ChannelParams<C>,
		handlers?: Handlers<C>,
	): Subscription<C>;
	/** Ends every subscription and the connection. Calls under way are rejected. */
	close(): Promise<void>;
};

const WAY_MS = 5_000;
const SUBSCRIBE_MS_MAX = 15_000;
const RETRIES = 2;
const BACKOFF_MS = 250;
const BACKOFF_MS_MAX = 30_000;
/** A connection that held for so long was a good one: the next is tried at once. */
const GOOD_MS = 10_000;

/** @throws TypeError for an address that is none, or that a token would travel to in the clear, and where there is no WebSocket */
export function connectStream(options: StreamOptions): Stream {
	const { machine = MACHINE } = options;
	const url = endpointOf(options.url, {
		sendsToken: options.token !== undefined,
		allowInsecure: options.allowInsecure === true,
	});
	url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
	const WebSocketHere = options.WebSocket ?? platformWebSocket();
	const token = createTokenHolder(options.token);
	const feeds = new Set<Feed>();
	const byId = new Map<string, Feed>();
	const ending = new AbortController();
	let state: StreamState = 'connecting';
	let connection: Connection | undefined;
	let bearer: string | undefined;
	let wake: () => void = () => {};
	let moved = nextMove();

	function nextMove(): Promise<void> {
		return new Promise((resolve) => {
			wake = resolve;
		});
	}

	function announce(next: StreamState, reason: string): void {
		state = next;
		wake();
		moved = nextMove();
		options.onConnection?.(next, reason);
	}

	async function keepConnected(): Promise<void> {
		for (let failures = 0; state !== 'closed'; failures += 1) {
			let reason = '';
			const beganAt = machine.now();
			try {
				const opened = await openConnection({
					url: url.href,
					WebSocket: WebSocketHere,
					machine,
					onNotification,
					signal: ending.signal,
				});
				reason = await live(opened);
			} catch (error) {
				if (isRpcError(error, 'UNAUTHORIZED')) return end(error);
				reason = error instanceof Error ? error.message : String(error);
			}
			connection = undefined;
			byId.clear();
			if (isClosed()) return;
			if (machine.now() - beganAt >= GOOD_MS) failures = 0;
			announce('connecting', reason);
			const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** failures);
			await wait(machine, backoff * (0.5 + machine.unit() / 2), ending.signal).catch(() => undefined);
		}
	}

	/** What was closed while something was waited for. */
	function isClosed(): boolean {
		return state === 'closed';
	}

	/** Answers why the connection was lost. @throws RpcError when nobody may come in */
	async function live(opened: Connection): Promise<string> {
		try {
			await authenticate(opened);
			if (isClosed()) return 'it was closed here.';
			connection = opened;
			announce('open', 'connected');
			for (const feed of feeds) void start(feed, opened);
			return await opened.lost;
		} finally {
			opened.close();
		}
	}

	async function authenticate(to: Connection): Promise<void> {
		for (let isRenewed = false; ; isRenewed = true) {
			bearer = await token.current();
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

	/** Subscribes, or goes on from where it was. Never rejects. */
	async function start(feed: Feed, on: Connection, failures = 0): Promise<void> {
		if (feed.ended !== undefined || connection !== on) return;
		const { channel, params, cursor } = feed;
		const asked: Params = { ...params, channel, ...(cursor === undefined ? {} : { resume: cursor }) };
		try {
			await on.request('subscribe', asked, SUBSCRIBE_MS_MAX, (result) => {
				const { subscription, resumed } = result as {
					readonly subscription: string;
					readonly resumed: boolean;
				};
				if (feed.ended === undefined) {
					byId.set(subscription, feed);
					feed.begin(subscription, resumed);
				} else forget(subscription, on);
			});
		} catch (error) {
			// With the connection it is begun again.
			if (error instanceof RpcError) await over(feed, error, on, failures);
			else on.close();
		}
	}

	/** The service refuses it or has ended it: for good, or until later. */
	async function over(feed: Feed, error: RpcError, on: Connection, failures = 0): Promise<void> {
		if (feed.id !== undefined) byId.delete(feed.id);
		try {
			if (error.code === 'UNAUTHORIZED' && failures === 0 && (await token.renew(bearer))) {
				await authenticate(on);
				return await start(feed, on, failures + 1);
			}
			if (!error.retryable) return drop(feed, error);
			const backoff = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** failures);
			await wait(machine, Math.max(error.retryAfterMs ?? 0, backoff), ending.signal);
			await start(feed, on, failures + 1);
		} catch (thrown) {
			drop(feed, thrown instanceof RpcError ? thrown : error);
		}
	}

	function drop(feed: Feed, reason: RpcError | TransportError): void {
		feeds.delete(feed);
		if (feed.id !== undefined) byId.delete(feed.id);
		feed.end(reason);
	}

	function forget(subscription: string, on: Connection): void {
		byId.delete(subscription);
		on.request('unsubscribe', { subscription }, SUBSCRIBE_MS_MAX).catch(() => undefined);
	}

	function onNotification(notification: Notification): void {
		const feed = byId.get(notification.subscription);
		const on = connection;
		if (feed === undefined || on === undefined) return;
		const taken = feed.take(notification);
		if (taken === 'taken') return;
		if (taken === 'gap') {
			forget(notification.subscription, on);
			void start(feed, on);
		} else void over(feed, taken, on);
	}

	function end(reason: RpcError | TransportError): void {
		if (state === 'closed') return;
		ending.abort(reason);
		announce('closed', reason.message);
		for (const feed of [...feeds]) drop(feed, reason);
		connection?.close();
	}

	/** @throws TransportError when there is none by then, or never again; the signal's reason */
	async function untilOpen(limitMs: number, signal: AbortSignal | undefined): Promise<Connection> {
		let isLate = false;
		let stop = () => {};
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		const cancel = machine.after(limitMs, () => {
			isLate = true;
			stop();
		});
		signal?.addEventListener('abort', stop, { once: true });
		try {
			for (;;) {
				signal?.throwIfAborted();
				if (connection !== undefined && state === 'open') return connection;
				if (isClosed()) throw ending.signal.reason;
				if (isLate) throw new TransportError('network', `There was no connection within ${limitMs} ms.`);
				await Promise.race([moved, stopped]);
			}
		} finally {
			cancel();
			signal?.removeEventListener('abort', stop);
		}
	}

	async function once(call: PreparedCall, { signal, timeoutMs }: CallOptions): Promise<unknown> {
		const limitMs = timeoutMs ?? call.facts.timeLimitMs + WAY_MS;
		const on = await untilOpen(limitMs, signal);
		if (signal === undefined) return on.request(call.method, call.params, limitMs);
		let stop = () => {};
		const stopped = new Promise<never>((_, reject) => {
			stop = () => reject(signal.reason);
			signal.addEventListener('abort', stop, { once: true });
		});
		try {
			return await Promise.race([on.request(call.method, call.params, limitMs), stopped]);
		} finally {
			signal.removeEventListener('abort', stop);
		}
	}

	async function repeated(call: PreparedCall, limits: CallOptions): Promise<unknown> {
		let isRenewed = false;
		for (let retry = 0; ; ) {
			try {
				return await once(call, limits);
			} catch (error) {
				if (isRpcError(error, 'UNAUTHORIZED') && !isRenewed && connection !== undefined) {
					isRenewed = true;
					if (await token.renew(bearer)) {
						await authenticate(connection);
						continue;
					}
				}
				const waitMs =
					retry >= (limits.retries ?? options.retries ?? RETRIES) || isClosed()
						? undefined
						: waitBeforeRetry(error, retry, call.isRepeatable, machine);
				if (waitMs === undefined) throw withKey(error, call);
				retry += 1;
				await wait(machine, waitMs, limits.signal);
			}
		}
	}

	async function close(): Promise<void> {
		end(new TransportError('closed', 'The stream was closed.'));
		await kept;
	}

	const kept = keepConnected();

	return {
		get state() {
			return state;
		},
		async call(method, ...[params, limits = {}]) {
			const call = prepareCall(method, params, limits.idempotencyKey, machine);
			return (await repeated(call, limits)) as MethodResult<typeof method>;
		},
		subscribe(channel, params, handlers = {}) {
			const { feed, subscription } = createFeed(channel, { ...params }, handlers, async () => {
				if (feed.id !== undefined && connection !== undefined && byId.has(feed.id))
					forget(feed.id, connection);
				drop(feed, new TransportError('closed', 'The subscription was closed.'));
			});
			if (state === 'closed') feed.end(new TransportError('closed', 'The stream is closed.'));
			else feeds.add(feed);
			if (connection !== undefined) void start(feed, connection);
			return subscription;
		},
		close,
	};
}

function withKey(error: unknown, { idempotencyKey }: PreparedCall): unknown {
	if (!(error instanceof TransportError)) return error;
	return new TransportError(error.kind, error.message, { idempotencyKey, cause: error.cause });
}

/** Node has one from version 22 on. */
function platformWebSocket(): WebSocketConstructor {
	if (typeof WebSocket === 'function') return WebSocket;
	throw new TypeError(
		'There is no WebSocket here (Node has one from version 22 on): pass one as the option WebSocket.',
	);
}

/**
 * Serves Hyperliquid's WebSocket `/ws` (pages "Websocket", "Subscriptions", "Post requests" and "Timeouts and
 * heartbeats", read 2026-11). One connection carries subscriptions to public and account channels, posted requests,
 * and pings.
 */
import type { Exchange, FrontEndSocket } from '../core/types.ts';
import { MalformedRequest } from './errors.ts';
import { openChannel, readSubscription, type Subscription } from './subscriptions.ts';

const STREAM_PATH = '/ws';

/**
 * "Maximum of 1000 websocket subscriptions". Counted per connection here, because connections' addresses are not
 * distinguished.
 */
const SUBSCRIPTIONS_MAX = 1_000;
/** "Maximum of 10 unique users across user-specific websocket subscriptions". */
const USERS_MAX = 10;
/** "Maximum of 2000 messages sent to Hyperliquid per minute". */
const MESSAGES_PER_MINUTE = 2_000;
const MINUTE_MS = 60_000;
const MESSAGE_CHARS_MAX = 65_536;
const SHOWN_CHARS_MAX = 200;
/** "The server will close any connection if it hasn't sent a message to it in the last 60 seconds." */
const SILENCE_MS_MAX = 60_000;
const SILENT = 1000;
const NOT_FOUND = 1008;

type Message = Readonly<Record<string, unknown>>;
type Answer = (body: unknown) => unknown;

export type Streams = {
	readonly connect: (socket: FrontEndSocket) => void;
	/** True if the connection carries an account's events. */
	readonly isOfAccount: (socket: FrontEndSocket) => boolean;
};

/**
 * Creates the stream. `inform` and `perform` handle requests posted over a connection in the same way as over HTTP.
 */
export function createStreams(exchange: Exchange, inform: Answer, perform: Answer): Streams {
	const served = new WeakMap<FrontEndSocket, () => boolean>();
	return {
		connect(socket) {
			if (socket.path === STREAM_PATH) served.set(socket, serve(exchange, socket, inform, perform));
			else socket.close(NOT_FOUND);
		},
		isOfAccount: (socket) => served.get(socket)?.() ?? false,
	};
}

function serve(exchange: Exchange, socket: FrontEndSocket, inform: Answer, perform: Answer): () => boolean {
	const open = new Map<string, { readonly subscription: Subscription; readonly leave: () => void }>();
	let closed = false;
	let received: number[] = [];
	let silence: NodeJS.Timeout | undefined;

	const send = (channel: string, data?: unknown): void => {
		if (closed) return;
		hush();
		socket.send(JSON.stringify(data === undefined ? { channel } : { channel, data }));
	};
	/** Restarts the silence timeout, which counts from the last message sent. */
	function hush(): void {
		clearTimeout(silence);
		silence = setTimeout(() => socket.close(SILENT), SILENCE_MS_MAX);
		silence.unref();
	}
	const fail = (sentence: string): void => send('error', sentence);

	hush();
	socket.onClose(() => {
		closed = true;
		clearTimeout(silence);
		for (const { leave } of open.values()) leave();
		open.clear();
	});
	socket.onMessage((raw) => {
		if (closed) return;
		const now = exchange.now();
		received = [...received.filter((at) => now - at < MINUTE_MS), now];
		if (received.length > MESSAGES_PER_MINUTE) return fail('Too many websocket messages.');
		const message = read(raw);
		if (message?.method === 'ping') return send('pong');
		if (message?.method === 'post') return post(message);
		if (message?.method !== 'subscribe' && message?.method !== 'unsubscribe')
			return fail(`Error parsing JSON into valid websocket request: ${raw.slice(0, SHOWN_CHARS_MAX)}`);
		const subscription = readSubscription(exchange, message.subscription);
		if (subscription === undefined) return fail(`Invalid subscription ${shown(message.subscription)}`);
		if (message.method === 'subscribe') subscribe(subscription);
		else unsubscribe(subscription);
	});

	/** Returns why a subscription is refused; undefined if the channel may be opened. */
	function problemOf({ key, told, user }: Subscription): string | undefined {
		if (open.has(key)) return `Already subscribed: ${shown(told)}`;
		if (open.size >= SUBSCRIPTIONS_MAX) return `Cannot subscribe to more than ${SUBSCRIPTIONS_MAX} channels.`;
		const users = new Set([...open.values()].flatMap((each) => each.subscription.user ?? []));
		const isOneTooMany = user !== undefined && users.add(user).size > USERS_MAX;
		return isOneTooMany ? `Cannot track more than ${USERS_MAX} total users.` : undefined;
	}

	function subscribe(subscription: Subscription): void {
		const problem = problemOf(subscription);
		if (problem !== undefined) {
			fail(problem);
			return;
		}
		send('subscriptionResponse', { method: 'subscribe', subscription: subscription.told });
		open.set(subscription.key, { subscription, leave: openChannel(exchange, subscription, send) });
	}

	function unsubscribe({ key, told }: Subscription): void {
		const found = open.get(key);
		if (found === undefined) {
			fail(`Already unsubscribed: ${shown(told)}`);
			return;
		}
		found.leave();
		open.delete(key);
		send('subscriptionResponse', { method: 'unsubscribe', subscription: told });
	}

	function post({ id, request }: Message): void {
		const { type, payload } = (request ?? {}) as Message;
		const respond = (kind: string, answer: unknown): void =>
			send('post', { id, response: { type: kind, payload: answer } });
		try {
			if (type === 'info') {
				const asked = (payload ?? {}) as Message;
				respond('info', { type: asked.type, data: inform(payload) });
			} else if (type === 'action') respond('action', perform(payload));
			else respond('error', `422: ${new MalformedRequest().message}`);
		} catch (error) {
			if (!(error instanceof MalformedRequest)) console.error(error);
			respond('error', `422: ${new MalformedRequest().message}`);
		}
	}

	return () => [...open.values()].some(({ subscription }) => subscription.user !== undefined);
}

function read(raw: string): Message | undefined {
	if (raw.length > MESSAGE_CHARS_MAX) return undefined;
	try {
		const value: unknown = JSON.parse(raw);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Message)
			: undefined;
	} catch {
		return undefined;
	}
}

function shown(value: unknown): string {
	return (JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_CHARS_MAX);
}

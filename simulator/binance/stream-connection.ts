/**
 * Serves one WebSocket connection (page "Websocket Market Streams": "Connect" and "Live Subscribing/Unsubscribing to
 * streams", read 2026-11). Raw streams are under `/ws`, combined ones under `/stream`, on the routes `/public`,
 * `/market` and `/private` or, as before 2026-04, without a route. A client may subscribe to 1,024 streams per
 * connection and send ten messages a second. A connection lasts one day. The simulator omits the server's pings every
 * three minutes, because the client's library answers them by itself.
 *
 * An account's stream is at `/private/ws?listenKey=…&events=…`, the form in the notice about the three routes.
 * `events` lists the wanted events, and Binance sends no others. Other clients tried other forms in production.
 * Without `events`, or with the listen key in the path, no event arrived and the socket stayed open (2026-05-21, pull
 * request 446 of oliver-zehentleitner/unicorn-binance-websocket-api). Without `events`, only the expiry of the listen
 * key was reported (2026-07-31, another client's notes).
 */

import { everyPeriod, soon } from '../core/stream-timer.ts';
import type { Exchange, FrontEndSocket } from '../core/types.ts';
import type { ListenKeys } from './listen-keys.ts';
import type { Route, Streams } from './market-streams.ts';
import { type AccountFrame, listenToAccount } from './user-stream.ts';

const STREAMS_MAX = 1_024;
const MESSAGES_PER_SECOND_MAX = 10;
const LIFETIME_MS = 24 * 3_600_000;
const MESSAGE_CHARS_MAX = 65_536;
const SECOND_MS = 1_000;
/**
 * Close code for an unknown path, for too many messages, and for an API key that is no longer valid. Binance does not
 * document its close codes.
 */
const POLICY = 1008;
/** Interval between checks for expired listen keys. */
const EXPIRY_CHECK_MS = 1_000;

export type StreamPath = {
	readonly route: Route | 'private' | undefined;
	readonly isCombined: boolean;
	/** Names of the streams in the URL, including listen keys. */
	readonly names: readonly string[];
	/** Account event types that the connection receives. */
	readonly events: ReadonlySet<string>;
};

/** Event type of an expired listen key. It is the only event sent if the URL names no events. */
const LISTEN_KEY_EXPIRED = 'listenKeyExpired';
const NO_EVENTS: ReadonlySet<string> = new Set();

/** Parses the path and query of the URL. Returns undefined for a path that serves no streams. */
export function readPath(path: string, query: string): StreamPath | undefined {
	const match = /^(?:\/(public|market|private))?\/(ws|stream)(?:\/(.*))?$/.exec(path);
	if (match === null) return undefined;
	const params = new URLSearchParams(query);
	const named = [match[3] ?? '', params.get('streams') ?? '', params.get('listenKey') ?? ''];
	return {
		route: match[1] as StreamPath['route'],
		isCombined: match[2] === 'stream',
		names: named.flatMap((names) => names.split('/')).filter((name) => name !== ''),
		events: match[1] === 'private' && params.has('listenKey') ? eventsOf(params) : NO_EVENTS,
	};
}

function eventsOf(params: URLSearchParams): ReadonlySet<string> {
	return new Set((params.get('events') ?? LISTEN_KEY_EXPIRED).split('/'));
}

export type StreamParts = {
	readonly exchange: Exchange;
	readonly streams: Streams;
	readonly listenKeys: ListenKeys;
};

export function connectStream(parts: StreamParts, socket: FrontEndSocket): void {
	const path = readPath(socket.path, socket.query);
	if (path === undefined) {
		socket.close(POLICY);
		return;
	}
	const joined = new Map<string, () => void>();
	const lifetime = setTimeout(() => socket.close(1000), LIFETIME_MS);
	lifetime.unref();
	let second = 0;
	let messages = 0;
	let isClosed = false;

	function sendOf(name: string): (data: object) => void {
		return (data) => {
			if (isClosed) return;
			socket.send(JSON.stringify(path?.isCombined === true ? { stream: name, data } : data));
		};
	}

	/** Returns a sender that passes on only the account events named in the URL. */
	function toldOf(name: string): (event: AccountFrame) => void {
		const send = sendOf(name);
		return (event) => {
			if (path?.events.has(event.e) === true) send(event);
		};
	}

	/** Subscribes to a stream. An unknown stream name is accepted and stays silent, as on Binance. */
	function join(name: string): void {
		if (joined.has(name)) return;
		const account = joinAccount(parts, name, toldOf(name), () => socket.close(POLICY));
		const route = path?.route;
		const feed =
			account === undefined && route !== 'private'
				? parts.streams(route, name)?.join(sendOf(name))
				: undefined;
		joined.set(name, account ?? feed ?? (() => {}));
	}

	function leave(name: string): void {
		joined.get(name)?.();
		joined.delete(name);
	}

	function answer(command: Command): object {
		const names = command.params.filter((name): name is string => typeof name === 'string');
		const { id } = command;
		switch (command.method) {
			case 'SUBSCRIBE':
				if (joined.size + names.length > STREAMS_MAX)
					return { error: { code: 2, msg: `Invalid request: more than ${STREAMS_MAX} streams` }, id };
				// The acknowledgement is sent before the streams start.
				soon(() => {
					if (!isClosed) for (const name of names) join(name);
				});
				return { result: null, id };
			case 'UNSUBSCRIBE':
				for (const name of names) leave(name);
				return { result: null, id };
			case 'LIST_SUBSCRIPTIONS':
				return { result: [...joined.keys()], id };
			default:
				return { error: { code: 2, msg: 'Invalid request: unknown method' }, id };
		}
	}

	socket.onMessage((text) => {
		const now = Math.floor(parts.exchange.now() / SECOND_MS);
		messages = now === second ? messages + 1 : 1;
		second = now;
		if (messages > MESSAGES_PER_SECOND_MAX) return socket.close(POLICY);
		const command = readCommand(text);
		socket.send(
			JSON.stringify(
				command === undefined
					? { error: { code: 2, msg: 'Invalid request: malformed JSON' } }
					: answer(command),
			),
		);
	});
	socket.onClose(() => {
		isClosed = true;
		clearTimeout(lifetime);
		for (const name of [...joined.keys()]) leave(name);
	});
	for (const name of path.names) join(name);
}

/** Subscribes to an account's stream. Returns undefined if `listenKey` is not a valid listen key. */
function joinAccount(
	{ exchange, listenKeys }: StreamParts,
	listenKey: string,
	send: (event: AccountFrame) => void,
	cut: () => void,
): (() => void) | undefined {
	const owner = listenKeys.owner(listenKey, exchange.now());
	if (owner === undefined) return undefined;
	const deafen = listenToAccount(exchange, owner.accountId, send);
	const stopChecks = everyPeriod(EXPIRY_CHECK_MS, () => listenKeys.expire(exchange.now()));
	const stop = (): void => {
		stopChecks();
		deafen();
		forgetEnd();
		forgetKey();
	};
	const forgetEnd = listenKeys.onEnd(listenKey, () => {
		send({ e: LISTEN_KEY_EXPIRED, E: exchange.now(), listenKey });
		stop();
	});
	const forgetKey = exchange.onKeyEnd(owner.apiKey, cut);
	return stop;
}

type Command = { readonly method: string; readonly params: readonly unknown[]; readonly id: unknown };

function readCommand(text: string): Command | undefined {
	if (text.length > MESSAGE_CHARS_MAX) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (typeof value !== 'object' || value === null) return undefined;
	const { method, params, id } = value as Record<string, unknown>;
	if (typeof method !== 'string') return undefined;
	return { method, params: Array.isArray(params) ? params : [], id: id ?? null };
}

/** Runs one WebSocket: receives messages, sends responses and notifications, and disconnects slow or silent peers. */
import type { Socket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { StreamDrop, TransportMeter } from '../../ports/metrics.ts';
import { type Answer, type CallSession, type Dispatcher, errorBody } from '../methods/dispatch.ts';
import type { Hub, Peer, Subscribed } from '../streams/hub.ts';
import { findStreamCall } from '../streams/stream-calls.ts';
import type { WantedParts } from '../streams/wanted.ts';
import { ACCESS_TEXT, CONNECTION_LOG, REQUEST_TEXT, WEB_SOCKET_TEXT } from './text.ts';
import { frameHead } from './ws-frame.ts';
import type { ConnectionSession } from './ws-session.ts';

/** Time limits for one WebSocket, and its limit on unsent bytes. */
export type ConnectionLimits = {
	/** Time limit for the peer's first message, milliseconds. */
	readonly firstMessageMs: number;
	/**
	 * Silence after which the peer is pinged, milliseconds. If the peer then stays silent for as long again, the
	 * connection is dead.
	 */
	readonly heartbeatMs: number;
	/** Maximum unsent bytes. If more bytes are unsent at the next write, the connection is closed. */
	readonly bufferBytesMax: number;
	/** Time limit within which a peer must read the unsent bytes, milliseconds. */
	readonly behindMsMax: number;
};

/** Maximum concurrent messages per connection; at the limit, the service stops reading from the connection. */
const CALLS_MAX = 64;
/** Time limit for the peer to respond to our close frame. */
const GOODBYE_MS = 2_000;

/** Close codes (RFC 6455, section 7.4.1; 1013 is in the RFC's registry). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
/** Maximum length of the reason in a close frame, bytes. */
const REASON_BYTES_MAX = 123;

/** The server side of one WebSocket. */
export interface StreamConnection {
	/** Checks time limits, liveness and the token. The owner calls it about every second. */
	check(): void;
	/** Completes calls in progress, refuses new ones, and closes the connection. */
	leave(): void;
	/** Closes the connection to make way for another one. */
	evict(limit: number): void;
	/** Closes immediately without a close frame. */
	cut(): void;
}

type ConnectionParts = {
	readonly webSocket: WebSocket;
	readonly socket: Socket;
	readonly session: ConnectionSession;
	readonly dispatcher: Dispatcher;
	readonly hub: Hub;
	readonly wanted: WantedParts;
	readonly limits: ConnectionLimits;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly onClosed: () => void;
	readonly meter: TransportMeter;
};

/** An open connection. All times are monotonic. */
type State = ConnectionParts & {
	readonly peer: Peer;
	readonly openedAt: number;
	heardAt: number;
	pingedAt: number | undefined;
	spoke: boolean;
	/** Number of messages in progress. */
	calls: number;
	leaving: boolean;
	/** Time at which unsent bytes filled the socket's buffer; undefined once all of them have been sent. */
	behindSince: number | undefined;
	/** True while a token check runs. */
	checking: boolean;
	cancelGoodbye: (() => void) | undefined;
};

/** Serves an upgraded socket until it closes, and then calls `onClosed` once. */
export function openStreamConnection(parts: ConnectionParts): StreamConnection {
	const { webSocket, socket, hub, clock, meter } = parts;
	const openedAt = clock.monotonic();
	meter.opened('websocket');
	const state: State = {
		...parts,
		peer: hub.connect({
			isReady: () => isOpen(webSocket) && !socket.writableNeedDrain,
			send: (head, tail) => write(state, head, [tail]),
		}),
		openedAt,
		heardAt: openedAt,
		pingedAt: undefined,
		spoke: false,
		calls: 0,
		leaving: false,
		behindSince: undefined,
		checking: false,
		cancelGoodbye: undefined,
	};
	listen(state);
	return {
		check: () => check(state),
		evict: (limit) => closeSoon(state, 'crowded', TRY_AGAIN_LATER, WEB_SOCKET_TEXT.evicted(limit)),
		leave() {
			state.leaving = true;
			if (state.calls === 0) closeForStop(state);
		},
		cut: () => webSocket.terminate(),
	};
}

function listen(state: State): void {
	const { webSocket, socket, peer, logger, meter, onClosed } = state;
	const onHeard = () => heard(state);
	webSocket.on('message', (data, isBinary) => onMessage(state, data, isBinary));
	webSocket.on('ping', onHeard);
	webSocket.on('pong', onHeard);
	// For a faulty frame, `ws` sends a close frame itself: 1002, 1007 or 1009.
	webSocket.on('error', (error) => logger.debug({ error }, CONNECTION_LOG.faultyFrame));
	socket.on('drain', () => {
		state.behindSince = undefined;
		peer.drained();
	});
	webSocket.once('close', () => {
		state.cancelGoodbye?.();
		peer.close();
		meter.closed('websocket');
		onClosed();
	});
}

function isOpen({ readyState }: WebSocket): boolean {
	return readyState === WebSocket.OPEN;
}

function close({ webSocket, peer, meter }: State, why: StreamDrop, code: number, reason: string): void {
	if (!isOpen(webSocket)) return;
	meter.dropped(why);
	peer.close();
	webSocket.close(code, reason.slice(0, REASON_BYTES_MAX));
}

/** Closes the connection, and terminates its socket if the peer does not respond to the close frame in time. */
function closeSoon(state: State, why: StreamDrop, code: number, reason: string): void {
	close(state, why, code, reason);
	state.cancelGoodbye ??= state.clock.after(GOODBYE_MS, () => state.webSocket.terminate());
}

function closeForStop(state: State): void {
	closeSoon(state, 'stopped', GOING_AWAY, REQUEST_TEXT.stopping().text);
}

/** Writes one text frame directly to the socket, because `ws` would copy and validate the message for each reader. */
function write(state: State, head: string, rest: readonly Uint8Array[]): void {
	const { webSocket, socket, limits, clock } = state;
	if (!isOpen(webSocket)) return;
	const waiting = socket.writableLength;
	if (waiting > limits.bufferBytesMax) {
		const reason = WEB_SOCKET_TEXT.tooSlow(waiting, limits.bufferBytesMax);
		close(state, 'slow', TRY_AGAIN_LATER, reason);
		return;
	}
	const bytes = rest.reduce((sum, part) => sum + part.length, 0);
	socket.cork();
	socket.write(frameHead(head, bytes));
	for (const part of rest) socket.write(part);
	socket.uncork();
	if (state.behindSince === undefined && socket.writableNeedDrain) state.behindSince = clock.monotonic();
}

function writeAnswer(state: State, body: Answer['body']): void {
	if (body === undefined) return;
	write(state, '', typeof body === 'string' ? [Buffer.from(body)] : body);
}

function onMessage(state: State, data: RawData, isBinary: boolean): void {
	const { webSocket, logger } = state;
	state.spoke = true;
	heard(state);
	state.calls += 1;
	if (state.calls === CALLS_MAX) webSocket.pause();
	answer(state, data, isBinary)
		.catch((error: unknown) => logger.error({ error }, CONNECTION_LOG.unanswered))
		.finally(() => {
			if (state.calls === CALLS_MAX) webSocket.resume();
			state.calls -= 1;
			if (state.leaving && state.calls === 0) closeForStop(state);
		});
}

async function answer(state: State, data: RawData, isBinary: boolean): Promise<void> {
	const { session, dispatcher, peer, wanted } = state;
	const own = session.forMessage();
	if (isBinary) return writeAnswer(state, refusedBinary(own));
	const subscribed: Subscribed[] = [];
	let answered = false;
	const found = await dispatcher.dispatch(data.toString(), {
		...own,
		findFurther: (name) =>
			findStreamCall(name, {
				peer,
				wanted,
				session: own,
				authenticate: (token, proof) => authenticate(state, token, proof),
				onSubscribed(one) {
					// The call already timed out, so the client does not know about this subscription.
					if (answered) peer.unsubscribe(one.subscription);
					else subscribed.push(one);
				},
			}),
	});
	answered = true;
	writeAnswer(state, found.body);
	for (const { start } of subscribed) start();
}

async function authenticate(
	{ session, peer }: State,
	token: string,
	proof: string | undefined,
): Promise<Caller> {
	const caller = await session.authenticate(token, proof);
	peer.endPrivate(new CarrywireError('UNAUTHORIZED', ACCESS_TEXT.otherUser()), caller.userId);
	endForbidden(peer, caller);
	return caller;
}

function endForbidden(peer: Peer, { scopes }: Caller): void {
	if (scopes.has('arb:read')) return;
	const scope = 'arb:read';

	peer.endPrivate(new CarrywireError('FORBIDDEN', ACCESS_TEXT.scopeLost({ scope }), { facts: { scope } }));
}

function heard(state: State): void {
	state.heardAt = state.clock.monotonic();
	state.pingedAt = undefined;
}

/** Ends private subscriptions once the token is no longer valid, or lacks the scope that a subscription requires. */
async function checkToken(state: State): Promise<void> {
	const { session, peer, logger } = state;
	if (state.checking || !peer.hasPrivate) return;
	state.checking = true;
	try {
		const caller = await session.caller();
		if (caller !== undefined) endForbidden(peer, caller);
	} catch (error) {
		if (error instanceof CarrywireError && error.code === 'UNAUTHORIZED') peer.endPrivate(error);
		else logger.warn({ error }, CONNECTION_LOG.tokenCheck);
	} finally {
		state.checking = false;
	}
}

function check(state: State): void {
	const { webSocket, socket, limits, clock, spoke, openedAt, behindSince } = state;
	if (!isOpen(webSocket)) return;
	void checkToken(state);
	const now = clock.monotonic();
	if (!spoke && now - openedAt >= limits.firstMessageMs)
		close(state, 'silent', POLICY_VIOLATION, WEB_SOCKET_TEXT.silent(limits.firstMessageMs));
	else if (behindSince === undefined) checkLiveness(state, now);
	else if (now - behindSince >= limits.behindMsMax)
		close(state, 'slow', TRY_AGAIN_LATER, WEB_SOCKET_TEXT.tooLate(socket.writableLength, limits.behindMsMax));
}

/**
 * Pings a silent peer and disconnects a dead one. A slow peer is exempt, because it would not see a ping in time and
 * has a time limit of its own.
 */
function checkLiveness(state: State, now: number): void {
	const { webSocket, limits, meter, pingedAt, heardAt } = state;
	if (pingedAt !== undefined && now - pingedAt >= limits.heartbeatMs) {
		meter.dropped('dead');
		webSocket.terminate();
	} else if (pingedAt === undefined && now - heardAt >= limits.heartbeatMs) {
		state.pingedAt = now;
		webSocket.ping();
	}
}

/** Refuses a binary message, and charges it like any unreadable message. */
function refusedBinary({ charge }: Pick<CallSession, 'charge'>): string {
	try {
		charge('public', undefined);
		throw new CarrywireError('INVALID_REQUEST', WEB_SOCKET_TEXT.binary);
	} catch (error) {
		if (error instanceof CarrywireError) return errorBody(error);
		throw error;
	}
}

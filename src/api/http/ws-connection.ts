/** One WebSocket: messages in, answers and news out, and what becomes of a peer that does not take them. */
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
import { frameHead } from './ws-frame.ts';
import type { ConnectionSession } from './ws-session.ts';

/** Time limits of one WebSocket, and bytes that may wait for its peer. */
export type ConnectionLimits = {
	/** For the first message to come, milliseconds. */
	readonly firstMessageMs: number;
	/** A peer that was quiet for so long is pinged; one that is quiet for as long again is dead. */
	readonly heartbeatMs: number;
	/** Bytes that may wait for a peer when something more is to be sent. */
	readonly bufferBytesMax: number;
	/** For a peer to take what waits for it, milliseconds. */
	readonly behindMsMax: number;
};

/** Calls of one connection under way; while there are as many, nothing more is read from it. */
const CALLS_MAX = 64;
/** For a peer to answer our close, when the service stops. */
const GOODBYE_MS = 2_000;

/** Close codes (RFC 6455, section 7.4.1; 1013 of its registry). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;
/** A close frame has room for so much of a reason, in bytes. */
const REASON_BYTES_MAX = 123;

/** The server's side of one WebSocket. */
export interface StreamConnection {
	/** To be called every second or so: time limits, signs of life, tokens that have ended. */
	check(): void;
	/** Answers what is under way, takes nothing more, and closes. */
	leave(): void;
	/** Closes, to make room for another. */
	yieldPlace(limit: number): void;
	/** Closes at once, without a word. */
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

/** An open connection, with times of the monotonic clock. */
type State = ConnectionParts & {
	readonly peer: Peer;
	readonly openedAt: number;
	heardAt: number;
	pingedAt: number | undefined;
	spoke: boolean;
	/** Messages whose answers are being made. */
	calls: number;
	leaving: boolean;
	/** Since when something waits for the peer; undefined while nothing does. */
	behindSince: number | undefined;
	/** The token is being looked up. */
	checking: boolean;
	cancelGoodbye: (() => void) | undefined;
};

/** Takes over an upgraded socket until it closes; then `onClosed` runs once. */
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
		yieldPlace: (limit) =>
			closeSoon(
				state,
				'crowded',
				TRY_AGAIN_LATER,
				`There may be ${limit} WebSockets without a token; a newer one took the place.`,
			),
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
	// What is wrong with a frame `ws` answers by a close frame itself: 1002, 1007, 1009.
	webSocket.on('error', (error) =>
		logger.debug({ error }, 'A WebSocket was closed for what its peer has sent.'),
	);
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

/** A peer that does not answer the close is not waited for long. */
function closeSoon(state: State, why: StreamDrop, code: number, reason: string): void {
	close(state, why, code, reason);
	state.cancelGoodbye ??= state.clock.after(GOODBYE_MS, () => state.webSocket.terminate());
}

function closeForStop(state: State): void {
	closeSoon(state, 'stopped', GOING_AWAY, 'The service is stopping.');
}

/** One text frame, written past `ws`: its own way copies and looks at every message anew for each reader. */
function write(state: State, head: string, rest: readonly Uint8Array[]): void {
	const { webSocket, socket, limits, clock } = state;
	if (!isOpen(webSocket)) return;
	const waiting = socket.writableLength;
	if (waiting > limits.bufferBytesMax) {
		const reason = `Too slow: ${waiting} bytes wait to be taken, the limit is ${limits.bufferBytesMax}.`;
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
		.catch((error: unknown) => logger.error({ error }, 'A message of a WebSocket could not be answered.'))
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
					// The call was answered by its time limit: nobody knows of the subscription.
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
	peer.endPrivate(
		new CarrywireError('UNAUTHORIZED', 'The connection was handed to another user by authenticate.'),
		caller.userId,
	);
	endWhatIsNotAllowed(peer, caller);
	return caller;
}

function endWhatIsNotAllowed(peer: Peer, { scopes }: Caller): void {
	if (scopes.has('arb:read')) return;
	const scope = 'arb:read';
	const message = `This subscription needs a token of scope ${scope}; this one has it no more.`;
	peer.endPrivate(new CarrywireError('FORBIDDEN', message, { facts: { scope } }));
}

function heard(state: State): void {
	state.heardAt = state.clock.monotonic();
	state.pingedAt = undefined;
}

/** Once a token has ended, what hangs on it ends too. */
async function checkToken(state: State): Promise<void> {
	const { session, peer, logger } = state;
	if (state.checking || !peer.hasPrivate) return;
	state.checking = true;
	try {
		const caller = await session.caller();
		if (caller !== undefined) endWhatIsNotAllowed(peer, caller);
	} catch (error) {
		if (error instanceof CarrywireError && error.code === 'UNAUTHORIZED') peer.endPrivate(error);
		else logger.warn({ error }, 'The token of a WebSocket could not be looked up; it is tried again.');
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
		close(
			state,
			'silent',
			POLICY_VIOLATION,
			`No message came within ${limits.firstMessageMs} ms, which is the limit.`,
		);
	else if (behindSince === undefined) findLifetime(state, now);
	else if (now - behindSince >= limits.behindMsMax)
		close(
			state,
			'slow',
			TRY_AGAIN_LATER,
			`Too slow: ${socket.writableLength} bytes were not taken within ${limits.behindMsMax} ms, which is the limit.`,
		);
}

/** Not of a peer that is behind: it could not see a ping either, and has a limit of its own. */
function findLifetime(state: State, now: number): void {
	const { webSocket, limits, meter, pingedAt, heardAt } = state;
	if (pingedAt !== undefined && now - pingedAt >= limits.heartbeatMs) {
		meter.dropped('dead');
		webSocket.terminate();
	} else if (pingedAt === undefined && now - heardAt >= limits.heartbeatMs) {
		state.pingedAt = now;
		webSocket.ping();
	}
}

/** Costs what any message costs that cannot be read. */
function refusedBinary({ charge }: Pick<CallSession, 'charge'>): string {
	try {
		charge('public', undefined);
		throw new CarrywireError('INVALID_REQUEST', 'A message must be text; was binary.');
	} catch (error) {
		if (error instanceof CarrywireError) return errorBody(error);
		throw error;
	}
}

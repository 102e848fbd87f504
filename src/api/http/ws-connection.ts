/** One WebSocket: messages in, answers and news out, and what becomes of a peer that does not take them. */
import type { Socket } from 'node:net';
import { type RawData, WebSocket } from 'ws';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { StreamDrop, TransportMeter } from '../../ports/metrics.ts';
import { type Answer, type CallSession, type Dispatcher, errorBody } from '../methods/dispatch.ts';
import type { Hub, Subscribed } from '../streams/hub.ts';
import { findStreamCall } from '../streams/stream-calls.ts';
import type { WantedParts } from '../streams/wanted.ts';
import { frameHead } from './ws-frame.ts';
import type { ConnectionSession } from './ws-session.ts';

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

export interface StreamConnection {
	/** To be called every second or so: time limits, signs of life, tokens that have ended. */
	look(): void;
	/** Answers what is under way, takes nothing more, and closes. */
	leave(): void;
	/** Closes, to make room for another. */
	yieldPlace(limit: number): void;
	/** Closes at once, without a word. */
	cut(): void;
}

export function openStreamConnection(parts: {
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
}): StreamConnection {
	const { webSocket, socket, session, dispatcher, limits, clock, logger, meter } = parts;
	const openedAt = clock.monotonic();
	meter.opened('websocket');
	let heardAt = openedAt;
	let pingedAt: number | undefined;
	let spoke = false;
	let calls = 0;
	let leaving = false;
	/** Since when something waits for the peer; undefined while nothing does. */
	let behindSince: number | undefined;
	let checking = false;
	let cancelGoodbye: (() => void) | undefined;

	const isOpen = () => webSocket.readyState === WebSocket.OPEN;

	function close(why: StreamDrop, code: number, reason: string): void {
		if (!isOpen()) return;
		meter.dropped(why);
		peer.close();
		webSocket.close(code, reason.slice(0, REASON_BYTES_MAX));
	}

	/** A peer that does not answer the close is not waited for long. */
	function closeSoon(why: StreamDrop, code: number, reason: string): void {
		close(why, code, reason);
		cancelGoodbye ??= clock.after(GOODBYE_MS, () => webSocket.terminate());
	}

	/** One text frame, written past `ws`: its own way copies and looks at every message anew for each reader. */
	function write(head: string, rest: readonly Uint8Array[]): void {
		if (!isOpen()) return;
		const waiting = socket.writableLength;
		if (waiting > limits.bufferBytesMax) {
			close(
				'slow',
				TRY_AGAIN_LATER,
				`Too slow: ${waiting} bytes wait to be taken, the limit is ${limits.bufferBytesMax}.`,
			);
			return;
		}
		socket.cork();
		socket.write(
			frameHead(
				head,
				rest.reduce((sum, part) => sum + part.length, 0),
			),
		);
		for (const part of rest) socket.write(part);
		socket.uncork();
		if (behindSince === undefined && socket.writableNeedDrain) behindSince = clock.monotonic();
	}

	const peer = parts.hub.connect({
		isReady: () => isOpen() && !socket.writableNeedDrain,
		send: (head, tail) => write(head, [tail]),
	});

	function writeAnswer(body: Answer['body']): void {
		if (body === undefined) return;
		write('', typeof body === 'string' ? [Buffer.from(body)] : body);
	}

	async function authenticate(token: string, proof: string | undefined): Promise<Caller> {
		const caller = await session.authenticate(token, proof);
		peer.endPrivate(
			new CarrywireError('UNAUTHORIZED', 'The connection was handed to another user by authenticate.'),
			caller.userId,
		);
		endWhatIsNotAllowed(caller);
		return caller;
	}

	function endWhatIsNotAllowed({ scopes }: Caller): void {
		if (scopes.has('arb:read')) return;
		const scope = 'arb:read';
		peer.endPrivate(
			new CarrywireError(
				'FORBIDDEN',
				`This subscription needs a token of scope ${scope}; this one has it no more.`,
				{
					facts: { scope },
				},
			),
		);
	}

	async function answer(data: RawData, isBinary: boolean): Promise<void> {
		const own = session.forMessage();
		if (isBinary) return writeAnswer(refusedBinary(own));
		const subscribed: Subscribed[] = [];
		let answered = false;
		const found = await dispatcher.dispatch(data.toString(), {
			...own,
			findFurther: (name) =>
				findStreamCall(name, {
					peer,
					wanted: parts.wanted,
					session: own,
					authenticate,
					onSubscribed(one) {
						// The call was answered by its time limit: nobody knows of the subscription.
						if (answered) peer.unsubscribe(one.subscription);
						else subscribed.push(one);
					},
				}),
		});
		answered = true;
		writeAnswer(found.body);
		for (const { start } of subscribed) start();
	}

	function onMessage(data: RawData, isBinary: boolean): void {
		spoke = true;
		heard();
		calls += 1;
		if (calls === CALLS_MAX) webSocket.pause();
		answer(data, isBinary)
			.catch((error: unknown) => logger.error({ error }, 'A message of a WebSocket could not be answered.'))
			.finally(() => {
				if (calls === CALLS_MAX) webSocket.resume();
				calls -= 1;
				if (leaving && calls === 0) closeForStop();
			});
	}

	function heard(): void {
		heardAt = clock.monotonic();
		pingedAt = undefined;
	}

	webSocket.on('message', onMessage);
	webSocket.on('ping', heard);
	webSocket.on('pong', heard);
	// What is wrong with a frame `ws` answers by a close frame itself: 1002, 1007, 1009.
	webSocket.on('error', (error) =>
		logger.debug({ error }, 'A WebSocket was closed for what its peer has sent.'),
	);
	socket.on('drain', () => {
		behindSince = undefined;
		peer.drained();
	});
	webSocket.once('close', () => {
		cancelGoodbye?.();
		peer.close();
		meter.closed('websocket');
		parts.onClosed();
	});

	/** Once a token has ended, what hangs on it ends too. */
	async function checkToken(): Promise<void> {
		if (checking || !peer.hasPrivate) return;
		checking = true;
		try {
			const caller = await session.caller();
			if (caller !== undefined) endWhatIsNotAllowed(caller);
		} catch (error) {
			if (error instanceof CarrywireError && error.code === 'UNAUTHORIZED') peer.endPrivate(error);
			else logger.warn({ error }, 'The token of a WebSocket could not be looked up; it is tried again.');
		} finally {
			checking = false;
		}
	}

	function look(): void {
		if (!isOpen()) return;
		void checkToken();
		const now = clock.monotonic();
		if (!spoke && now - openedAt >= limits.firstMessageMs)
			close(
				'silent',
				POLICY_VIOLATION,
				`No message came within ${limits.firstMessageMs} ms, which is the limit.`,
			);
		else if (behindSince === undefined) lookForLife(now);
		else if (now - behindSince >= limits.behindMsMax)
			close(
				'slow',
				TRY_AGAIN_LATER,
				`Too slow: ${socket.writableLength} bytes were not taken within ${limits.behindMsMax} ms, which is the limit.`,
			);
	}

	/** Not of a peer that is behind: it could not see a ping either, and has a limit of its own. */
	function lookForLife(now: number): void {
		if (pingedAt !== undefined && now - pingedAt >= limits.heartbeatMs) {
			meter.dropped('dead');
			webSocket.terminate();
		} else if (pingedAt === undefined && now - heardAt >= limits.heartbeatMs) {
			pingedAt = now;
			webSocket.ping();
		}
	}

	function closeForStop(): void {
		closeSoon('stopped', GOING_AWAY, 'The service is stopping.');
	}

	return {
		look,
		yieldPlace: (limit) =>
			closeSoon(
				'crowded',
				TRY_AGAIN_LATER,
				`There may be ${limit} WebSockets without a token; a newer one took the place.`,
			),
		leave() {
			leaving = true;
			if (calls === 0) closeForStop();
		},
		cut: () => webSocket.terminate(),
	};
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

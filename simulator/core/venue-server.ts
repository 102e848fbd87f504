/**
 * Serves the exchange's port: HTTP and WebSocket on 127.0.0.1. It applies the fault plan, and passes the requests
 * themselves unchanged to the front end.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { Fault, FaultPlan } from './fault-plan.ts';
import { readBody, refuseMalformed, writeAnswer } from './http-body.ts';
import { listenOn, listenOnLastingPort } from './lasting-port.ts';
import { createLateFrames, type LateFrames } from './late-frames.ts';
import type { OrderFault } from './order-entry.ts';
import type { ReadLag } from './read-lag.ts';
import { createStreamFaults, type StreamFaults } from './stream-faults.ts';
import { atTurnEnd } from './stream-timer.ts';
import type { FrontEnd, FrontEndRequest, FrontEndResponse, FrontEndSocket } from './types.ts';

/** Maximum size of a client's message, bytes. */
const MESSAGE_BYTES_MAX = 1_048_576;

/** Amount of unread data at which a client is disconnected, bytes. */
const UNSENT_BYTES_MAX = 16 * 1_048_576;

const CONNECTIONS_MAX = 2_000;
const KEEP_ALIVE_MS = 65_000;

export type StreamScope = 'all' | 'private' | 'public';

export type VenueServer = {
	/**
	 * Starts listening and returns the port. Port 0 chooses a port that should still be free after `down`; later
	 * calls use the same port.
	 */
	up(): Promise<number>;
	/** Stops listening and closes every connection. */
	down(): Promise<void>;
	isUp(): boolean;
	readonly streamFaults: StreamFaults;
	/** Switches the exchange's request limits on or off. Returns false if it has no such switch. */
	limit(isOn: boolean): boolean;
	/** Closes the streams in a scope and returns their number. */
	disconnect(scope: StreamScope): number;
	/**
	 * Keeps the streams in a scope open but dead: they send nothing and ignore everything received. Returns their
	 * number.
	 */
	deaden(scope: StreamScope): number;
	/** Like `down`, and also drops all delayed requests. */
	close(): Promise<void>;
};

type Connection = { readonly isPrivate: () => boolean; isDead: boolean };

export type VenueServerOptions = {
	readonly frontEnd: FrontEnd;
	readonly faults: FaultPlan;
	/** Runs a request while a fault applies to its order. */
	readonly withOrderFault: <T>(fault: OrderFault, act: () => T) => T;
	/** Runs a request that sees only the records visible under the lag. */
	readonly withLag: <T>(lag: ReadLag, act: () => T) => T;
	readonly port: number;
	/** Runs a request under the host name that it was sent to. The host name may decide which keys are known. */
	readonly atHost?: <T>(host: string, act: () => T) => T;
	readonly onError: (error: unknown) => void;
};

export function createVenueServer(options: VenueServerOptions): VenueServer {
	const { frontEnd, onError, atHost = hereAlways } = options;
	const http = createServer({ keepAlive: true, keepAliveTimeout: KEEP_ALIVE_MS });
	http.maxConnections = CONNECTIONS_MAX;
	const sockets = new WebSocketServer({
		noServer: true,
		maxPayload: MESSAGE_BYTES_MAX,
		perMessageDeflate: false,
		// Pings are answered below, because a dead connection must not answer any.
		autoPong: false,
	});
	const open = new Map<WebSocket, Connection>();
	const closing = new AbortController();
	const streamFaults = createStreamFaults((frame) => frontEnd.bookDeltaSymbol(frame));
	let port = options.port;

	http.on('request', (request, response) => {
		serve(options, request, response, closing.signal).catch((error: unknown) => {
			request.socket.destroy();
			if (!closing.signal.aborted && !isBrokenConnection(error)) onError(error);
		});
	});
	http.on('clientError', refuseMalformed);
	http.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
		stream.on('error', () => stream.destroy());
		sockets.handleUpgrade(request, stream, head, (socket) => {
			const { path, query } = splitTarget(request.url);
			const connection: Connection = {
				isPrivate: () => frontEnd.isPrivateStream(path, query) || (frontEnd.isPrivateByNow?.(shown) ?? false),
				isDead: false,
			};
			const lateFrames = createLateFrames(() => (connection.isPrivate() ? options.faults.lag() : undefined));
			const host = hostOf(request);
			const guard = (act: () => void): void => guarded(socket, onError, () => atHost(host, act));
			const gather = oncePerTurn(stream);
			const carrier = { streamFaults, lateFrames, gather };
			const shown = shownSocket(socket, { path, query }, connection, carrier, guard);
			open.set(socket, connection);
			socket.on('close', lateFrames.drop);
			socket.on('ping', (data) => {
				if (!connection.isDead) socket.pong(data);
			});
			socket.on('close', () => open.delete(socket));
			socket.on('error', () => socket.terminate());
			guard(() => frontEnd.connect(shown));
		});
	});
	const inScope = (scope: StreamScope): readonly (readonly [WebSocket, Connection])[] =>
		[...open].filter(([, { isPrivate }]) => scope === 'all' || (scope === 'private') === isPrivate());
	const down = async (): Promise<void> => {
		if (!http.listening) return;
		const closed = new Promise<void>((resolve) => http.close(() => resolve()));
		for (const socket of open.keys()) socket.terminate();
		http.closeAllConnections();
		await closed;
	};
	return {
		async up() {
			if (http.listening) return port;
			port = await (port === 0 ? listenOnLastingPort(http) : listenOn(http, port));
			return port;
		},
		down,
		isUp: () => http.listening,
		streamFaults,
		limit(isOn) {
			frontEnd.limit?.(isOn);
			return frontEnd.limit !== undefined;
		},
		disconnect(scope) {
			const cut = inScope(scope);
			for (const [socket] of cut) socket.terminate();
			return cut.length;
		},
		deaden(scope) {
			const dead = inScope(scope);
			for (const [, connection] of dead) connection.isDead = true;
			return dead.length;
		},
		close: () => {
			closing.abort();
			return down();
		},
	};
}

/** Returns path and query of a request target. Neither is decoded, because signatures cover the text as sent. */
function splitTarget(target = '/'): { readonly path: string; readonly query: string } {
	const mark = target.indexOf('?');
	return mark === -1
		? { path: target, query: '' }
		: { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

async function serve(
	options: VenueServerOptions,
	incoming: IncomingMessage,
	response: ServerResponse,
	closing: AbortSignal,
): Promise<void> {
	const body = await readBody(incoming);
	if (body === undefined) {
		writeAnswer(response, 413, 'Request Entity Too Large', { connection: 'close' });
		return;
	}
	const request: FrontEndRequest = {
		method: incoming.method ?? 'GET',
		...splitTarget(incoming.url),
		headers: plainHeaders(incoming),
		body,
	};
	const { atHost = hereAlways } = options;
	const { operation, symbol } = options.frontEnd.operation(request);
	const fault = options.faults.take(operation, symbol);
	const answer = (given: FrontEndResponse): void =>
		writeAnswer(response, given.status, given.body, given.headers ?? {});
	const lag = options.faults.takeLag(operation);
	const host = hostOf(incoming);
	const handleHere = (): FrontEndResponse => atHost(host, () => options.frontEnd.handle(request));
	const handle = lag === undefined ? handleHere : () => options.withLag(lag, handleHere);
	if (fault === undefined) answer(handle());
	else
		await suffer(
			{ ...options, frontEnd: { ...options.frontEnd, handle } },
			fault,
			request,
			answer,
			() => incoming.socket.destroy(),
			closing,
		);
}

async function suffer(
	{ frontEnd, withOrderFault }: VenueServerOptions,
	{ action }: Fault,
	request: FrontEndRequest,
	answer: (given: FrontEndResponse) => void,
	cut: () => void,
	closing: AbortSignal,
): Promise<void> {
	switch (action.kind) {
		case 'dropRequest':
			return cut();
		case 'dropAnswer':
			frontEnd.handle(request);
			return cut();
		case 'delay': {
			if (action.at === 'before') await wait(action.ms, closing);
			const given = frontEnd.handle(request);
			if (action.at === 'after') await wait(action.ms, closing);
			return answer(given);
		}
		case 'status':
			if (action.at === 'after') frontEnd.handle(request);
			return answer({
				status: action.status,
				headers: { 'content-type': 'text/html' },
				body: `<html><body><h1>${action.status}</h1></body></html>`,
			});
		case 'reject':
			return answer(withOrderFault({ kind: 'reject' }, () => frontEnd.handle(request)));
		case 'partialFill': {
			const share = parseDecimal(action.share);
			return answer(withOrderFault({ kind: 'partialFill', share }, () => frontEnd.handle(request)));
		}
		case 'rateLimit':
			return answer(frontEnd.rateLimitResponse(request));
		case 'ban':
			return answer(frontEnd.banResponse?.(action.ms) ?? frontEnd.rateLimitResponse(request));
		case 'lag':
			throw new Error('Invariant broken: a lag is not a fault of one request.');
	}
}

function wait(ms: number, closing: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		if (closing.aborted) return reject(closing.reason);
		const stop = (): void => {
			clearTimeout(timer);
			reject(closing.reason);
		};
		const timer = setTimeout(() => {
			closing.removeEventListener('abort', stop);
			resolve();
		}, ms);
		closing.addEventListener('abort', stop, { once: true });
	});
}

/** Runs the action for an exchange that has only one site. */
function hereAlways<T>(_host: string, act: () => T): T {
	return act();
}

/** Returns the host name without the port. */
function hostOf({ headers }: IncomingMessage): string {
	return (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
}

function plainHeaders(incoming: IncomingMessage): Record<string, string | undefined> {
	const headers: Record<string, string | undefined> = {};
	for (const [name, value] of Object.entries(incoming.headers)) {
		headers[name] = Array.isArray(value) ? value.join(', ') : value;
	}
	return headers;
}

/** True if the client disconnected while sending. */
function isBrokenConnection(error: unknown): boolean {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Runs the front end's work on a connection; a failure closes the connection. */
function guarded(socket: WebSocket, onError: (error: unknown) => void, act: () => void): void {
	try {
		act();
	} catch (error) {
		onError(error);
		socket.close(1011);
	}
}

/** The steps that outgoing frames pass through. */
type Carrier = {
	readonly streamFaults: StreamFaults;
	readonly lateFrames: LateFrames;
	/** Makes frames written after this call wait until the end of the event-loop turn. */
	readonly gather: () => void;
};

/**
 * Returns a function that holds back the stream's frames until the end of the event-loop turn. One market move
 * produces a frame for each book, so sending them together saves many small writes.
 */
function oncePerTurn(stream: Duplex): () => void {
	let isGathering = false;
	return () => {
		if (isGathering) return;
		isGathering = true;
		stream.cork();
		atTurnEnd(() => {
			isGathering = false;
			stream.uncork();
		});
	};
}

/** Returns the connection as the front end sees it. */
function shownSocket(
	socket: WebSocket,
	target: { readonly path: string; readonly query: string },
	connection: Connection,
	{ streamFaults, lateFrames, gather }: Carrier,
	guard: (act: () => void) => void,
): FrontEndSocket {
	return {
		...target,
		send(text) {
			if (connection.isDead || socket.readyState !== socket.OPEN) return;
			if (socket.bufferedAmount > UNSENT_BYTES_MAX) return socket.terminate();
			// Account events are not gathered, so that they stay ahead of the response to the request that caused
			// them.
			if (!connection.isPrivate()) gather();
			for (let times = streamFaults.times(text); times > 0; times -= 1)
				lateFrames.send(() => socket.send(text));
		},
		close: (code) => socket.close(code),
		onMessage: (listener) => {
			socket.on('message', (data) => {
				if (!connection.isDead) guard(() => listener(data.toString()));
			});
		},
		onClose: (listener) => {
			socket.on('close', () => guard(listener));
		},
	};
}

/** Serves GET /jsonrpc/ with Upgrade: websocket. Admits, limits and ends WebSockets. */
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Caller } from '../../identity/tokens.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { TransportMeter } from '../../ports/metrics.ts';
import type { Dispatcher } from '../methods/dispatch.ts';
import { toCarrywireError } from '../rpc/error-map.ts';
import type { Hub } from '../streams/hub.ts';
import type { WantedParts } from '../streams/wanted.ts';
import { failure, type HttpFailure, JSON_TYPE, RPC_PATH } from './failures.ts';
import { addressKey } from './rate-limit.ts';
import { refusedGet } from './refusals.ts';
import { type CallParts, proofOf } from './rpc-route.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { type HttpSession, holderOf } from './session.ts';
import { REQUEST_TEXT, WEB_SOCKET_TEXT } from './text.ts';
import { type ConnectionLimits, openStreamConnection, type StreamConnection } from './ws-connection.ts';
import { createConnectionSession } from './ws-session.ts';

/** Limits per WebSocket and for all WebSockets together. */
export type WebSocketLimits = ConnectionLimits & {
	/** Maximum open WebSockets in total. */
	readonly connectionsMax: number;
	/** Maximum open WebSockets per address without a valid token. */
	readonly strangersPerAddressMax: number;
	/** Origins of web pages that may open a WebSocket, in addition to our own; `*`: all. */
	readonly allowedOrigins: readonly string[];
	/** Maximum message size, bytes. */
	readonly messageBytesMax: number;
};

const CHECK_MS_MAX = 1_000;

/** True if Node must pass the request on as a WebSocket upgrade. */
export function isWebSocketUpgrade({ method, url, headers }: IncomingMessage): boolean {
	return (
		method === 'GET' && url?.split('?')[0] === RPC_PATH && headers.upgrade?.toLowerCase() === 'websocket'
	);
}

/** Ends all open WebSockets; both calls are idempotent. */
export interface WebSockets {
	/** Completes calls in progress, then closes all WebSockets. */
	stop(): void;
	/** Closes all open WebSockets immediately. */
	cut(): void;
}

/** Dependencies that all connections share. */
export type WebSocketParts = CallParts & {
	readonly dispatcher: Dispatcher;
	readonly hub: Hub;
	readonly wanted: WantedParts;
	readonly limits: WebSocketLimits;
	readonly clock: Clock;
	readonly random: Random;
	readonly logger: Logger;
	readonly meter: TransportMeter;
	/** Public address to which clients send the upgrade request, with http or https. */
	readonly endpoint: () => string;
	readonly addressOf: (request: IncomingMessage) => string;
	/** Returns what is wrong with a Host header; undefined if nothing is. */
	readonly hostFault: (host: string | undefined) => string | undefined;
	/** Called when a connection becomes a WebSocket and no longer waits for requests. */
	readonly onUpgrade: (socket: Socket) => void;
};

type State = {
	readonly parts: WebSocketParts;
	readonly sockets: WebSocketServer;
	readonly open: Set<StreamConnection>;
	/** Connections without a valid token and their address keys, oldest first. */
	readonly strangers: Map<StreamConnection, string>;
};

/** Handles the server's WebSocket upgrades until it stops. */
export function addWebSockets(server: Server, parts: WebSocketParts): WebSockets {
	const { limits, clock } = parts;
	const sockets = new WebSocketServer({
		noServer: true,
		clientTracking: false,
		// Compression would prevent sharing messages, because each reader needs its own compressed stream.
		perMessageDeflate: false,
		maxPayload: limits.messageBytesMax,
		handleProtocols: () => false,
	});
	sockets.on('wsClientError', (error, socket) => refuse(socket as Socket, badHandshake(error.message)));
	const open = new Set<StreamConnection>();
	const state: State = { parts, sockets, open, strangers: new Map() };
	server.on('upgrade', (request, socket, head) => {
		if (socket instanceof Socket) void take(state, request, socket, head);
		else socket.destroy();
	});
	const stopChecks = clock.every(Math.min(CHECK_MS_MAX, limits.heartbeatMs), () => {
		for (const connection of open) connection.check();
	});
	return {
		stop() {
			stopChecks();
			for (const connection of open) connection.leave();
		},
		cut() {
			for (const connection of open) connection.cut();
		},
	};
}

async function take(state: State, request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
	const { parts, sockets } = state;
	parts.onUpgrade(socket);
	const onError = () => socket.destroy();
	socket.on('error', onError);
	const address = parts.addressOf(request);
	const session = parts.openSession({
		authorization: request.headers.authorization,
		proof: proofOf(request),
		address,
		target: { method: 'GET', url: parts.endpoint() },
	});
	let caller: Caller | undefined;
	try {
		const found = fault(state, request);
		if (found !== undefined) return refuse(socket, found);
		caller = await session.caller();
		session.charge('public', caller);
	} catch (error) {
		return refuse(socket, refusalOf(parts, error, session));
	}
	if (caller !== undefined) parts.keep(socket, holderOf(caller));
	if (socket.destroyed) return;
	socket.off('error', onError);
	const { authorization } = request.headers;
	sockets.handleUpgrade(request, socket, head, (webSocket) =>
		enter(state, { webSocket, socket, address, authorization, caller }),
	);
}

function enter(
	state: State,
	upgraded: {
		readonly webSocket: WebSocket;
		readonly socket: Socket;
		readonly address: string;
		readonly authorization: string | undefined;
		/** The token's holder; undefined without a valid token. */
		readonly caller: Caller | undefined;
	},
): void {
	const { parts, open, strangers } = state;
	const { webSocket, socket, address, authorization, caller } = upgraded;
	const { openSession, refusal, endpoint } = parts;
	const connection = openStreamConnection({
		...parts,
		webSocket,
		socket,
		session: createConnectionSession({
			openSession,
			address,
			authorization,
			refusal,
			endpoint,
			onHolder(holder) {
				strangers.delete(connection);
				parts.keep(socket, holder);
			},
		}),
		onClosed: () => forget(state, connection),
	});
	open.add(connection);
	if (caller === undefined) addStranger(state, connection, addressKey(address));
	// The stop may have begun while the token was being verified.
	if (refusal() !== undefined) connection.leave();
}

function refuse(socket: Socket, { status, headers, body }: HttpFailure): void {
	const lines = Object.entries({
		...SECURITY_HEADERS,
		...headers,
		'content-type': JSON_TYPE,
		'content-length': Buffer.byteLength(body),
		connection: 'close',
	}).map(([name, value]) => `${name}: ${value}`);
	const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
	socket.end(`${head}\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/**
 * Returns why an upgrade is refused regardless of the caller; undefined if it is not refused. At the total limit, the
 * oldest connection without a token is ended to make room.
 */
function fault(state: State, request: IncomingMessage): HttpFailure | undefined {
	const { refusal, hostFault, limits } = state.parts;
	const refused = refusal();
	if (refused !== undefined)
		return failure(503, new CarrywireError('NOT_READY', refused), { 'retry-after': '1' });
	if (request.url !== RPC_PATH)
		return failure(400, new CarrywireError('INVALID_REQUEST', WEB_SOCKET_TEXT.query));
	const { host, origin } = request.headers;
	const nameFault = hostFault(host);
	if (nameFault !== undefined) return failure(403, new CarrywireError('ORIGIN_NOT_ALLOWED', nameFault));
	if (origin !== undefined && !isAllowed(state.parts, origin)) return foreignOrigin(origin);
	const limit = limits.connectionsMax;
	if (state.open.size < limit || endOldestStranger(state, undefined, limit)) return undefined;
	return failure(
		503,
		new CarrywireError('SUBSCRIPTION_LIMIT', REQUEST_TEXT.connections({ limit }), { facts: { limit } }),
		{ 'retry-after': '1' },
	);
}

/**
 * Ends the oldest connection without a token, from one address or (`key` undefined) from any. Returns false if there
 * is no such connection.
 */
function endOldestStranger(state: State, key: string | undefined, limit: number): boolean {
	for (const [connection, of] of state.strangers) {
		if (key !== undefined && of !== key) continue;
		forget(state, connection);
		connection.evict(limit);
		return true;
	}
	return false;
}

function forget({ open, strangers }: State, connection: StreamConnection): void {
	strangers.delete(connection);
	open.delete(connection);
}

function addStranger(state: State, connection: StreamConnection, key: string): void {
	const { strangersPerAddressMax: max } = state.parts.limits;
	const count = [...state.strangers.values()].filter((of) => of === key).length;
	if (count >= max) endOldestStranger(state, key, max);
	state.strangers.set(connection, key);
}

function isAllowed({ limits, endpoint }: WebSocketParts, origin: string): boolean {
	if (limits.allowedOrigins.includes('*') || limits.allowedOrigins.includes(origin)) return true;
	return ownOrigins(endpoint()).includes(origin);
}

function refusalOf(parts: WebSocketParts, error: unknown, session: HttpSession): HttpFailure {
	const { logger, random, resourceMetadataUrl } = parts;
	const known = toCarrywireError(error, { logger, random, method: 'upgrade' });
	if (known.code === 'INTERNAL_ERROR') return failure(500, known);
	return refusedGet(known, session, resourceMetadataUrl());
}

function badHandshake(reason: string): HttpFailure {
	return failure(400, new CarrywireError('INVALID_REQUEST', WEB_SOCKET_TEXT.handshake(reason)));
}

function foreignOrigin(origin: string): HttpFailure {
	return failure(
		403,
		new CarrywireError('FORBIDDEN', WEB_SOCKET_TEXT.origin(JSON.stringify(origin.slice(0, 80)))),
	);
}

/**
 * Returns the origins of our own pages. A loopback address has several names, and a browser sends the one that its
 * user typed.
 */
function ownOrigins(endpoint: string): readonly string[] {
	const { protocol, hostname, port, origin } = new URL(endpoint);
	const loopback = ['127.0.0.1', 'localhost', '[::1]'];
	if (!loopback.includes(hostname)) return [origin];
	return loopback.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`);
}

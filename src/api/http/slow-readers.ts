/**
 * Disconnects clients that do not read their responses: when a response is not read in time, or when unsent bytes
 * exceed the limit per address or in total. A socket's idle timeout is not enough, because a client that reads a few
 * bytes now and then would hold its connection and responses forever.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { addressKey } from './rate-limit.ts';
import { CONNECTION_LOG } from './text.ts';

/** Limits on unsent responses. */
export type ReaderLimits = {
	/**
	 * Time within which the client must read a whole response, counted from when the response was completely written,
	 * milliseconds.
	 */
	readonly takenWithinMs: number;
	/** Maximum unsent bytes per address that is not a trusted proxy. */
	readonly unsentPerAddressMax: number;
	/** Maximum unsent bytes in total. */
	readonly unsentMax: number;
};

const CHECK_MS = 1_000;
/**
 * If one response has more unsent bytes than this, the service enforces the limits at once instead of at the next
 * check.
 */
const COUNTED_AT_ONCE_BYTES = 65_536;
/** Minimum time between two log entries about disconnected clients. */
const LOG_PERIOD_MS = 60_000;

type Reader = {
	readonly socket: Socket;
	/** Key of the client's address; undefined for a trusted proxy. */
	readonly key: string | undefined;
	/** Responses in flight, each with the time when it was first found completely written; undefined before then. */
	readonly answers: Map<ServerResponse, number | undefined>;
	/** Time at which unsent bytes began to accumulate; undefined while no bytes are unsent. */
	behindSince: number | undefined;
};

type Watch = {
	readonly limits: ReaderLimits;
	readonly isProxy: (address: string | undefined) => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly readers: Map<Socket, Reader>;
	/** Monotonic time of the last log entry about a disconnected client. */
	loggedAt: number;
};

/**
 * Watches the server's connections; returns a function that stops watching. Call it before the server starts to
 * listen. Unsent bytes on WebSockets count too.
 */
export function cutSlowReaders(server: Server, parts: Omit<Watch, 'readers' | 'loggedAt'>): () => void {
	const { isProxy, clock } = parts;
	const readers = new Map<Socket, Reader>();
	const watch: Watch = { ...parts, readers, loggedAt: Number.NEGATIVE_INFINITY };
	server.on('connection', (socket) => {
		const { remoteAddress = '' } = socket;
		const key = isProxy(remoteAddress) ? undefined : addressKey(remoteAddress);
		readers.set(socket, { socket, key, answers: new Map(), behindSince: undefined });
		socket.once('close', () => readers.delete(socket));
	});
	server.on('request', ({ socket }, response) => {
		const reader = readers.get(socket);
		if (reader === undefined) return;
		// Responses to pipelined requests are buffered outside the socket, so enforce the limits here too.
		if (reader.answers.size > 0) bound(watch);
		reader.answers.set(response, undefined);
		response.once('close', () => reader.answers.delete(response));
		response.once('prefinish', () => {
			if (response.writableLength > COUNTED_AT_ONCE_BYTES) bound(watch);
		});
	});
	return clock.every(CHECK_MS, () => {
		cutLate(watch);
		bound(watch);
	});
}

/** Disconnects the clients whose data has been unsent longest, until unsent bytes are within both limits. */
function bound(watch: Watch): void {
	const { limits, clock, readers } = watch;
	const now = clock.monotonic();
	const behind: (Reader & { readonly bytes: number })[] = [];
	const ofAddress = new Map<string, number>();
	let all = 0;
	for (const reader of readers.values()) {
		const bytes = unsentOf(reader);
		reader.behindSince = bytes === 0 ? undefined : (reader.behindSince ?? now);
		if (bytes === 0) continue;
		behind.push({ ...reader, bytes });
		all += bytes;
		if (reader.key !== undefined) ofAddress.set(reader.key, (ofAddress.get(reader.key) ?? 0) + bytes);
	}
	const isOver = (key: string | undefined): boolean =>
		all > limits.unsentMax || (key !== undefined && (ofAddress.get(key) ?? 0) > limits.unsentPerAddressMax);
	behind.sort((one, other) => (one.behindSince ?? now) - (other.behindSince ?? now));
	for (const { socket, key, bytes } of behind) {
		if (!isOver(key)) continue;
		logLimit(watch, key, bytes, now);
		socket.destroy();
		readers.delete(socket);
		all -= bytes;
		if (key !== undefined) ofAddress.set(key, (ofAddress.get(key) ?? 0) - bytes);
	}
}

function logLimit(watch: Watch, address: string | undefined, bytes: number, now: number): void {
	if (now - watch.loggedAt < LOG_PERIOD_MS) return;
	watch.loggedAt = now;
	const { unsentPerAddressMax: perAddressMax, unsentMax: max } = watch.limits;
	watch.logger.warn({ address, bytes, perAddressMax, max }, CONNECTION_LOG.slowClient);
}

function cutLate({ limits, clock, readers }: Watch): void {
	const now = clock.monotonic();
	for (const { socket, answers } of readers.values())
		for (const [response, writtenAt] of answers) {
			if (!response.writableEnded) continue;
			if (writtenAt === undefined) answers.set(response, now);
			else if (now - writtenAt >= limits.takenWithinMs) socket.destroy();
		}
}

/**
 * Returns a client's unsent bytes. The response that currently owns the socket already counts the bytes that wait in
 * the socket.
 */
function unsentOf({ socket, answers }: Reader): number {
	let bytes = 0;
	let isCounted = false;
	for (const response of answers.keys()) {
		bytes += response.writableLength;
		isCounted ||= response.socket !== null;
	}
	return isCounted ? bytes : bytes + socket.writableLength;
}

/**
 * Cuts clients that do not read their answers: on a late answer, or when unsent bytes exceed the limit per address or
 * in total. The idle timeout of a socket is not enough, because a client that reads a few bytes now and then would
 * hold its connection and answers forever.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { addressKey } from './rate-limit.ts';
import { CONNECTION_LOG } from './text.ts';

/** Limits of unsent answers. */
export type ReaderLimits = {
	/** Time limit to send a whole answer after it is written, milliseconds. */
	readonly takenWithinMs: number;
	/** Unsent bytes per address that is not a trusted proxy. */
	readonly unsentPerAddressMax: number;
	/** Unsent bytes in total. */
	readonly unsentMax: number;
};

const CHECK_MS = 1_000;
/** Unsent bytes are counted every second, and immediately after an answer that leaves this many. */
const COUNTED_AT_ONCE_BYTES = 65_536;
/** Minimum time between two log entries about cut clients. */
const LOG_PERIOD_MS = 60_000;

type Reader = {
	readonly socket: Socket;
	/** Key of its address; undefined for a trusted proxy. */
	readonly key: string | undefined;
	/** Answers in flight, each with the time at which it was seen as written; undefined: not written yet. */
	readonly answers: Map<ServerResponse, number | undefined>;
	/** Time since which bytes are unsent; undefined: none. */
	behindSince: number | undefined;
};

type Watch = {
	readonly limits: ReaderLimits;
	readonly isProxy: (address: string | undefined) => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly readers: Map<Socket, Reader>;
	/** Monotonic time of the last log entry about a cut. */
	loggedAt: number;
};

/** Watches a server that does not listen yet; returns a function that stops. Unsent bytes of WebSockets count too. */
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
		// Answers to pipelined requests wait outside the socket, so count them here.
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

/** Cuts the slowest clients until unsent bytes are within both limits. */
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

/** Unsent bytes of a client. The answer that currently owns the socket already includes the bytes of the socket. */
function unsentOf({ socket, answers }: Reader): number {
	let bytes = 0;
	let isCounted = false;
	for (const response of answers.keys()) {
		bytes += response.writableLength;
		isCounted ||= response.socket !== null;
	}
	return isCounted ? bytes : bytes + socket.writableLength;
}

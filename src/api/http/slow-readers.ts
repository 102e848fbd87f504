/**
 * Cuts clients that do not take what is written for them: an answer that is not taken in time, or more bytes than one address, or
 * all together, may leave waiting in memory. A socket without any traffic ends by its own time-out, but one whose reader takes
 * a few bytes now and then would hold its connection and its answers for as long as it likes.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { addressKey } from './rate-limit.ts';

/** Bounds on answers that clients have not taken yet. */
export type ReaderLimits = {
	/** For the whole of an answer to be handed to the network, from when it is written, milliseconds. */
	readonly takenWithinMs: number;
	/** Bytes that may wait for one address that is not a trusted proxy. */
	readonly unsentPerAddressMax: number;
	/** Bytes that may wait for all clients together. */
	readonly unsentMax: number;
};

const CHECK_MS = 1_000;
/** Unsent bytes are counted at once after an answer that leaves so many, else once a second. */
const COUNTED_AT_ONCE_BYTES = 65_536;
/** Cuts for want of memory are named in the log at most this often. */
const SAY_PERIOD_MS = 60_000;

type Reader = {
	readonly socket: Socket;
	/** The key of its address; undefined for a trusted proxy. */
	readonly key: string | undefined;
	/** Answers on their way, with when each was found written: undefined while it is still being made. */
	readonly answers: Map<ServerResponse, number | undefined>;
	/** Since when something waits for it; undefined while nothing does. */
	behindSince: number | undefined;
};

type Watch = {
	readonly limits: ReaderLimits;
	readonly isProxy: (address: string | undefined) => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly readers: Map<Socket, Reader>;
	/** When a cut was last logged, monotonic. */
	saidAt: number;
};

/** Watches the server from before it listens, until what it answers is called. WebSockets count with what waits for them. */
export function cutSlowReaders(server: Server, parts: Omit<Watch, 'readers' | 'saidAt'>): () => void {
	const { isProxy, clock } = parts;
	const readers = new Map<Socket, Reader>();
	const watch: Watch = { ...parts, readers, saidAt: Number.NEGATIVE_INFINITY };
	server.on('connection', (socket) => {
		const { remoteAddress = '' } = socket;
		const key = isProxy(remoteAddress) ? undefined : addressKey(remoteAddress);
		readers.set(socket, { socket, key, answers: new Map(), behindSince: undefined });
		socket.once('close', () => readers.delete(socket));
	});
	server.on('request', ({ socket }, response) => {
		const reader = readers.get(socket);
		if (reader === undefined) return;
		// Answers to requests that were sent ahead wait outside the socket, where nothing tells of them.
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

/** Cuts whoever is behind for longest, until what waits is within both bounds. */
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
		say(watch, key, bytes, now);
		socket.destroy();
		readers.delete(socket);
		all -= bytes;
		if (key !== undefined) ofAddress.set(key, (ofAddress.get(key) ?? 0) - bytes);
	}
}

function say(watch: Watch, address: string | undefined, bytes: number, now: number): void {
	if (now - watch.saidAt < SAY_PERIOD_MS) return;
	watch.saidAt = now;
	const { unsentPerAddressMax: perAddressMax, unsentMax: max } = watch.limits;
	watch.logger.warn(
		{ address, bytes, perAddressMax, max },
		'A client was cut: too many bytes of answers wait to be taken.',
	);
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

/** Bytes that were written for it and not yet handed to the system. The answer whose turn it is counts the socket's. */
function unsentOf({ socket, answers }: Reader): number {
	let bytes = 0;
	let isCounted = false;
	for (const response of answers.keys()) {
		bytes += response.writableLength;
		isCounted ||= response.socket !== null;
	}
	return isCounted ? bytes : bytes + socket.writableLength;
}

/**
 * Cuts clients that take their answer too slowly. A socket without any traffic ends by its own time-out, but one whose reader
 * takes a few bytes now and then would hold its connection, and the whole answer in memory, for as long as it likes.
 */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../ports/clock.ts';

const LOOK_MS = 1_000;

type Answering = {
	readonly socket: Socket;
	/** When a look first found the answer written; undefined while it is still being made. */
	readonly writtenAt: number | undefined;
};

/**
 * Watches the server from before it listens, and looks once a second until what it answers is called.
 * @param takenWithinMs for the whole of an answer to be handed to the network, from when it is written
 */
export function cutSlowReaders(server: Server, clock: Clock, takenWithinMs: number): () => void {
	const answering = new Map<ServerResponse, Answering>();
	server.on('request', ({ socket }, response) => {
		answering.set(response, { socket, writtenAt: undefined });
		response.once('close', () => answering.delete(response));
	});
	return clock.every(LOOK_MS, () => {
		const now = clock.monotonic();
		for (const [response, { socket, writtenAt }] of answering) {
			if (!response.writableEnded) continue;
			if (writtenAt === undefined) answering.set(response, { socket, writtenAt: now });
			else if (now - writtenAt >= takenWithinMs) socket.destroy();
		}
	});
}

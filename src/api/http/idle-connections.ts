/**
 * Which connections wait for a request. Node's own `closeIdleConnections` leaves those that never sent one, and such
 * a connection (browsers and balancers open them ahead) would hold up a stop until its time-out.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Connections that have no request under way. */
export type IdleConnections = {
	/** Ends every connection without a request, and from then on each other one after its answer. */
	readonly end: () => void;
	/** This one waits for no request any more: it has become something else. */
	readonly leave: (socket: Socket) => void;
};

/** Watches the server from before it listens. */
export function watchIdleConnections(server: Server): IdleConnections {
	const idle = new Set<Socket>();
	let ending = false;
	server.on('connection', (socket) => {
		if (ending) socket.destroy();
		idle.add(socket);
		socket.once('close', () => idle.delete(socket));
	});
	server.on('request', ({ socket }, response) => {
		idle.delete(socket);
		response.once('close', () => {
			if (ending) socket.end();
			else if (!socket.destroyed) idle.add(socket);
		});
	});
	return {
		end() {
			ending = true;
			for (const socket of idle) socket.destroy();
		},
		leave: (socket) => idle.delete(socket),
	};
}

/**
 * Tracks connections that have no request in progress. Node's `closeIdleConnections` ignores connections that never
 * sent a request. Browsers and load balancers open such connections in advance, and each would delay a shutdown until
 * the connection times out.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections that have no request in progress. */
export type IdleConnections = {
	/** Ends all idle connections now, and every other connection after its response. */
	readonly end: () => void;
	/** Stops tracking a connection that was upgraded to a WebSocket. */
	readonly leave: (socket: Socket) => void;
};

/** Tracks the server's idle connections. Call it before the server starts to listen. */
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

/**
 * Which connections wait for a request. Node's own `closeIdleConnections` leaves those that never sent one, and such
 * a connection (browsers and balancers open them ahead) would hold up a stop until its time-out.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches the server from before it listens. The function that is given ends every connection without a request, and
 * from then on each other one after its answer.
 */
export function watchIdleConnections(server: Server): () => void {
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
	return () => {
		ending = true;
		for (const socket of idle) socket.destroy();
	};
}

/** Sends raw HTTP, for requests that no regular client sends. */
import { connect } from 'node:net';
import type { TestServer } from './test-server.ts';

/** Opens a raw socket to the server, and collects the received text until the server closes the connection. */
export function rawConnection(server: Pick<TestServer, 'url'>) {
	const { port, hostname } = new URL(server.url);
	const socket = connect(Number(port), hostname);
	let received = '';
	socket.setEncoding('utf8');
	socket.on('data', (chunk) => {
		received += chunk;
	});
	const closed = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
	socket.on('error', () => socket.destroy());
	/** Resolves to true once the text has arrived, or to false if the connection ends without it. */
	const said = (text: string) =>
		new Promise<boolean>((resolve) => {
			const check = () => received.includes(text) && resolve(true);
			socket.on('data', check);
			socket.on('close', () => resolve(received.includes(text)));
			check();
		});
	return { socket, closed, said };
}

export function rawCall(method: string, params: object): string {
	const body = JSON.stringify({ jsonrpc: '2.0', method, params, id: 1 });
	return `POST /jsonrpc/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

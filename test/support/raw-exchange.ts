/**
 * Runs a server on this machine that records every request byte for byte and responds with bytes that a test chooses.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';

export type RawExchange = AsyncDisposable & {
	readonly port: number;
	/** Received requests with headers and body, oldest first. */
	readonly requests: string[];
	/**
	 * Bytes of the response to each request from now on. `drop` closes the connection without a response; `silent`
	 * keeps it open and sends nothing.
	 */
	answer: Buffer | 'drop' | 'silent';
};

/** Builds the bytes of an HTTP response, including its content length. */
export function answerOf(
	status: string,
	body: string | Buffer,
	headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Buffer {
	const bytes = Buffer.from(body);
	const lines = Object.entries({ ...headers, 'content-length': String(bytes.length) });
	const head = [`HTTP/1.1 ${status}`, ...lines.map(([name, value]) => `${name}: ${value}`), '', ''];
	return Buffer.concat([Buffer.from(head.join('\r\n')), bytes]);
}

/** Listens on a free port of this machine. */
export async function openRawExchange(): Promise<RawExchange> {
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('error', () => socket.destroy());
		let received = '';
		socket.setEncoding('latin1').on('data', (text) => {
			received += text;
			for (let end = endOf(received); end !== undefined; end = endOf(received)) {
				exchange.requests.push(received.slice(0, end));
				received = received.slice(end);
				if (exchange.answer === 'drop') socket.destroy();
				else if (exchange.answer !== 'silent') socket.write(exchange.answer);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const exchange: RawExchange = {
		port: (server.address() as AddressInfo).port,
		requests: [],
		answer: 'silent',
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return exchange;
}

/**
 * Returns the index at which the first request in the received text ends; undefined while the request is incomplete.
 */
function endOf(received: string): number | undefined {
	const head = received.indexOf('\r\n\r\n');
	if (head < 0) return undefined;
	const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? '0';
	const end = head + 4 + Number(length);
	return received.length < end ? undefined : end;
}

/** Reads requests and writes responses for the exchange's port and the admin port. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Maximum request body size, bytes. */
const BODY_BYTES_MAX = 1_048_576;

/** Returns the whole body as text; undefined if it exceeds the limit. Rejects if the connection breaks. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		bytes += chunk.length;
		if (bytes > BODY_BYTES_MAX) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

export function writeAnswer(
	response: ServerResponse,
	status: number,
	body: string,
	headers: Readonly<Record<string, string>> = {},
): void {
	if (response.destroyed || response.headersSent) return;
	response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
	response.end(body);
}

/** Answers input that is not valid HTTP with status 400 and closes the connection. */
export function refuseMalformed(_error: Error, socket: Duplex): void {
	if (socket.destroyed || !socket.writable) return;
	socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

/**
 * Serves documented responses of an exchange that has no simulator: fixed responses by path, and one stream. It
 * records every request.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A JSON body, a refusal with its HTTP status, or raw text. */
export type Answer = object | string | { readonly status: number; readonly body: object };
/** Responses by path. `query` contains the request's parameters. */
export type Answers = Readonly<Record<string, (query: URLSearchParams) => Answer>>;

export type DocumentedExchange = AsyncDisposable & {
	readonly port: number;
	/** Requested paths in order, including repeats. */
	readonly asked: readonly string[];
	/** Replaces the responses. A missing path returns 404. */
	readonly answer: (answers: Answers) => void;
};

export async function startDocumentedExchange(options: {
	readonly answers: Answers;
	/** Receives a client's message, and may reply to it. */
	readonly onMessage?: (message: unknown, send: (frame: object) => void) => void;
}): Promise<DocumentedExchange> {
	let { answers } = options;
	const asked: string[] = [];
	const sockets = new Set<WebSocket>();
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://exchange.test');
		asked.push(url.pathname);
		const known = Object.hasOwn(answers, url.pathname) ? answers[url.pathname] : undefined;
		write(response, known?.(url.searchParams) ?? { status: 404, body: { message: `no ${url.pathname}` } });
	});
	const streams = new WebSocketServer({ server });
	streams.on('connection', (socket) => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		socket.on('message', (data) => {
			const text = String(data);
			const message: unknown = text.startsWith('{') ? JSON.parse(text) : text;
			options.onMessage?.(message, (frame) => socket.send(JSON.stringify(frame)));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return {
		port: (server.address() as AddressInfo).port,
		asked,
		answer(next) {
			answers = next;
		},
		async [Symbol.asyncDispose]() {
			for (const socket of sockets) socket.terminate();
			server.closeAllConnections();
			streams.close();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

function write(response: ServerResponse, answer: Answer): void {
	const refusal = typeof answer === 'object' && 'status' in answer && 'body' in answer ? answer : undefined;
	const body = refusal?.body ?? answer;
	response.writeHead(typeof refusal?.status === 'number' ? refusal.status : 200, {
		'content-type': 'application/json',
	});
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

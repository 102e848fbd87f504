/**
 * Runs a proxy on this machine that records which connection each request arrives on. It can hold a request back. It
 * can also close a connection as an exchange does, either while the connection is idle or before a response.
 */
import {
	Agent,
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	request as sendRequest,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type SeenRequest = {
	/** Number of the connection that carried the request. Connections are numbered in the order they opened. */
	readonly connection: number;
	/** The request as text: `POST /path?query {"body":…}`. */
	readonly text: string;
};

export type WatchingProxy = AsyncDisposable & {
	readonly port: number;
	readonly requests: readonly SeenRequest[];
	/** Returns the numbers of open connections. */
	readonly open: () => readonly number[];
	/** Closes a connection as if the exchange had done so. */
	readonly cut: (connection: number) => void;
	/**
	 * Decides what happens to each request, before it is forwarded. `drop` closes its connection instead of
	 * forwarding it. `forward and drop` forwards it, and closes the connection once the exchange has responded.
	 */
	rule: (seen: SeenRequest) => Promise<Verdict> | Verdict;
};

export type Verdict = 'forward' | 'drop' | 'forward and drop';

/** Remembered responses of the exchange, by the text of the request. */
export type Remembered = Map<string, { readonly headers: IncomingHttpHeaders; readonly body: string }>;

/**
 * @param isRemembered matches requests that are forwarded to the exchange only once. Repeats get the response from
 * `memory`, so that they put no load on the exchange.
 */
export async function openWatchingProxy(
	target: number,
	isRemembered: RegExp,
	memory: Remembered,
): Promise<WatchingProxy> {
	const requests: SeenRequest[] = [];
	const sockets = new Map<Socket, number>();
	let connections = 0;
	const onward = new Agent({ keepAlive: true });
	const server = createServer({ keepAliveTimeout: 0 }, (incoming, answer) => {
		void readAll(incoming).then(async (body) => {
			const connection = sockets.get(incoming.socket) ?? 0;
			const seen = { connection, text: `${incoming.method} ${incoming.url} ${body}` };
			requests.push(seen);
			const verdict = await proxy.rule(seen);
			if (verdict === 'drop') return incoming.socket.destroy();
			const known = memory.get(seen.text);
			if (verdict === 'forward' && known !== undefined) {
				answer.writeHead(200, known.headers);
				return answer.end(known.body);
			}
			const { method, url: path, headers } = incoming;
			const further = sendRequest(
				{ host: '127.0.0.1', port: target, method, path, headers, agent: onward },
				async (given) => {
					const text = await readAll(given);
					if (verdict === 'forward and drop') return incoming.socket.destroy();
					if (isRemembered.test(seen.text) && given.statusCode === 200)
						memory.set(seen.text, { headers: given.headers, body: text });
					answer.writeHead(given.statusCode ?? 502, given.headers);
					return answer.end(text);
				},
			);
			further.on('error', () => incoming.socket.destroy());
			return further.end(body);
		});
	});
	server.on('connection', (socket) => {
		connections += 1;
		sockets.set(socket, connections);
		socket.on('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const proxy: WatchingProxy = {
		port: (server.address() as AddressInfo).port,
		requests,
		open: () => [...sockets.values()],
		cut(connection) {
			for (const [socket, number] of sockets) if (number === connection) socket.destroy();
		},
		rule: () => 'forward',
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			onward.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return proxy;
}

async function readAll(incoming: IncomingMessage): Promise<string> {
	let text = '';
	for await (const chunk of incoming) text += chunk;
	return text;
}

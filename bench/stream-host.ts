/**
 * Simulates an exchange with book streams only. It answers subscriptions and the few other requests that feeds make,
 * and sends stream messages when the caller says so. It listens on loopback only; feeds reach it because their
 * transport is redirected.
 */
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { readCommand, type WireVenue } from './venue-wire.ts';

export const STREAM_PATHS: Readonly<Record<WireVenue, string>> = {
	bybit: '/v5/public/linear',
	kucoin: '/',
	binance: '/public/ws',
	okx: '/ws/v5/public',
	hyperliquid: '/ws',
};

export type StreamHost = AsyncDisposable & {
	readonly port: number;
	/** Sends a frame to all current subscribers of the symbol. */
	readonly push: (symbol: string, frame: string | Buffer) => void;
	/** Returns the number of connections that are currently subscribed to the symbol. */
	readonly listeners: (symbol: string) => number;
	/** Drops every connection. */
	readonly disconnect: () => void;
	/** Returns the number of connections opened so far. */
	readonly opened: () => number;
	/**
	 * Returns a connection by its number, counted from 0 in the order of opening: its socket, and a ping that
	 * resolves with the pong.
	 */
	readonly connection: (index: number) => { readonly socket: Socket; readonly ping: () => Promise<void> };
	/** Returns the number of subscriptions requested so far. */
	readonly subscribed: () => number;
};

export type StreamHostOptions = {
	readonly venue: WireVenue;
	/** Returns the first message that a new subscriber of the symbol gets; undefined if there is none. */
	readonly snapshot: (symbol: string) => string | undefined;
	/**
	 * Returns the response to a REST request for a book. @param connection number of the requesting feed's stream
	 * connection; 0 if not stated
	 */
	readonly restSnapshot: (symbol: string, levels: number, connection: number) => unknown;
};

export async function startStreamHost(options: StreamHostOptions): Promise<StreamHost> {
	const { venue } = options;
	const listening = new Map<string, Set<WebSocket>>();
	const connections: { readonly socket: Socket; readonly ping: () => Promise<void> }[] = [];
	let subscribed = 0;
	const http = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://host');
		const body = answer(url);
		response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body ?? { code: 404, msg: `${url.pathname} is not served` }));
	});
	const sockets = new WebSocketServer({ server: http, perMessageDeflate: false });
	sockets.on('connection', (socket, request) => {
		connections.push({
			socket: request.socket,
			ping: () =>
				new Promise((resolve) => {
					socket.once('pong', resolve);
					socket.ping();
				}),
		});
		const { pathname } = new URL(request.url ?? '/', 'http://host');
		// Compare only the beginning, because ccxt appends its own number for the connection to the path.
		if (!pathname.startsWith(STREAM_PATHS[venue])) socket.close(4_004, `not served: ${pathname}`);
		if (venue === 'kucoin') socket.send(JSON.stringify({ id: 'w', type: 'welcome' }));
		socket.on('message', (data) => obey(socket, String(data)));
		socket.on('close', () => {
			for (const of of listening.values()) of.delete(socket);
		});
	});

	function answer(url: URL): unknown {
		if (url.pathname === '/fapi/v1/depth')
			return options.restSnapshot(
				url.searchParams.get('symbol') ?? '',
				Number(url.searchParams.get('limit') ?? '500'),
				Number(url.searchParams.get('connection') ?? '0'),
			);
		if (url.pathname.endsWith('/bullet-public'))
			return {
				code: '200000',
				data: {
					token: 'token',
					instanceServers: [
						{ endpoint: 'wss://ws-api-futures.kucoin.com/', pingInterval: 18_000, pingTimeout: 10_000 },
					],
				},
			};
		return undefined;
	}

	function obey(socket: WebSocket, text: string): void {
		if (text === 'ping') socket.send('pong');
		const command = readCommand(venue, text);
		if (command === undefined) return;
		socket.send(command.answer);
		for (const symbol of command.symbols) {
			const of = listening.get(symbol) ?? new Set();
			listening.set(symbol, of);
			if (command.subscribes) begin(socket, symbol, of);
			else of.delete(socket);
		}
	}

	function begin(socket: WebSocket, symbol: string, listeners: Set<WebSocket>): void {
		subscribed += 1;
		listeners.add(socket);
		const snapshot = options.snapshot(symbol);
		if (snapshot !== undefined) socket.send(snapshot);
	}

	await new Promise<void>((resolve) => {
		http.listen(0, '127.0.0.1', resolve);
	});
	return {
		port: (http.address() as AddressInfo).port,
		push(symbol, frame) {
			for (const socket of listening.get(symbol) ?? []) socket.send(frame, { binary: false });
		},
		listeners: (symbol) => listening.get(symbol)?.size ?? 0,
		disconnect() {
			for (const socket of sockets.clients) socket.terminate();
		},
		opened: () => connections.length,
		connection(index) {
			const connection = connections[index];
			if (connection === undefined) throw new Error(`There is no connection ${index}.`);
			return connection;
		},
		subscribed: () => subscribed,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets.clients) socket.terminate();
			sockets.close();
			await new Promise((resolve) => {
				http.close(resolve);
				http.closeAllConnections();
			});
		},
	};
}

/**
 * Simulates strangers at one address, in their own thread. They hold `sockets` WebSockets, each subscribed to
 * `heartbeat` and reopened when it closes. After `ask`, they also send `perSecond` requests per second. They stop on
 * disposal, or at the latest after `msMax`.
 */
import { request } from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

export type FloodCounts = {
	/** Number of WebSockets opened so far. */
	readonly sockets: number;
	/** Number of WebSockets that are open now. */
	readonly open: number;
	/** Number of attempts that ended without a WebSocket. */
	readonly refused: number;
	/** Number of requests that got a response so far. */
	readonly answered: number;
	/** Number of requests that were refused because the address had no credits left. */
	readonly limited: number;
};

export type Flood = AsyncDisposable & {
	readonly counts: () => FloodCounts;
	/** Starts the requests. */
	readonly ask: () => void;
	/** Waits until `isMeant` returns true. @throws Error if the flood ends first */
	readonly until: (isMeant: (counts: FloodCounts) => boolean) => Promise<void>;
};

type FloodOptions = {
	readonly url: string;
	readonly sockets: number;
	readonly perSecond: number;
	readonly msMax: number;
};

const TICK_MS = 50;
/**
 * Maximum WebSocket attempts per tick. More would keep the whole machine busy, so that the test would measure the
 * machine instead of the service's limits.
 */
const ATTEMPTS_PER_TICK = 20;
const SUBSCRIBE = JSON.stringify({
	jsonrpc: '2.0',
	id: 1,
	method: 'subscribe',
	params: { channel: 'heartbeat', interval_seconds: 10 },
});
const PUBLIC_CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'get_opportunities', params: {} });

export function startFlood(options: FloodOptions): Flood {
	const worker = new Worker(new URL(import.meta.url), { workerData: options });
	let counts: FloodCounts = { sockets: 0, open: 0, refused: 0, answered: 0, limited: 0 };
	let hasEnded = false;
	const waiting = new Set<() => void>();
	const check = () => {
		for (const one of waiting) one();
	};
	worker.on('message', (news: FloodCounts) => {
		counts = news;
		check();
	});
	const ended = new Promise<void>((resolve) => {
		worker.on('exit', () => {
			hasEnded = true;
			check();
			resolve();
		});
	});
	return {
		counts: () => counts,
		ask: () => worker.postMessage('ask'),
		until: (isMeant) =>
			new Promise((resolve, reject) => {
				const one = () => {
					if (!isMeant(counts) && !hasEnded) return;
					waiting.delete(one);
					if (isMeant(counts)) resolve();
					else reject(new Error(`The flood has ended: ${JSON.stringify(counts)}.`));
				};
				waiting.add(one);
				one();
			}),
		async [Symbol.asyncDispose]() {
			worker.postMessage('stop');
			await ended;
		},
	};
}

function flood({ url, sockets, perSecond, msMax }: FloodOptions): void {
	const counts = { sockets: 0, open: 0, refused: 0, answered: 0, limited: 0 };
	const held = new Set<WebSocket>();
	let asked = 0;
	let isAsking = false;
	const { hostname, port } = new URL(url);

	function openOne(): void {
		const socket = new WebSocket(`${url.replace('http', 'ws')}/jsonrpc/`);
		held.add(socket);
		let wasOpen = false;
		socket.on('open', () => {
			wasOpen = true;
			counts.sockets += 1;
			counts.open += 1;
			socket.send(SUBSCRIBE);
		});
		socket.on('error', () => {});
		socket.on('close', () => {
			if (wasOpen) counts.open -= 1;
			else counts.refused += 1;
			held.delete(socket);
		});
	}

	function askOne(): void {
		asked += 1;
		const isPage = asked % 2 === 0;
		const outgoing = request(
			{
				hostname,
				port,
				agent: false,
				method: isPage ? 'GET' : 'POST',
				path: isPage ? '/login' : '/jsonrpc/',
				headers: isPage ? { accept: 'text/html' } : { 'content-type': 'application/json' },
			},
			(response) => {
				counts.answered += 1;
				if (response.statusCode === 429) counts.limited += 1;
				response.resume();
			},
		);
		outgoing.on('error', () => {});
		outgoing.end(isPage ? undefined : PUBLIC_CALL);
	}

	const ticking = setInterval(() => {
		for (let begun = 0; begun < ATTEMPTS_PER_TICK && held.size < sockets; begun += 1) openOne();
		for (let count = 0; isAsking && count < (perSecond * TICK_MS) / 1_000; count += 1) askOne();
		parentPort?.postMessage({ ...counts });
	}, TICK_MS);
	const end = () => {
		clearInterval(ticking);
		for (const socket of held) socket.terminate();
		parentPort?.close();
	};
	setTimeout(end, msMax).unref();
	parentPort?.on('message', (message) => {
		if (message === 'ask') isAsking = true;
		else end();
	});
}

if (parentPort !== null && workerData !== null && 'perSecond' in Object(workerData))
	flood(workerData as FloodOptions);

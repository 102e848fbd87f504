/**
 * The connections of one account's orders. Orders and cancels leave on connections that no read uses, and two of them are kept
 * open while an order may come: an order that finds none pays two round trips for the handshakes first, and one that is
 * written to a connection that the exchange has just closed is an unknown outcome.
 *
 * Each is an agent of Node's HTTP client with one socket. undici, by which ccxt sends, first lets the loop turn to see whether an idle connection
 * was closed; an order pays for that with all that others do in the turn, and is not safer by it: what an exchange closes is
 * on its way for longer.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';

/** One request of a connection, but for its body. */
export type RequestHead = {
	readonly method: string;
	/** With its query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string | number>>;
};

/** Begins a request on one connection. On one that is open and free it is written once its body is given, in that very turn. */
export type BeginRequest = (head: RequestHead) => ClientRequest;

/** Sends one request on the connection that it is handed; the connection is busy until the promise has ended. */
export type UseConnection = <T>(send: (begin: BeginRequest) => Promise<T>) => Promise<T>;

/** Connections of a session that are kept for orders, apart from those of reads. */
export type OrderConnections = {
	/** Hands over a connection that carries nothing now, a warm one before others, in this very turn. */
	readonly use: UseConnection;
	/** Opens what is missing, and keeps it open for so long from now, milliseconds; what an earlier call asked for stays. */
	readonly keepWarm: (forMs: number) => void;
	/** Resolves when the connections that are kept are open, or have had their time to open. Never rejects. */
	readonly ready: () => Promise<void>;
	/** Requests that are under way come to their end. */
	readonly close: () => Promise<void>;
};

/** One is free while the other carries an order or is touched. */
const WARM_CONNECTIONS = 2;
/** An account whose orders all wait for answers opens so many; what comes then waits for the first that is free. */
const CONNECTIONS_MAX = 16;
/**
 * An idle connection is closed by us after this, milliseconds: before the exchange does, so that nothing is written to one that is
 * about to end. No page of the five exchanges that we know says how long it keeps one (November 2026); load balancers mostly end
 * them after 60 s. An exchange that says less in `Keep-Alive` is believed.
 */
export const IDLE_MS_MAX = 40_000;
/** A kept connection that was idle for so long is touched, milliseconds. */
export const TOUCH_AFTER_MS = 25_000;
/** A connection that could not be opened is tried again after this, milliseconds. */
const REOPEN_AFTER_MS = 5_000;
/** Longest wait of whoever is about to order for connections that are being opened, milliseconds: what opening one takes far away. */
const READY_WAIT_MS_MAX = 1_000;

type Connection = {
	readonly agent: HttpAgent;
	/** The one that it has, open or being opened. */
	socket: Socket | undefined;
	isOpen: boolean;
	/** Requests under way. */
	busy: number;
	/** When a request last began or ended on it, by the monotonic clock. */
	usedAt: number;
	/** When it was last touched, by the monotonic clock. */
	touchedAt: number;
	/** Whether a touch is under way, or waits for its place. */
	touching: Promise<void> | undefined;
};

type Pool = {
	readonly clock: Clock;
	readonly origin: URL;
	readonly touch: (use: UseConnection) => Promise<unknown>;
	/** Requests under way. */
	readonly underWay: Set<Promise<unknown>>;
	readonly all: Connection[];
	readonly kept: Connection[];
	cancelCheck: () => void;
	isClosed: boolean;
	warmUntil: number;
};

/** @param touch makes one small request that needs no key, on the connection that it is handed */
export function createOrderConnections(
	parts: Pick<Pool, 'clock' | 'touch'> & {
		/** Scheme and host, and the port where it is not the scheme's, to which all connections go. */
		readonly origin: string;
	},
): OrderConnections {
	const { clock } = parts;
	const pool: Pool = {
		...parts,
		origin: new URL(parts.origin),
		underWay: new Set(),
		all: [],
		kept: [],
		cancelCheck: (): void => {},
		isClosed: false,
		warmUntil: Number.NEGATIVE_INFINITY,
	};
	while (pool.kept.length < WARM_CONNECTIONS) pool.kept.push(openConnection(pool));
	pool.all.push(...pool.kept);
	return {
		use: (send) => useOf(pool, free(pool), send),
		keepWarm(forMs) {
			pool.warmUntil = Math.max(pool.warmUntil, clock.monotonic() + forMs);
			check(pool);
		},
		async ready() {
			const opening = pool.kept.filter(({ isOpen }) => !isOpen).flatMap(({ touching }) => touching ?? []);
			if (opening.length === 0) return;
			await new Promise<void>((resolve) => {
				const cancel = clock.after(READY_WAIT_MS_MAX, resolve);
				void Promise.all(opening).then(() => {
					cancel();
					resolve();
				});
			});
		},
		async close() {
			if (pool.isClosed) return;
			pool.isClosed = true;
			pool.cancelCheck();
			await Promise.allSettled(pool.underWay);
			for (const { agent } of pool.all) agent.destroy();
		},
	};
}

function openConnection(pool: Pool): Connection {
	const options = { keepAlive: true, maxSockets: 1, timeout: IDLE_MS_MAX } as const;
	const never = Number.NEGATIVE_INFINITY;
	return {
		agent: isSecure(pool) ? new HttpsAgent(options) : new HttpAgent(options),
		socket: undefined,
		isOpen: false,
		busy: 0,
		usedAt: never,
		touchedAt: never,
		touching: undefined,
	};
}

function isSecure({ origin }: Pool): boolean {
	return origin.protocol === 'https:';
}

function beginOn(pool: Pool, connection: Connection): BeginRequest {
	const { hostname, port } = pool.origin;
	const send = isSecure(pool) ? httpsRequest : httpRequest;
	return (head) => {
		const request = send({ ...head, agent: connection.agent, hostname, port });
		request.once('socket', (socket) => noteSocket(pool, connection, socket));
		return request;
	};
}

/** Knows when a new one is open, and when it is lost. */
function noteSocket(pool: Pool, connection: Connection, socket: Socket): void {
	if (connection.socket === socket) return;
	connection.socket = socket;
	connection.isOpen = false;
	socket.once(isSecure(pool) ? 'secureConnect' : 'connect', () => {
		connection.isOpen = true;
	});
	socket.once('close', () => {
		if (connection.socket !== socket) return;
		connection.socket = undefined;
		connection.isOpen = false;
		check(pool);
	});
}

async function useOf<T>(
	pool: Pool,
	connection: Connection,
	send: (begin: BeginRequest) => Promise<T>,
): Promise<T> {
	connection.busy += 1;
	connection.usedAt = pool.clock.monotonic();
	const sending = send(beginOn(pool, connection));
	pool.underWay.add(sending);
	try {
		return await sending;
	} finally {
		pool.underWay.delete(sending);
		connection.busy -= 1;
		connection.usedAt = pool.clock.monotonic();
		check(pool);
	}
}

/** A connection that was idle for too long is left to end: its exchange may have ended it already. */
function free(pool: Pool): Connection {
	const idle = pool.all.filter(({ busy }) => busy === 0);
	const now = pool.clock.monotonic();
	const found =
		idle.find(({ isOpen, usedAt }) => isOpen && now - usedAt <= IDLE_MS_MAX) ??
		idle.find(({ isOpen }) => !isOpen);
	if (found !== undefined) return found;
	if (pool.all.length < CONNECTIONS_MAX) {
		const added = openConnection(pool);
		pool.all.push(added);
		return added;
	}
	return pool.all.reduce((least, one) => (one.busy < least.busy ? one : least));
}

/** When it is touched next, by the monotonic clock; never while it is busy, or while the other one is not free for an order. */
function touchAt(pool: Pool, connection: Connection): number {
	const { isOpen, busy, usedAt, touchedAt, touching } = connection;
	if (busy > 0 || touching !== undefined) return Number.POSITIVE_INFINITY;
	if (!isOpen) return touchedAt + REOPEN_AFTER_MS;
	if (pool.kept.some((other) => other.touching !== undefined)) return Number.POSITIVE_INFINITY;
	return Math.max(usedAt + TOUCH_AFTER_MS, touchedAt + REOPEN_AFTER_MS);
}

/** Touches what is due, and looks again when the next is. */
function check(pool: Pool): void {
	pool.cancelCheck();
	const now = pool.clock.monotonic();
	if (pool.isClosed || now >= pool.warmUntil) return;
	for (const connection of pool.kept) if (touchAt(pool, connection) <= now) touchNow(pool, connection);
	const next = Math.min(...pool.kept.map((connection) => touchAt(pool, connection)));
	if (next < pool.warmUntil) pool.cancelCheck = pool.clock.after(next - now, () => check(pool));
}

/** One that fails is tried again later: what an order needs of the exchange is not decided here. */
function touchNow(pool: Pool, connection: Connection): void {
	connection.touchedAt = pool.clock.monotonic();
	const ended = (): void => {
		connection.touching = undefined;
		check(pool);
	};
	connection.touching = pool.touch((send) => useOf(pool, connection, send)).then(ended, ended);
}

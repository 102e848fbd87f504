/**
 * Manages the connections for one account's orders and cancels; reads use other connections. Two of them stay open
 * while an order may come. Without an open connection an order first takes two round trips for handshakes. An order
 * written to a connection that the exchange has just closed has an unknown outcome.
 *
 * Each connection is an agent of Node's HTTP client with one socket. ccxt uses undici, which first yields to the
 * event loop to check whether an idle connection was closed. That delays an order by all other work in the turn. It
 * does not make the order safer, because the notice of a close takes longer to arrive than undici waits.
 */
import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';

/** A request without its body. */
export type RequestHead = {
	readonly method: string;
	/** Path with the query. */
	readonly path: string;
	readonly headers: Readonly<Record<string, string | number>>;
};

/**
 * Begins a request on one connection. If the connection is open and free, passing the body writes the request in the
 * same turn of the event loop.
 */
export type BeginRequest = (head: RequestHead) => ClientRequest;

/** Sends one request on a connection, which stays busy until the promise settles. */
export type UseConnection = <T>(send: (begin: BeginRequest) => Promise<T>) => Promise<T>;

/** Connections that a session reserves for orders, separate from those for reads. */
export type OrderConnections = {
	/** Sends a request on an idle connection in this turn of the event loop, preferably on a warm one. */
	readonly use: UseConnection;
	/**
	 * Opens missing connections and keeps them open for `forMs` milliseconds from now. A call never shortens the time
	 * set by an earlier one.
	 */
	readonly keepWarm: (forMs: number) => void;
	/** Resolves once the warm connections are open, or after one second. Never rejects. */
	readonly ready: () => Promise<void>;
	/** Closes all connections after the requests in flight have completed. */
	readonly close: () => Promise<void>;
};

/** Number of connections kept warm, so that one is free while the other carries an order or a keep-alive request. */
const WARM_CONNECTIONS = 2;
/** Maximum connections per account. If all wait for responses, a further request queues on the least busy one. */
const CONNECTIONS_MAX = 16;
/**
 * Idle time after which we close a connection, milliseconds. We close it before the exchange does, so that no order
 * is written to a closing connection. No documentation page of the five exchanges says how long the exchange keeps an
 * idle connection (November 2026). Most load balancers close it after 60 s. A shorter `Keep-Alive` from the exchange
 * takes precedence.
 */
export const IDLE_MS_MAX = 40_000;
/** Idle time after which a warm connection gets a keep-alive request, milliseconds. */
export const TOUCH_AFTER_MS = 25_000;
/** Pause before another attempt to open a connection, milliseconds. */
const REOPEN_AFTER_MS = 5_000;
/** Maximum wait for connections before an order, milliseconds. It is long enough to open one to a distant exchange. */
const READY_WAIT_MS_MAX = 1_000;

type Connection = {
	readonly agent: HttpAgent;
	/** Current socket, open or opening. */
	socket: Socket | undefined;
	isOpen: boolean;
	/** Number of requests in flight on this connection. */
	busy: number;
	/** Time when a request last began or ended on this connection, by the monotonic clock. */
	usedAt: number;
	/** Time when the last keep-alive request began, by the monotonic clock. */
	touchedAt: number;
	/** The keep-alive request in flight or waiting for a permit. */
	touching: Promise<void> | undefined;
};

type Pool = {
	readonly clock: Clock;
	readonly origin: URL;
	readonly touch: (use: UseConnection) => Promise<unknown>;
	/** Requests in flight on all connections. */
	readonly underWay: Set<Promise<unknown>>;
	readonly all: Connection[];
	readonly kept: Connection[];
	cancelCheck: () => void;
	isClosed: boolean;
	warmUntil: number;
};

/** Creates the pool. @param touch sends one small request without a key on the given connection */
export function createOrderConnections(
	parts: Pick<Pool, 'clock' | 'touch'> & {
		/** Target of all connections: scheme and host, and the port if it is not the scheme's default. */
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

/** Tracks when a new socket opens and closes. */
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

/**
 * Returns a free connection. Skips an open connection that was idle for too long, because the exchange may have
 * closed it already.
 */
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

/**
 * Returns the time of the next keep-alive request, by the monotonic clock. Infinite while the connection is busy.
 * Also infinite for an open connection while another connection's keep-alive request is in flight, so that one
 * connection stays free for an order.
 */
function touchAt(pool: Pool, connection: Connection): number {
	const { isOpen, busy, usedAt, touchedAt, touching } = connection;
	if (busy > 0 || touching !== undefined) return Number.POSITIVE_INFINITY;
	if (!isOpen) return touchedAt + REOPEN_AFTER_MS;
	if (pool.kept.some((other) => other.touching !== undefined)) return Number.POSITIVE_INFINITY;
	return Math.max(usedAt + TOUCH_AFTER_MS, touchedAt + REOPEN_AFTER_MS);
}

/** Sends due keep-alive requests and schedules the next check. */
function check(pool: Pool): void {
	pool.cancelCheck();
	const now = pool.clock.monotonic();
	if (pool.isClosed || now >= pool.warmUntil) return;
	for (const connection of pool.kept) if (touchAt(pool, connection) <= now) touchNow(pool, connection);
	const next = Math.min(...pool.kept.map((connection) => touchAt(pool, connection)));
	if (next < pool.warmUntil) pool.cancelCheck = pool.clock.after(next - now, () => check(pool));
}

/**
 * Sends a keep-alive request. A failed one is repeated later; only an order itself shows whether the exchange accepts
 * orders.
 */
function touchNow(pool: Pool, connection: Connection): void {
	connection.touchedAt = pool.clock.monotonic();
	const ended = (): void => {
		connection.touching = undefined;
		check(pool);
	};
	connection.touching = pool.touch((send) => useOf(pool, connection, send)).then(ended, ended);
}

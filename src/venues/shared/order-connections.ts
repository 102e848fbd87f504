/**
 * The connections of one account's orders. Orders and cancels leave on connections that no read uses, and two of them are kept
 * open while an order may come: an order that finds none pays two round trips for the handshakes first, and one that is
 * written to a connection that the exchange has just closed is an unknown outcome.
 *
 * Each is an undici agent with one socket per host.
 */
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../../ports/clock.ts';
import { type Lane, leavingBy } from './lanes.ts';

/** Sends one request on the connection that it is handed; the connection is busy until the promise has ended. */
type Use = <T>(send: (dispatcher: Dispatcher) => Promise<T>) => Promise<T>;

/** Connections of a session that are kept for orders, apart from those of reads. */
export type OrderConnections = {
	/** Hands over a connection that carries nothing now, a warm one before others, in this very turn. */
	readonly use: Use;
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
	readonly agent: Agent;
	/** Sockets that it has: 1, or 0. */
	open: number;
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
	readonly touch: (lane: Lane) => Promise<unknown>;
	readonly all: Connection[];
	readonly kept: Connection[];
	cancelLook: () => void;
	isClosed: boolean;
	warmUntil: number;
};

/** @param touch makes one small request that needs no key */
export function createOrderConnections({
	clock,
	touch,
}: {
	readonly clock: Clock;
	readonly touch: (lane: Lane) => Promise<unknown>;
}): OrderConnections {
	const pool: Pool = {
		clock,
		touch,
		all: [],
		kept: [],
		cancelLook: (): void => {},
		isClosed: false,
		warmUntil: Number.NEGATIVE_INFINITY,
	};
	while (pool.kept.length < WARM_CONNECTIONS) pool.kept.push(openConnection(pool));
	pool.all.push(...pool.kept);
	return {
		use: (send) => useOf(pool, free(pool), send),
		keepWarm(forMs) {
			pool.warmUntil = Math.max(pool.warmUntil, clock.monotonic() + forMs);
			look(pool);
		},
		async ready() {
			const opening = pool.kept.filter(({ open }) => open === 0).flatMap(({ touching }) => touching ?? []);
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
			pool.cancelLook();
			await Promise.all(pool.all.map(({ agent }) => agent.close()));
		},
	};
}

function openConnection(pool: Pool): Connection {
	const agent = new Agent({
		connections: 1,
		pipelining: 1,
		allowH2: false,
		autoSelectFamily: true,
		keepAliveTimeout: IDLE_MS_MAX,
		keepAliveMaxTimeout: IDLE_MS_MAX,
	});
	const never = Number.NEGATIVE_INFINITY;
	const connection: Connection = {
		agent,
		open: 0,
		busy: 0,
		usedAt: never,
		touchedAt: never,
		touching: undefined,
	};
	agent.on('connect', () => {
		connection.open += 1;
	});
	agent.on('disconnect', () => {
		connection.open -= 1;
		look(pool);
	});
	return connection;
}

async function useOf<T>(
	pool: Pool,
	connection: Connection,
	send: (dispatcher: Dispatcher) => Promise<T>,
): Promise<T> {
	connection.busy += 1;
	connection.usedAt = pool.clock.monotonic();
	try {
		return await send(connection.agent);
	} finally {
		connection.busy -= 1;
		connection.usedAt = pool.clock.monotonic();
		look(pool);
	}
}

/** A connection that was idle for too long is left to end: its exchange may have ended it already. */
function free(pool: Pool): Connection {
	const idle = pool.all.filter(({ busy }) => busy === 0);
	const now = pool.clock.monotonic();
	const found =
		idle.find(({ open, usedAt }) => open > 0 && now - usedAt <= IDLE_MS_MAX) ??
		idle.find(({ open }) => open === 0);
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
	const { open, busy, usedAt, touchedAt, touching } = connection;
	if (busy > 0 || touching !== undefined) return Number.POSITIVE_INFINITY;
	if (open === 0) return touchedAt + REOPEN_AFTER_MS;
	if (pool.kept.some((other) => other.touching !== undefined)) return Number.POSITIVE_INFINITY;
	return Math.max(usedAt + TOUCH_AFTER_MS, touchedAt + REOPEN_AFTER_MS);
}

/** Touches what is due, and looks again when the next is. */
function look(pool: Pool): void {
	pool.cancelLook();
	const now = pool.clock.monotonic();
	if (pool.isClosed || now >= pool.warmUntil) return;
	for (const connection of pool.kept) if (touchAt(pool, connection) <= now) touchNow(pool, connection);
	const next = Math.min(...pool.kept.map((connection) => touchAt(pool, connection)));
	if (next < pool.warmUntil) pool.cancelLook = pool.clock.after(next - now, () => look(pool));
}

/** One that fails is tried again later: what an order needs of the exchange is not decided here. */
function touchNow(pool: Pool, connection: Connection): void {
	connection.touchedAt = pool.clock.monotonic();
	const ended = (): void => {
		connection.touching = undefined;
		look(pool);
	};
	const lane: Lane = (begin) => useOf(pool, connection, (dispatcher) => leavingBy(dispatcher, begin));
	connection.touching = pool.touch(lane).then(ended, ended);
}

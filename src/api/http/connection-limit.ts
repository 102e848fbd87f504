/**
 * Limits open connections, in total and per address. At the limit, each new connection replaces the oldest one
 * without valid credentials. Strangers can therefore neither lock out callers with tokens nor end their connections.
 * If all connections have credentials, the new one replaces the oldest connection of the holder with the most
 * connections. No agent can therefore lock out other callers.
 */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type TransportMeter, UNMETERED } from '../../ports/metrics.ts';
import { addressKey } from './rate-limit.ts';
import { CONNECTION_LOG } from './text.ts';

/** Minimum time between two log entries about a reached limit, across all addresses. */
const LOG_PERIOD_MS = 60_000;

/** Limits on open connections. At the limit, a new connection ends an older one. */
export type ConnectionLimits = {
	/** Maximum open connections in total. */
	readonly max: number;
	/** Maximum open connections per address that is not a trusted proxy; for IPv6, per /64. */
	readonly perAddressMax: number;
};

/**
 * Marks a connection as used with valid credentials by `holder`, a user or agent. Strangers' connections can no
 * longer replace it.
 */
export type KeepConnection = (socket: Socket, holder: string) => void;

/** Address and holder of an open connection. */
type Place = {
	/** Key of the remote address; undefined for a proxy. */
	readonly key: string | undefined;
	/** User or agent that holds the connection; undefined without valid credentials. */
	holder: string | undefined;
};

/** Connections from one address, or from all addresses. Each set has the oldest connection first. */
type Share = { count: number; readonly strangers: Set<Socket>; readonly holders: Map<string, Set<Socket>> };

/** A server's open connections, with their limits. */
type Watch = {
	readonly limits: ConnectionLimits;
	/**
	 * Proxies carry connections for many callers, so their connections are limited only by `max` and never evicted.
	 */
	readonly isProxy: (address: string | undefined) => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly meter: TransportMeter;
	readonly addresses: Map<string, Share>;
	readonly open: Map<Socket, Place>;
	readonly all: Share;
	/** Monotonic time of the last log entry about a reached limit. */
	loggedAt: number;
};

/** Limits the server's connections. Call it before the server starts to listen. */
export function limitConnections(
	server: Server,
	parts: Pick<Watch, 'limits' | 'isProxy' | 'clock' | 'logger'> & { readonly meter?: TransportMeter },
): KeepConnection {
	const watch: Watch = {
		meter: UNMETERED.transport,
		...parts,
		addresses: new Map(),
		open: new Map(),
		all: newShare(),
		loggedAt: Number.NEGATIVE_INFINITY,
	};
	server.on('connection', (socket) => admit(watch, socket));
	return (socket, holder) => keep(watch, socket, holder);
}

function admit(watch: Watch, socket: Socket): void {
	watch.meter.opened('http');
	socket.once('close', () => watch.meter.closed('http'));
	// Undefined if the peer has already disconnected.
	const { remoteAddress } = socket;
	if (remoteAddress === undefined) return;
	const key = watch.isProxy(remoteAddress) ? undefined : addressKey(remoteAddress);
	if (hasFreePlace(watch, key)) add(watch, socket, key);
	else end(watch, socket);
}

function hasFreePlace(watch: Watch, key: string | undefined): boolean {
	const { limits, addresses, open, all } = watch;
	const own = key === undefined ? undefined : addresses.get(key);
	if (own !== undefined && own.count >= limits.perAddressMax && !evictFor(watch, own, key)) return false;
	return open.size < limits.max || evictFor(watch, all, key);
}

/**
 * Ends one connection to make way for a new one. Returns false if none may be ended, because every connection belongs
 * to a different holder or to a proxy.
 */
function evictFor(watch: Watch, share: Share, key: string | undefined): boolean {
	logLimit(watch, key);
	const [oldest] = share.strangers.size > 0 ? share.strangers : ofLargestHolder(share);
	if (oldest !== undefined) end(watch, oldest);
	return oldest !== undefined;
}

function logLimit(watch: Watch, address: string | undefined): void {
	const now = watch.clock.monotonic();
	if (now - watch.loggedAt < LOG_PERIOD_MS) return;
	watch.loggedAt = now;
	watch.logger.warn({ address, ...watch.limits }, CONNECTION_LOG.limit);
}

/** Returns the groups in which a connection is counted; none for a proxy. */
function sharesOf({ addresses, all }: Watch, key: string | undefined): readonly Share[] {
	const own = key === undefined ? undefined : addresses.get(key);
	return own === undefined ? [] : [own, all];
}

function add(watch: Watch, socket: Socket, key: string | undefined): void {
	const { open, addresses } = watch;
	open.set(socket, { key, holder: undefined });
	socket.once('close', () => remove(watch, socket));
	if (key !== undefined && !addresses.has(key)) addresses.set(key, newShare());
	for (const share of sharesOf(watch, key)) {
		share.count += 1;
		share.strangers.add(socket);
	}
}

function keep(watch: Watch, socket: Socket, holder: string): void {
	const place = watch.open.get(socket);
	if (place === undefined || place.holder === holder) return;
	for (const share of sharesOf(watch, place.key)) {
		leave(share, socket, place.holder);
		share.holders.set(holder, (share.holders.get(holder) ?? new Set()).add(socket));
	}
	place.holder = holder;
}

function remove(watch: Watch, socket: Socket): void {
	const { open, addresses } = watch;
	const place = open.get(socket);
	if (place === undefined) return;
	open.delete(socket);
	for (const share of sharesOf(watch, place.key)) {
		leave(share, socket, place.holder);
		share.count -= 1;
	}
	if (place.key !== undefined && addresses.get(place.key)?.count === 0) addresses.delete(place.key);
}

function end(watch: Watch, socket: Socket): void {
	remove(watch, socket);
	watch.meter.refused();
	socket.destroy();
}

function newShare(): Share {
	return { count: 0, strangers: new Set(), holders: new Map() };
}

function leave({ strangers, holders }: Share, socket: Socket, holder: string | undefined): void {
	if (holder === undefined) return void strangers.delete(socket);
	const held = holders.get(holder);
	held?.delete(socket);
	if (held?.size === 0) holders.delete(holder);
}

/** Returns the connections of the holder with the most connections, oldest first; empty if no holder has two. */
function ofLargestHolder({ holders }: Share): Iterable<Socket> {
	let most: ReadonlySet<Socket> = new Set();
	for (const held of holders.values()) if (held.size > most.size) most = held;
	return most.size > 1 ? most : [];
}

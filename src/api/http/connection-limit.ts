/**
 * How many connections the server takes, in all and from one address. At the limit the oldest connection without valid credentials
 * ends for each new one: so strangers can neither keep a caller with a token out nor end that caller's connections. Where every
 * connection has shown credentials, the oldest of the holder with the most ends: so no agent, not even one that was stopped since,
 * keeps another caller out by taking every place.
 */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import { type TransportMeter, UNMETERED } from '../../ports/metrics.ts';
import { addressKey } from './rate-limit.ts';

/** An address at its limit is named in the log at most this often, over all addresses. */
const SAY_PERIOD_MS = 60_000;

/** At the limit a new connection ends an older one; none is queued. */
export type ConnectionLimits = {
	/** Open connections. */
	readonly max: number;
	/** Open connections of one address (of IPv6: of its /64) that is not a trusted proxy. */
	readonly perAddressMax: number;
};

/** Marks a connection over which `holder` (a user or an agent) showed valid credentials: strangers do not end it. */
export type KeepConnection = (socket: Socket, holder: string) => void;

/** Whose an open connection is. */
type Place = {
	/** Of its address; undefined for a proxy. */
	readonly key: string | undefined;
	/** Undefined for a stranger. */
	holder: string | undefined;
};

/** The connections of one address, or of all. Sets are in the order in which connections came. */
type Share = { count: number; readonly strangers: Set<Socket>; readonly holders: Map<string, Set<Socket>> };

/** The connections of a server, and the limits that they are held to. */
type Watch = {
	readonly limits: ConnectionLimits;
	/** Peers that bring the connections of many callers; they are bounded by `max` alone, and kept. */
	readonly isProxy: (address: string | undefined) => boolean;
	readonly clock: Clock;
	readonly logger: Logger;
	readonly meter: TransportMeter;
	readonly addresses: Map<string, Share>;
	readonly open: Map<Socket, Place>;
	readonly all: Share;
	/** When a limit that was reached was last logged, monotonic. */
	saidAt: number;
};

/** Watches the server from before it listens. */
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
		saidAt: Number.NEGATIVE_INFINITY,
	};
	server.on('connection', (socket) => admit(watch, socket));
	return (socket, holder) => keep(watch, socket, holder);
}

function admit(watch: Watch, socket: Socket): void {
	watch.meter.opened('http');
	socket.once('close', () => watch.meter.closed('http'));
	// Undefined once the peer has gone again.
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

/** Ends one for a new one; false where each belongs to a holder of its own. */
function evictFor(watch: Watch, share: Share, key: string | undefined): boolean {
	say(watch, key);
	const [oldest] = share.strangers.size > 0 ? share.strangers : ofGreediest(share);
	if (oldest !== undefined) end(watch, oldest);
	return oldest !== undefined;
}

function say(watch: Watch, address: string | undefined): void {
	const now = watch.clock.monotonic();
	if (now - watch.saidAt < SAY_PERIOD_MS) return;
	watch.saidAt = now;
	watch.logger.warn(
		{ address, ...watch.limits },
		'A limit of connections is reached: the oldest without valid credentials ends for each new one. A proxy belongs into server.trustedProxies.',
	);
}

/** The shares that a connection counts in; none for a connection of a proxy. */
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

/** Those of the holder who has the most, oldest first; none where nobody has two. */
function ofGreediest({ holders }: Share): Iterable<Socket> {
	let most: ReadonlySet<Socket> = new Set();
	for (const held of holders.values()) if (held.size > most.size) most = held;
	return most.size > 1 ? most : [];
}

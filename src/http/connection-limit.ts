/**
 * How many connections the server takes, in all and from one address. At the limit the oldest connection without valid credentials
 * ends for each new one: so strangers can neither keep a caller with a token out nor end that caller's connections.
 */
import type { Server, Socket } from 'node:net';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { type TransportMeter, UNMETERED } from '../ports/metrics.ts';
import { addressKey } from './rate-limit.ts';

/** An address at its limit is named in the log at most this often, over all addresses. */
const SAY_PERIOD_MS = 60_000;

export type ConnectionLimits = {
	/** Open connections. */
	readonly max: number;
	/** Open connections of one address (of IPv6: of its /64) that is not a trusted proxy. */
	readonly perAddressMax: number;
};

/** Marks a connection over which somebody showed valid credentials: it is kept. */
export type KeepConnection = (socket: Socket) => void;

type Address = { count: number; readonly strangers: Set<Socket> };

/** Watches the server from before it listens. */
export function limitConnections(
	server: Server,
	parts: {
		readonly limits: ConnectionLimits;
		/** Peers that bring the connections of many callers; they are bounded by `max` alone, and kept. */
		readonly isProxy: (address: string | undefined) => boolean;
		readonly clock: Clock;
		readonly logger: Logger;
		readonly meter?: TransportMeter;
	},
): KeepConnection {
	const { limits, isProxy, clock, logger, meter = UNMETERED.transport } = parts;
	const addresses = new Map<string, Address>();
	/** Every open connection, with its address where that is no proxy. */
	const open = new Map<Socket, string | undefined>();
	/** Without credentials so far, oldest first. */
	const strangers = new Set<Socket>();
	let saidAt = Number.NEGATIVE_INFINITY;

	function say(address: string | undefined): void {
		const now = clock.monotonic();
		if (now - saidAt < SAY_PERIOD_MS) return;
		saidAt = now;
		logger.warn(
			{ address, ...limits },
			'A limit of connections is reached: the oldest without valid credentials ends for each new one. A proxy belongs into server.trustedProxies.',
		);
	}

	function add(socket: Socket, key: string | undefined): void {
		open.set(socket, key);
		socket.once('close', () => remove(socket));
		if (key === undefined) return;
		const address = addresses.get(key) ?? { count: 0, strangers: new Set() };
		addresses.set(key, address);
		address.count += 1;
		address.strangers.add(socket);
		strangers.add(socket);
	}

	function keep(socket: Socket): void {
		strangers.delete(socket);
		addresses.get(open.get(socket) ?? '')?.strangers.delete(socket);
	}

	function remove(socket: Socket): void {
		keep(socket);
		const key = open.get(socket);
		if (!open.delete(socket) || key === undefined) return;
		const address = addresses.get(key);
		if (address === undefined) return;
		address.count -= 1;
		if (address.count === 0) addresses.delete(key);
	}

	function end(socket: Socket): void {
		remove(socket);
		meter.refused();
		socket.destroy();
	}

	/** Ends the oldest of them; false where there is none. */
	function endOldest([oldest]: Iterable<Socket>, key: string | undefined): boolean {
		say(key);
		if (oldest !== undefined) end(oldest);
		return oldest !== undefined;
	}

	function hasRoom(key: string | undefined): boolean {
		const own = key === undefined ? undefined : addresses.get(key);
		if (own !== undefined && own.count >= limits.perAddressMax && !endOldest(own.strangers, key))
			return false;
		return open.size < limits.max || endOldest(strangers, key);
	}

	server.on('connection', (socket) => {
		meter.opened('http');
		socket.once('close', () => meter.closed('http'));
		// Undefined once the peer has gone again.
		const { remoteAddress } = socket;
		if (remoteAddress === undefined) return;
		const key = isProxy(remoteAddress) ? undefined : addressKey(remoteAddress);
		if (hasRoom(key)) add(socket, key);
		else end(socket);
	});
	return keep;
}

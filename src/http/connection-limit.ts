/** Of all connections that the server takes, how many may come from one address: so that no single one can take them all. */
import type { Server } from 'node:net';
import type { Clock } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import { type TransportMeter, UNMETERED } from '../ports/metrics.ts';
import { addressKey } from './rate-limit.ts';

/** An address at its limit is named in the log at most this often, over all addresses. */
const SAY_PERIOD_MS = 60_000;

/** Watches the server from before it listens: a connection beyond `max` of its address (of IPv6: of its /64) is closed at once. */
export function limitConnections(
	server: Server,
	parts: {
		readonly max: number;
		/** Peers that bring the connections of many callers; they are bounded by the server's own limit alone. */
		readonly isProxy: (address: string | undefined) => boolean;
		readonly clock: Clock;
		readonly logger: Logger;
		readonly meter?: TransportMeter;
	},
): void {
	const { max, isProxy, clock, logger, meter = UNMETERED.transport } = parts;
	const open = new Map<string, number>();
	let saidAt = Number.NEGATIVE_INFINITY;

	function say(address: string): void {
		const now = clock.monotonic();
		if (now - saidAt < SAY_PERIOD_MS) return;
		saidAt = now;
		logger.warn(
			{ address, connectionsPerAddressMax: max },
			'An address has as many connections as it may; more are refused. A proxy belongs into server.trustedProxies.',
		);
	}

	server.on('connection', (socket) => {
		meter.opened('http');
		socket.once('close', () => meter.closed('http'));
		// Undefined once the peer has gone again.
		const { remoteAddress } = socket;
		if (remoteAddress === undefined || isProxy(remoteAddress)) return;
		const key = addressKey(remoteAddress);
		const count = open.get(key) ?? 0;
		if (count >= max) {
			say(key);
			meter.refused();
			socket.destroy();
			return;
		}
		open.set(key, count + 1);
		socket.once('close', () => {
			const left = (open.get(key) ?? 1) - 1;
			if (left === 0) open.delete(key);
			else open.set(key, left);
		});
	});
}

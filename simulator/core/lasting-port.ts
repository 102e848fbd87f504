/** Chooses a port that will still be free when a closed server listens on it again. */
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Operating systems assign ephemeral ports from 32768 (Linux, ip_local_port_range) or 49152 (RFC 6335), read 2026-11.
 */
const LASTING_PORT_MIN = 10_000;
const LASTING_PORT_MAX = 32_767;
const LASTING_PORT_TRIES = 100;

/**
 * Listens on 127.0.0.1, on a free port below the range that operating systems assign, and returns the port.
 * @throws Error EADDRINUSE if every attempted port is in use
 */
export async function listenOnLastingPort(http: Server): Promise<number> {
	for (let tries = 1; ; tries += 1)
		try {
			return await listenOn(http, randomInt(LASTING_PORT_MIN, LASTING_PORT_MAX + 1));
		} catch (error) {
			const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
			if (!isTaken || tries === LASTING_PORT_TRIES) throw error;
		}
}

/** Listens on 127.0.0.1 and returns the port. @throws Error EADDRINUSE if it is in use */
export function listenOn(http: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		http.once('error', reject);
		http.listen(port, '127.0.0.1', () => {
			http.off('error', reject);
			resolve((http.address() as AddressInfo).port);
		});
	});
}

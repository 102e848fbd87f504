/** A port that is still free when a server that was closed listens on it again. */
import { randomInt } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Programs that ask for any port get one from 32768 on (Linux, ip_local_port_range) or 49152 on (RFC 6335), read 2026-11. */
const LASTING_PORT_MIN = 10_000;
const LASTING_PORT_MAX = 32_767;
const LASTING_PORT_TRIES = 100;

/**
 * Listens on a free port of 127.0.0.1 below those that systems hand out, and answers it.
 * @throws Error EADDRINUSE where all that were tried are taken
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

/** Listens on 127.0.0.1 and answers the port. @throws Error EADDRINUSE where it is taken */
export function listenOn(http: Server, port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		http.once('error', reject);
		http.listen(port, '127.0.0.1', () => {
			http.off('error', reject);
			resolve((http.address() as AddressInfo).port);
		});
	});
}

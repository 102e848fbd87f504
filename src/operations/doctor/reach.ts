/** Checks whether this machine can reach a host: DNS, port, and a TLS handshake with a valid certificate. */
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type ConnectionCause, connectionCause } from '../../domain/unreachable.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Host } from './exchange-hosts.ts';
import { reasonOf } from './finding.ts';
import { MACHINE_TEXTS } from './text.ts';

const CONNECT_MS_MAX = 5_000;

/** How long the connection took, milliseconds; or `lost`, the cause of the failure with the system's error text. */
export type Reach = { readonly tookMs: number } | { readonly lost: ConnectionCause; readonly reason: string };

/** Resolves a host name and connects to it. Reports the step that fails. */
export async function reach({ name, port }: Host, clock: Clock): Promise<Reach> {
	try {
		await lookup(name);
	} catch (error) {
		return { lost: 'dns', reason: reasonOf(error) };
	}
	return connection(() => connectTls({ host: name, port, servername: name }), 'secureConnect', clock);
}

/** Connects to a local port that replaces an exchange. That port uses no TLS. */
export function reachPort(port: number, clock: Clock): Promise<Reach> {
	return connection(() => connectTcp({ host: '127.0.0.1', port }), 'connect', clock);
}

function connection(open: () => Socket, ready: 'connect' | 'secureConnect', clock: Clock): Promise<Reach> {
	return new Promise((resolve) => {
		const begun = clock.monotonic();
		const socket = open();
		const end = (reached: Reach): void => {
			cancel();
			socket.destroy();
			resolve(reached);
		};
		const cancel = clock.after(CONNECT_MS_MAX, () =>
			end({ lost: 'timeout', reason: MACHINE_TEXTS.timeout(CONNECT_MS_MAX) }),
		);
		socket.once(ready, () => end({ tookMs: Math.round(clock.monotonic() - begun) }));
		socket.once('error', (error) => end({ lost: connectionCause(error), reason: reasonOf(error) }));
	});
}

/** Checks that a port is free before the service starts. */
import { createServer } from 'node:net';
import { START_TEXT } from './text.ts';

/**
 * Checks that the service can listen on a port. Port 0 is always free. @throws Error that names the port if it is in
 * use or not allowed.
 */
export function requireFreePort(host: string, port: number): Promise<void> {
	if (port === 0) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', (error: NodeJS.ErrnoException) => {
			const sentence =
				error.code === 'EADDRINUSE'
					? START_TEXT.portTaken(port, host)
					: START_TEXT.portUnusable(port, host, error.message);
			reject(new Error(sentence));
		});
		probe.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port, exclusive: true }, () =>
			probe.close(() => resolve()),
		);
	});
}

/** Checks that a port is free before the service starts. */
import { createServer } from 'node:net';

/** Checks a port; port 0 is always free. @throws Error that names the port when it is in use or not allowed. */
export function requireFreePort(host: string, port: number): Promise<void> {
	if (port === 0) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', (error: NodeJS.ErrnoException) => {
			const why =
				error.code === 'EADDRINUSE' ? 'is used by another program' : `cannot be used: ${error.message}`;
			reject(
				new Error(`Port ${port} of ${host} ${why}. Stop that program, or choose another port with --port.`),
			);
		});
		probe.listen({ host: host === 'localhost' ? '127.0.0.1' : host, port, exclusive: true }, () =>
			probe.close(() => resolve()),
		);
	});
}

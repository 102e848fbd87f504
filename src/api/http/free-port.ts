/** Asks whether a port can be listened on, before anything is started that would have to be stopped again. */
import { createServer } from 'node:net';

/** @throws Error that names the port, when it is taken or may not be used. Port 0 is always free. */
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

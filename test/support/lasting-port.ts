/** Finds a free port that a service can use again after a kill and a restart. */
import { createServer } from 'node:http';
import { listenOnLastingPort } from '../../simulator/core/lasting-port.ts';

/**
 * Returns a free port that the system does not assign to other programs, so that it stays free while no service
 * listens on it.
 */
export async function lastingPort(): Promise<number> {
	const server = createServer();
	const port = await listenOnLastingPort(server);
	await new Promise((resolve) => server.close(resolve));
	return port;
}

/** Finds a free port on which a killed service can be restarted. */
import { createServer } from 'node:http';
import { listenOnLastingPort } from '../../simulator/core/lasting-port.ts';

/** Returns a free port. While the port is unused, no other program on this machine gets it. */
export async function lastingPort(): Promise<number> {
	const server = createServer();
	const port = await listenOnLastingPort(server);
	await new Promise((resolve) => server.close(resolve));
	return port;
}

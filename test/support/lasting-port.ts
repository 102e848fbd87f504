/** A free port on which a service that was killed can be started again. */
import { createServer } from 'node:http';
import { listenOnLastingPort } from '../../simulator/core/lasting-port.ts';

/** While nobody listens on it, no other program of this machine is given it. */
export async function lastingPort(): Promise<number> {
	const server = createServer();
	const port = await listenOnLastingPort(server);
	await new Promise((resolve) => server.close(resolve));
	return port;
}

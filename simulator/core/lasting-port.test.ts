import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listenOn, listenOnLastingPort } from './lasting-port.ts';

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));

test('a port to reuse is outside the range assigned by systems', async () => {
	const server = createServer();
	const port = await listenOnLastingPort(server);
	expect((server.address() as AddressInfo).port).toBe(port);
	expect(port).toBeLessThan(32_768);
	await closed(server);
});

test('a port in use is refused, and another one is found', async () => {
	const [first, second] = [createServer(), createServer()];
	const port = await listenOnLastingPort(first);
	await expect(listenOn(second, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
	expect(await listenOnLastingPort(second)).not.toBe(port);
	await closed(second);
	await closed(first);
});

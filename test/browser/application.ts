/** Provides a local application that receives the browser's redirect on a free port (RFC 8252, section 7.3). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local application that waits for the browser to return. */
export type Application = AsyncDisposable & {
	readonly redirectUri: string;
	/** Resolves to the URL that the browser returned to. */
	returned(): Promise<URL>;
};

const PAGE = `<!doctype html><html lang="en"><head><title>Back</title></head><body><h1>Back in the application</h1></body></html>`;

/** Starts the application on a free port of 127.0.0.1. */
export async function startApplication(): Promise<Application> {
	const waiting: ((url: URL) => void)[] = [];
	const came: URL[] = [];
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', redirectUri);
		response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
		if (url.pathname !== '/back') return;
		const next = waiting.shift();
		if (next === undefined) came.push(url);
		else next(url);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	const redirectUri = `http://127.0.0.1:${port}/back`;
	return {
		redirectUri,
		returned: () =>
			new Promise((resolve) => {
				const known = came.shift();
				if (known === undefined) waiting.push(resolve);
				else resolve(known);
			}),
		[Symbol.asyncDispose]: () =>
			new Promise((resolve) => {
				server.closeAllConnections();
				server.close(() => resolve());
			}),
	};
}

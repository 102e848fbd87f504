/** Runs an HTTP server that receives alerts. A test chooses its responses. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedAlert = {
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** The request body as received. */
	readonly body: Buffer;
	/** The request body, parsed as a webhook message. */
	readonly read: {
		readonly type: string;
		readonly timestamp: string;
		readonly data: Readonly<Record<string, unknown>> & { readonly facts: Readonly<Record<string, unknown>> };
	};
};

export type AlertReceiver = AsyncDisposable & {
	readonly url: string;
	readonly received: readonly ReceivedAlert[];
	/** Sets how the server responds from now on; with undefined it responds with status 204. */
	readonly answer: (
		answer: ((response: ServerResponse, request: IncomingMessage) => void) | undefined,
	) => void;
	/** Resolves once this many alerts have arrived in total. */
	readonly count: (count: number) => Promise<void>;
};

export async function startAlertReceiver(): Promise<AlertReceiver> {
	const received: ReceivedAlert[] = [];
	const waiting = new Set<() => void>();
	let answer: ((response: ServerResponse, request: IncomingMessage) => void) | undefined;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const body = Buffer.concat(chunks);
			received.push({
				path: request.url ?? '',
				headers: request.headers,
				body,
				read: JSON.parse(body.toString('utf8')) as ReceivedAlert['read'],
			});
			if (answer === undefined) response.writeHead(204).end();
			else answer(response, request);
			for (const wake of [...waiting]) wake();
		});
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		received,
		answer(next) {
			answer = next;
		},
		count: (count) =>
			new Promise((resolve) => {
				const check = (): void => {
					if (received.length < count) return;
					waiting.delete(check);
					resolve();
				};
				waiting.add(check);
				check();
			}),
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

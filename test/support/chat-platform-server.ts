/** Serves the chat stand-ins over HTTP and WebSockets on this machine. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';
import { systemClock } from '../../src/runtime/clock.ts';
import { createSlackStandIn, type SlackStandIn } from './slack-stand-in.ts';
import { createTelegramStandIn, type StandInAnswer, type TelegramStandIn } from './telegram-stand-in.ts';

export type ChatPlatformServer = AsyncDisposable & {
	/** Base address of both platforms: Telegram at `/bot…`, Slack at `/api/…`. */
	readonly url: string;
	readonly telegram: TelegramStandIn;
	readonly slack: SlackStandIn;
	/** Paths of all requests so far. */
	readonly paths: readonly string[];
	/** Header `user-agent` of the last request. */
	readonly agent: () => string | undefined;
};

/** Starts the server on a free port. */
export async function startChatPlatforms(): Promise<ChatPlatformServer> {
	let url = '';
	let agent: string | undefined;
	const paths: string[] = [];
	const telegram = createTelegramStandIn(systemClock);
	const slack = createSlackStandIn(systemClock, () => url);
	const answerTo = async (request: IncomingMessage): Promise<StandInAnswer & { retryAfterS?: number }> => {
		const path = request.url ?? '';
		paths.push(path);
		agent = request.headers['user-agent'];
		const body = await bodyOf(request);
		if (request.method !== 'POST' || body === undefined) return { status: 400, body: { ok: false } };
		return path.startsWith('/bot')
			? telegram.serve(path, body)
			: slack.serve(path, body, request.headers.authorization);
	};
	const server = createServer((request, response) => {
		answerTo(request).then(({ status, body, retryAfterS }) => {
			response.writeHead(status, {
				'content-type': 'application/json',
				...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
			});
			response.end(JSON.stringify(body));
		});
	});
	const sockets = new WebSocketServer({ server });
	sockets.on('connection', (socket, request) => {
		const link = slack.connect(`${url}${request.url}`, {
			onMessage: (text) => socket.send(text),
			onSign() {},
			onClose: () => socket.terminate(),
		});
		if (link === undefined) return socket.terminate();
		socket.on('message', (data) => link.receive(String(data)));
		socket.on('close', link.drop);
	});
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve);
	});
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		telegram,
		slack,
		paths,
		agent: () => agent,
		async [Symbol.asyncDispose]() {
			for (const socket of sockets.clients) socket.terminate();
			server.closeAllConnections();
			await new Promise((resolve) => {
				server.close(resolve);
			});
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | undefined> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	try {
		return JSON.parse(Buffer.concat(chunks).toString('utf8'));
	} catch {
		return undefined;
	}
}

/**
 * Sends requests to the chat platforms and opens their WebSockets, with limits on time and size. Failures contain no
 * part of the URL, because Telegram's URLs hold the bot's token.
 */
import WebSocket from 'ws';
import type { ChatResponse, ChatSocket, ChatSocketEvents, ChatTransport } from '../ports/chat-transport.ts';
import type { Clock } from '../ports/clock.ts';

/** Maximum length of a response body. A full batch of 100 Telegram updates stays below it. */
const BODY_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum length of a WebSocket message. */
const MESSAGE_BYTES_MAX = 1024 * 1024;

/** Creates the transport. @param agent value of the header User-Agent */
export function createChatTransport({
	clock,
	agent,
}: {
	readonly clock: Clock;
	readonly agent: string;
}): ChatTransport {
	const underWay = new Set<AbortController>();
	const sockets = new Set<WebSocket>();
	let isClosed = false;
	return {
		async post({ url, body, token, timeLimitMs }) {
			if (isClosed) return unanswered('the service is stopping');
			const abort = new AbortController();
			underWay.add(abort);
			const cancel = clock.after(timeLimitMs, () => abort.abort(new Error('late')));
			try {
				const response = await fetch(url, {
					method: 'POST',
					redirect: 'error',
					signal: abort.signal,
					headers: {
						'content-type': 'application/json; charset=utf-8',
						'user-agent': agent,
						...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
					},
					body: JSON.stringify(body),
				});
				return {
					kind: 'answered',
					status: response.status,
					retryAfterS: secondsOf(response.headers.get('retry-after')),
					body: objectOf(await limitedText(response)),
				};
			} catch (error) {
				if (isClosed) return unanswered('the service is stopping');
				return unanswered(
					abort.signal.aborted ? `no answer within ${timeLimitMs / 1_000} s` : causeOf(error),
				);
			} finally {
				cancel();
				underWay.delete(abort);
			}
		},
		open(url, events) {
			const socket = new WebSocket(url, {
				maxPayload: MESSAGE_BYTES_MAX,
				perMessageDeflate: false,
				headers: { 'user-agent': agent },
			});
			sockets.add(socket);
			return wired(socket, events, () => sockets.delete(socket));
		},
		close() {
			isClosed = true;
			for (const abort of underWay) abort.abort(new Error('stopped'));
			for (const socket of sockets) socket.terminate();
		},
	};
}

function wired(socket: WebSocket, events: ChatSocketEvents, onEnd: () => void): ChatSocket {
	let failure: string | undefined;
	socket.on('message', (data, isBinary) => {
		events.onSign();
		if (!isBinary) events.onMessage(String(data));
	});
	socket.on('ping', events.onSign);
	socket.on('pong', events.onSign);
	socket.on('error', (error) => {
		failure = causeOf(error);
	});
	socket.on('close', (code) => {
		onEnd();
		events.onClose(failure ?? `closed with code ${code}`);
	});
	const whenOpen = (act: () => void): void => {
		if (socket.readyState === WebSocket.OPEN) act();
	};
	return {
		send: (text) => whenOpen(() => socket.send(text)),
		ping: () => whenOpen(() => socket.ping()),
		cut: () => socket.terminate(),
	};
}

const unanswered = (reason: string): ChatResponse => ({ kind: 'unanswered', reason });

async function limitedText(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (length > BODY_BYTES_MAX) throw new Error('too large');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function objectOf(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}

function secondsOf(header: string | null): number | undefined {
	return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined;
}

/** Returns the system's error code, such as ECONNREFUSED. Other messages may repeat the URL. */
function causeOf(error: unknown): string {
	const { code, cause } = (error ?? {}) as {
		readonly code?: unknown;
		readonly cause?: { readonly code?: unknown };
	};
	for (const found of [code, cause?.code])
		if (typeof found === 'string' && /^[A-Z_0-9]{1,60}$/.test(found)) return found;
	return error instanceof Error && error.message === 'too large'
		? `the response exceeds ${BODY_BYTES_MAX} bytes`
		: 'the connection failed';
}

/**
 * Runs a Slack app in Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode and
 * https://docs.slack.dev/reference/methods/apps.connections.open, read 2026-11-28). Slack sends envelopes over a
 * WebSocket and expects an acknowledgement of each within 3 s. An envelope is stored first and acknowledged at once;
 * its answer follows later. The store recognizes an envelope that arrives again.
 *
 * Answers go to the `response_url` of the command, which only its person sees. It works five times within 30 minutes;
 * after that the answer is a direct message of the app (`chat.postMessage`).
 */
import type { ChatPlace } from '../ports/chat.ts';
import type { ChatResponse, ChatSocket } from '../ports/chat-transport.ts';
import type { Sentence } from '../sentences/sentence.ts';
import type { ChatOutlet } from './asked.ts';
import {
	type ConnectionState,
	connectionState,
	createWaiter,
	retryDelay,
	type Waiter,
} from './connection.ts';
import type { Message } from './message.ts';
import { slackMessageOf } from './slack-envelopes.ts';
import { slackMessage } from './slack-markup.ts';
import type { ChatSession, SessionParts } from './telegram-session.ts';
import { CONNECTION_TEXT, PLATFORM_NAMES } from './text.ts';

const CALL_LIMIT_MS = 15_000;
/** Period of our pings, milliseconds. */
const PING_MS = 20_000;
/** A connection without any sign for this long is dead, milliseconds. */
const SILENCE_MS_MAX = 60_000;
/** Attempts to send one message. With the delays between them they take one to two minutes. */
const SEND_TRIES_MAX = 8;
const RETRY_AFTER_S_MAX = 60;
/** Host of the addresses in `response_url`. */
const ANSWER_ORIGIN = 'https://hooks.slack.com';
const NAME = PLATFORM_NAMES.slack;

/** Tokens of a Slack app. The app token opens connections; the bot token sends messages. */
export type SlackTokens = { readonly appToken: string; readonly botToken: string };

type Session = SessionParts & {
	readonly tokens: SlackTokens;
	/** Base URL of the Web API, without a trailing slash. */
	readonly base: string;
	readonly state: ConnectionState;
	readonly waiter: Waiter;
	/** Connections that are open or opening. There are two while Slack replaces one. */
	readonly sockets: Set<ChatSocket>;
};

/** Creates the session of an app. @param apiUrl base URL of the Web API */
export function createSlackSession(tokens: SlackTokens, apiUrl: string, parts: SessionParts): ChatSession {
	const session: Session = {
		...parts,
		tokens,
		base: apiUrl.replace(/\/$/, ''),
		state: connectionState('slack', parts),
		waiter: createWaiter(parts.clock),
		sockets: new Set(),
	};
	let receiving: Promise<void> | undefined;
	return {
		outlet: outletOf(session),
		connection: session.state.read,
		start() {
			receiving = receive(session);
		},
		async close() {
			session.waiter.close();
			for (const socket of session.sockets) socket.cut();
			await receiving;
		},
	};
}

/** Keeps a connection open until the session closes. Never rejects. */
async function receive(session: Session): Promise<void> {
	const { waiter, state, random } = session;
	while (!waiter.isClosed) {
		const url = await connectionUrl(session);
		// `connected` ends when Slack asks for a new connection, or when this one is lost.
		const wasReplaced = url !== undefined && (await connected(session, url));
		if (!wasReplaced && !waiter.isClosed) await waiter.wait(retryDelay(state.failures, random));
	}
}

async function connectionUrl(session: Session): Promise<string | undefined> {
	const { tokens, waiter, state } = session;
	const response = await call(session, 'apps.connections.open', {}, tokens.appToken);
	const url = response.kind === 'answered' && response.body?.ok === true ? response.body.url : undefined;
	if (typeof url === 'string' && /^wss?:\/\//.test(url)) return url;
	if (waiter.isClosed) return undefined;
	state.failed(problemOf(response));
	const seconds = retryAfter(response);
	if (seconds !== undefined) await waiter.wait(seconds * 1_000);
	return undefined;
}

/** Runs one connection. True if Slack asked to replace it, false if it was lost or refused. */
function connected(session: Session, url: string): Promise<boolean> {
	const { transport, clock, state, waiter, sockets } = session;
	return new Promise((resolve) => {
		let lastSign = clock.monotonic();
		const cancel = clock.every(PING_MS, () => {
			if (clock.monotonic() - lastSign > SILENCE_MS_MAX) socket.cut();
			else socket.ping();
		});
		const socket = transport.open(url, {
			onSign() {
				lastSign = clock.monotonic();
			},
			onMessage: (text) => void received(session, socket, text, resolve),
			onClose(reason) {
				cancel();
				sockets.delete(socket);
				// A connection that Slack has replaced ends without consequences: `resolve` was called before.
				if (!waiter.isClosed && sockets.size === 0 && state.read().state === 'connected')
					state.failed(CONNECTION_TEXT.closed({ platform: NAME, reason }));
				else if (!waiter.isClosed && state.read().state !== 'connected')
					state.failed(CONNECTION_TEXT.unreachable({ platform: NAME, reason }));
				resolve(false);
			},
		});
		sockets.add(socket);
		if (waiter.isClosed) socket.cut();
	});
}

async function received(
	session: Session,
	socket: ChatSocket,
	text: string,
	onEnd: (wasReplaced: boolean) => void,
): Promise<void> {
	const { state, log, meter, inbox } = session;
	const message = slackMessageOf(text, (url) => isAnswerUrl(session, url));
	switch (message.kind) {
		case 'hello':
			state.connected();
			if ((message.connections ?? 1) > session.sockets.size)
				log.warn(
					{ platform: 'slack', connections: message.connections },
					'another program uses the same Slack app and receives some of its commands',
				);
			return;
		case 'disconnect':
			// After `link_disabled` a new connection is refused, which then shows as the problem.
			onEnd(message.reason !== 'link_disabled');
			return;
		case 'envelope':
			try {
				if (message.entry !== undefined)
					await inbox.accept('slack', [{ key: message.envelopeId, entry: message.entry }]);
				socket.send(JSON.stringify({ envelope_id: message.envelopeId }));
			} catch (error) {
				meter.failure('slack', 'store');
				log.error({ platform: 'slack', error }, 'received chat commands could not be stored');
			}
			return;
		case 'other':
			return;
	}
}

function isAnswerUrl({ base }: Session, text: string): boolean {
	const url = URL.parse(text);
	return url !== null && (url.origin === ANSWER_ORIGIN || url.origin === new URL(base).origin);
}

function call({ transport, base }: Session, method: string, body: object, token: string) {
	return transport.post({ url: `${base}/${method}`, body, token, timeLimitMs: CALL_LIMIT_MS });
}

/** Slack answers 429 with the header Retry-After (https://docs.slack.dev/apis/web-api/rate-limits), seconds. */
function retryAfter(response: ChatResponse): number | undefined {
	return response.kind === 'answered' && response.status === 429 ? (response.retryAfterS ?? 1) : undefined;
}

function problemOf(response: ChatResponse): Sentence {
	if (response.kind === 'unanswered')
		return CONNECTION_TEXT.unreachable({ platform: NAME, reason: response.reason });
	const seconds = retryAfter(response);
	if (seconds !== undefined) return CONNECTION_TEXT.limited({ platform: NAME, seconds });
	const error = response.body?.error;
	const said = typeof error === 'string' ? error.slice(0, 100) : String(response.status);
	return /auth|token/.test(said)
		? CONNECTION_TEXT.badToken({ platform: NAME, status: said })
		: CONNECTION_TEXT.refused({ platform: NAME, status: said });
}

function outletOf(session: Session): ChatOutlet {
	return {
		async send(place, message, { answerUrl }) {
			await deliver(session, place, message, answerUrl, false);
		},
		async pressed(place, text, { answerUrl }) {
			// Replacing the message removes its buttons. Without an address there is nothing to replace.
			if (answerUrl !== undefined) await deliver(session, place, { title: text, lines: [] }, answerUrl, true);
		},
		async replace(place, message, { answerUrl }) {
			await deliver(session, place, message, answerUrl, answerUrl !== undefined);
		},
	};
}

/** Sends with retries. An address that no longer works is replaced by a direct message. */
async function deliver(
	session: Session,
	place: ChatPlace,
	message: Message,
	answerUrl: string | undefined,
	replaces: boolean,
): Promise<void> {
	const { transport, tokens, waiter, random, meter, log } = session;
	let url = answerUrl;
	for (let tries = 1; !waiter.isClosed; tries += 1) {
		const response =
			url === undefined
				? await call(
						session,
						'chat.postMessage',
						// A user id opens the app's direct messages with that person.
						{ channel: place.personId.split('/')[1], ...slackMessage(message) },
						tokens.botToken,
					)
				: await transport.post({
						url,
						body: {
							...slackMessage(message),
							...(replaces
								? { replace_original: true }
								: { response_type: 'ephemeral', replace_original: false }),
						},
						timeLimitMs: CALL_LIMIT_MS,
					});
		if (isDelivered(response, url !== undefined)) return;
		const seconds = retryAfter(response);
		const mayRetry = response.kind === 'unanswered' || response.status >= 500 || seconds !== undefined;
		if (!mayRetry && url !== undefined && !replaces) {
			url = undefined;
			continue;
		}
		if (!mayRetry || tries >= SEND_TRIES_MAX || (seconds ?? 0) > RETRY_AFTER_S_MAX) {
			meter.failure('slack', 'send');
			log.warn({ platform: 'slack', problem: problemOf(response).text }, 'a chat answer could not be sent');
			return;
		}
		await waiter.wait(seconds === undefined ? retryDelay(tries, random) : seconds * 1_000);
	}
}

/** The Web API reports errors with `ok: false`; a `response_url` answers 2xx with the text `ok`. */
function isDelivered(response: ChatResponse, isAnswerUrl: boolean): boolean {
	if (response.kind === 'unanswered' || response.status < 200 || response.status > 299) return false;
	return isAnswerUrl ? response.body?.ok !== false : response.body?.ok === true;
}

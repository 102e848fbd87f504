/**
 * Runs a Telegram bot by long polling (https://core.telegram.org/bots/api#getupdates, read 2026-11-28). Telegram keeps
 * an update for 24 hours, until `getUpdates` is called with a higher offset. The session calls it so only once the
 * updates are stored, so a restart loses none; the store recognizes an update that arrives again. Telegram answers 409
 * to a second poller, and while a webhook is set.
 */
import type { ChatPlace } from '../ports/chat.ts';
import type { ChatResponse, ChatTransport } from '../ports/chat-transport.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ChatMeter } from '../ports/metrics.ts';
import type { Sentence } from '../sentences/sentence.ts';
import type { ChatOutlet } from './asked.ts';
import {
	type ConnectionState,
	connectionState,
	createWaiter,
	retryDelay,
	type Waiter,
} from './connection.ts';
import type { ChatInbox } from './inbox.ts';
import { telegramMessage } from './telegram-markup.ts';
import { entryOf, updateId } from './telegram-updates.ts';
import { CONNECTION_TEXT, PLATFORM_NAMES } from './text.ts';

/** Time that Telegram holds a poll open while there is no update, seconds. */
const POLL_S = 50;
/** Time limit of a poll, milliseconds. */
const POLL_LIMIT_MS = 65_000;
const SEND_LIMIT_MS = 15_000;
const UPDATES_MAX = 100;
/** Attempts to send one message. With the delays between them they take one to two minutes. */
const SEND_TRIES_MAX = 8;
/** Longest wait that a message accepts from the rate limit, seconds. */
const RETRY_AFTER_S_MAX = 60;
const NAME = PLATFORM_NAMES.telegram;

/** Dependencies of a session. */
export type SessionParts = {
	readonly transport: ChatTransport;
	readonly inbox: Pick<ChatInbox, 'accept'>;
	readonly clock: Clock;
	readonly random: Pick<Random, 'unit'>;
	readonly log: Logger;
	readonly meter: ChatMeter;
};

/** A bot's session at one platform. */
export interface ChatSession {
	readonly outlet: ChatOutlet;
	readonly connection: ConnectionState['read'];
	/** Starts receiving in the background. */
	start(): void;
	/** Stops receiving and sending. */
	close(): Promise<void>;
}

type Session = SessionParts & {
	/** Address of the bot's methods. It contains the token, so it is never logged. */
	readonly base: string;
	/** The bot's public id. Each bot counts its own updates. */
	readonly botId: string;
	readonly state: ConnectionState;
	readonly waiter: Waiter;
	/**
	 * Offset that confirms the stored updates; undefined once they are confirmed. It is not kept longer, because
	 * Telegram continues with a random id after a week without updates.
	 */
	offset: number | undefined;
};

/** Creates the session of a bot. @param apiUrl base URL of the Bot API */
export function createTelegramSession(token: string, apiUrl: string, parts: SessionParts): ChatSession {
	const session: Session = {
		...parts,
		base: `${apiUrl.replace(/\/$/, '')}/bot${token}`,
		botId: token.split(':')[0] ?? '',
		offset: undefined,
		state: connectionState('telegram', parts),
		waiter: createWaiter(parts.clock),
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
			await receiving;
		},
	};
}

/** Polls until the session closes. Never rejects. */
async function receive(session: Session): Promise<void> {
	const { waiter, state, random } = session;
	let botName: string | undefined;
	while (!waiter.isClosed) {
		botName ??= await ownName(session);
		const isDone = botName !== undefined && (await poll(session, botName));
		if (!isDone && !waiter.isClosed) await waiter.wait(retryDelay(state.failures, random));
	}
}

async function ownName(session: Session): Promise<string | undefined> {
	const response = await post(session, 'getMe', {}, SEND_LIMIT_MS);
	const name = (resultOf(response) as { readonly username?: unknown } | undefined)?.username;
	if (typeof name === 'string') {
		session.state.connected(name);
		return name;
	}
	await failed(session, response);
	return undefined;
}

/** Makes one poll and hands its updates over. False after a failure. */
async function poll(session: Session, botName: string): Promise<boolean> {
	const { inbox, state, log, meter, botId, offset } = session;
	const response = await post(
		session,
		'getUpdates',
		{
			// The first poll after a failure returns at once, so that the state shows soon that it works again.
			timeout: state.failures > 0 ? 0 : POLL_S,
			limit: UPDATES_MAX,
			allowed_updates: ['message', 'callback_query'],
			...(offset === undefined ? {} : { offset }),
		},
		POLL_LIMIT_MS,
	);
	const updates = resultOf(response);
	if (!Array.isArray(updates)) {
		await failed(session, response);
		return false;
	}
	state.connected();
	const ids = updates.flatMap((update) => updateId(update) ?? []);
	const entries = updates.flatMap((update) => {
		const entry = entryOf(update, botName);
		return entry === undefined ? [] : [{ key: `${botId} ${updateId(update)}`, entry }];
	});
	try {
		await inbox.accept('telegram', entries);
		session.offset = ids.length === 0 ? undefined : Math.max(...ids) + 1;
		return true;
	} catch (error) {
		state.failed(CONNECTION_TEXT.storeFailed());
		meter.failure('telegram', 'store');
		log.error({ platform: 'telegram', error }, 'received chat commands could not be stored');
		return false;
	}
}

async function failed({ state, waiter }: Session, response: ChatResponse): Promise<void> {
	if (waiter.isClosed) return;
	const seconds = retryAfter(response);
	state.failed(problemOf(response));
	if (seconds !== undefined) await waiter.wait(seconds * 1_000);
}

function problemOf(response: ChatResponse): Sentence {
	if (response.kind === 'unanswered')
		return CONNECTION_TEXT.unreachable({ platform: NAME, reason: response.reason });
	const { status, body } = response;
	const description = typeof body?.description === 'string' ? body.description.slice(0, 200) : String(status);
	if (status === 409) return CONNECTION_TEXT.conflict({ platform: NAME, description });
	if (status === 429) return CONNECTION_TEXT.limited({ platform: NAME, seconds: retryAfter(response) ?? 1 });
	// Telegram answers 401 to a revoked token and 404 to a token of the wrong form.
	return status === 401 || status === 404
		? CONNECTION_TEXT.badToken({ platform: NAME, status: String(status) })
		: CONNECTION_TEXT.refused({ platform: NAME, status: description });
}

/** Returns `parameters.retry_after` of a 429 (https://core.telegram.org/bots/api#responseparameters), seconds. */
function retryAfter(response: ChatResponse): number | undefined {
	if (response.kind === 'unanswered' || response.status !== 429) return undefined;
	const { retry_after: seconds } = (response.body?.parameters ?? {}) as { readonly retry_after?: unknown };
	return typeof seconds === 'number' && seconds >= 0 ? seconds : (response.retryAfterS ?? 1);
}

function resultOf(response: ChatResponse): unknown {
	return response.kind === 'answered' && response.body?.ok === true ? response.body.result : undefined;
}

function post({ transport, base }: Session, method: string, body: object, timeLimitMs: number) {
	return transport.post({ url: `${base}/${method}`, body, timeLimitMs });
}

function outletOf(session: Session): ChatOutlet {
	const chat = ({ chatId }: ChatPlace) => ({ chat_id: Number(chatId) });
	return {
		async send(place, message) {
			await deliver(session, 'sendMessage', { ...chat(place), ...telegramMessage(message) });
		},
		async pressed(place, text, { queryId, messageId }) {
			if (queryId !== undefined)
				await deliver(session, 'answerCallbackQuery', {
					callback_query_id: queryId,
					text: text.slice(0, 200),
				});
			if (messageId !== undefined)
				await deliver(session, 'editMessageReplyMarkup', {
					...chat(place),
					message_id: messageId,
					reply_markup: { inline_keyboard: [] },
				});
		},
		async replace(place, message, { messageId }) {
			const content = { ...chat(place), ...telegramMessage(message) };
			const isEdited =
				messageId !== undefined &&
				(await deliver(session, 'editMessageText', { ...content, message_id: messageId }));
			if (!isEdited) await deliver(session, 'sendMessage', content);
		},
	};
}

/**
 * Sends with retries while Telegram is unreachable, fails (5xx) or limits the rate. Another refusal is final: the chat
 * may have blocked the bot, or the button's query is too old. Resolves to true once it is delivered.
 */
async function deliver(session: Session, method: string, body: object): Promise<boolean> {
	const { waiter, random, meter, log } = session;
	for (let tries = 1; !waiter.isClosed; tries += 1) {
		const response = await post(session, method, body, SEND_LIMIT_MS);
		if (resultOf(response) !== undefined) return true;
		const seconds = retryAfter(response);
		const mayRetry = response.kind === 'unanswered' || response.status >= 500 || seconds !== undefined;
		if (!mayRetry || tries >= SEND_TRIES_MAX || (seconds ?? 0) > RETRY_AFTER_S_MAX) {
			meter.failure('telegram', 'send');
			log.warn(
				{ platform: 'telegram', method, problem: problemOf(response).text },
				'a chat answer could not be sent',
			);
			return false;
		}
		await waiter.wait(seconds === undefined ? retryDelay(tries, random) : seconds * 1_000);
	}
	return false;
}

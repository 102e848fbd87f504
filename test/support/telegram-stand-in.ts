/**
 * Replaces Telegram's Bot API and enforces what its documentation states (https://core.telegram.org/bots/api,
 * read 2026-11-28): the token in the path, confirmation by offset, one poller, the limits of messages and buttons, and
 * HTML entities. It has a clock, so that tests in virtual time can use it without a network.
 */
import type { Clock } from '../../src/ports/clock.ts';

/** A person or a chat. Groups have negative ids and a title. */
export type TelegramChat = { readonly id: number; readonly title?: string };
export type TelegramPerson = { readonly id: number; readonly username: string };

type Body = Readonly<Record<string, unknown>>;
export type StandInAnswer = { readonly status: number; readonly body: Body };
type Keyboard = readonly (readonly { readonly text: string; readonly callback_data: string }[])[];
/** A message that the bot has sent. `text` is without markup. */
export type SentMessage = {
	readonly messageId: number;
	readonly chatId: number;
	text: string;
	keyboard: Keyboard;
};
type Poll = {
	readonly end: (answer: StandInAnswer) => void;
	readonly cancel: () => void;
	readonly limit: number;
};

const TEXT_MAX = 4_096;
const DATA_BYTES_MAX = 64;
const BOT = { id: 123_456, is_bot: true, first_name: 'Carry', username: 'carry_test_bot' };
export const TELEGRAM_TOKEN = '123456:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

export type TelegramStandIn = {
	/** Serves a request. Never rejects. A poll stays open until there is an update or its time is over. */
	readonly serve: (path: string, body: Body) => Promise<StandInAnswer>;
	readonly sent: readonly SentMessage[];
	/** Texts with which pressed buttons were answered. */
	readonly answered: readonly string[];
	/** A person sends a text. */
	readonly say: (text: string, from: TelegramPerson, chat?: TelegramChat) => void;
	/** A person presses a button of a message, also of one whose buttons are gone by now. */
	readonly press: (data: string, from: TelegramPerson, of: SentMessage) => void;
	/** Delivers the last update again, as after a lost confirmation. */
	readonly repeatLast: () => void;
	/** Answers the next request of a method with this instead. */
	readonly answerNext: (method: string, answer: StandInAnswer) => void;
	/** True while a poll waits for updates. */
	isPolled(): boolean;
	/** Polls as another program would, which ends the present poll with 409. */
	readonly pollElsewhere: () => Promise<StandInAnswer>;
	/** Number of updates that are not confirmed. */
	readonly unconfirmed: () => number;
	/** While true, a webhook is set. */
	hasWebhook: boolean;
};

type State = {
	readonly clock: Clock;
	readonly updates: { id: number; update: Body }[];
	readonly sent: SentMessage[];
	readonly answered: string[];
	readonly queries: Set<string>;
	readonly next: Map<string, StandInAnswer[]>;
	readonly chats: Set<number>;
	poll: Poll | undefined;
	last: Body;
	lastId: number;
	hasWebhook: boolean;
};

const ok = (result: unknown): StandInAnswer => ({ status: 200, body: { ok: true, result } });

export function refusal(status: number, description: string, parameters?: object): StandInAnswer {
	return {
		status,
		body: { ok: false, error_code: status, description, ...(parameters === undefined ? {} : { parameters }) },
	};
}

export function createTelegramStandIn(clock: Clock): TelegramStandIn {
	const state: State = {
		clock,
		updates: [],
		sent: [],
		answered: [],
		queries: new Set(),
		next: new Map(),
		chats: new Set(),
		poll: undefined,
		last: {},
		lastId: 900_000,
		hasWebhook: false,
	};
	return {
		serve: (path, body) => serve(state, path, body),
		sent: state.sent,
		answered: state.answered,
		say(text, from, chat = { id: from.id }) {
			state.chats.add(chat.id);
			const isGroup = chat.title !== undefined;
			push(state, {
				message: {
					message_id: state.lastId + 1,
					date: Math.floor(clock.now() / 1_000),
					from: { ...from, is_bot: false, first_name: from.username },
					chat: { ...chat, type: isGroup ? 'group' : 'private' },
					text,
				},
			});
		},
		press(data, from, { messageId, chatId }) {
			const id = `query${state.lastId + 1}`;
			state.queries.add(id);
			push(state, {
				callback_query: {
					id,
					from: { ...from, is_bot: false, first_name: from.username },
					message: { message_id: messageId, date: 1, chat: { id: chatId, type: 'private' } },
					chat_instance: '1',
					data,
				},
			});
		},
		repeatLast() {
			state.updates.push({ id: state.lastId, update: { update_id: state.lastId, ...state.last } });
			flush(state);
		},
		answerNext(method, answer) {
			state.next.set(method, [...(state.next.get(method) ?? []), answer]);
		},
		pollElsewhere: () => serve(state, `/bot${TELEGRAM_TOKEN}/getUpdates`, { timeout: 0 }),
		isPolled: () => state.poll !== undefined,
		unconfirmed: () => state.updates.length,
		get hasWebhook() {
			return state.hasWebhook;
		},
		set hasWebhook(isSet) {
			state.hasWebhook = isSet;
		},
	};
}

async function serve(state: State, path: string, body: Body): Promise<StandInAnswer> {
	const [, token, method = ''] = /^\/bot([^/]+)\/([A-Za-z]+)$/.exec(path) ?? [];
	if (token === undefined) return refusal(404, 'Not Found');
	if (token !== TELEGRAM_TOKEN) return refusal(401, 'Unauthorized');
	const instead = state.next.get(method)?.shift();
	if (instead !== undefined) return instead;
	switch (method) {
		case 'getMe':
			return ok(BOT);
		case 'getWebhookInfo':
			return ok({ url: state.hasWebhook ? 'https://other.example/hook' : '', pending_update_count: 0 });
		case 'getUpdates':
			return getUpdates(state, body);
		case 'sendMessage':
			return sendMessage(state, body);
		case 'answerCallbackQuery':
			if (typeof body.callback_query_id !== 'string' || !state.queries.delete(body.callback_query_id))
				return refusal(
					400,
					'Bad Request: query is too old and response timeout expired or query ID is invalid',
				);
			if (String(body.text ?? '').length > 200) return refusal(400, 'Bad Request: MESSAGE_TOO_LONG');
			state.answered.push(String(body.text ?? ''));
			return ok(true);
		case 'editMessageReplyMarkup':
			return editKeyboard(state, body);
		case 'editMessageText':
			return editText(state, body);
		default:
			return refusal(404, 'Not Found');
	}
}

function getUpdates(state: State, body: Body): Promise<StandInAnswer> | StandInAnswer {
	const { timeout = 0, limit = 100, offset, allowed_updates: kinds } = body;
	if (state.hasWebhook)
		return refusal(
			409,
			"Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
		);
	if (!isWhole(timeout, 0, 50) || !isWhole(limit, 1, 100)) return refusal(400, 'Bad Request: wrong limits');
	if (offset !== undefined && !Number.isSafeInteger(offset)) return refusal(400, 'Bad Request: wrong offset');
	if (kinds !== undefined && !Array.isArray(kinds)) return refusal(400, 'Bad Request: wrong allowed_updates');
	state.poll?.end(
		refusal(
			409,
			'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
		),
	);
	if (offset !== undefined)
		state.updates.splice(0, state.updates.length, ...state.updates.filter(({ id }) => id >= Number(offset)));
	if (state.updates.length > 0 || timeout === 0)
		return ok(state.updates.slice(0, Number(limit)).map(({ update }) => update));
	return new Promise((resolve) => {
		const end = (answer: StandInAnswer): void => {
			cancel();
			state.poll = undefined;
			resolve(answer);
		};
		const cancel = state.clock.after(Number(timeout) * 1_000, () => end(ok([])));
		state.poll = { end, cancel, limit: Number(limit) };
	});
}

function sendMessage(state: State, body: Body): StandInAnswer {
	const chatId = body.chat_id;
	if (typeof chatId !== 'number' || !state.chats.has(chatId))
		return refusal(400, 'Bad Request: chat not found');
	const content = contentOf(body);
	if ('status' in content) return content;
	const message = { messageId: 10_000 + state.sent.length, chatId, ...content };
	state.sent.push(message);
	return ok({ message_id: message.messageId, date: 1, chat: { id: chatId }, text: content.text });
}

/** Without a keyboard in the request, the buttons of the message go. */
function editText(state: State, body: Body): StandInAnswer {
	const message = state.sent.find(
		({ messageId, chatId }) => messageId === body.message_id && chatId === body.chat_id,
	);
	if (message === undefined) return refusal(400, 'Bad Request: message to edit not found');
	const content = contentOf(body);
	if ('status' in content) return content;
	if (content.text === message.text && JSON.stringify(content.keyboard) === JSON.stringify(message.keyboard))
		return refusal(400, 'Bad Request: message is not modified');
	message.text = content.text;
	message.keyboard = content.keyboard;
	return ok({ message_id: message.messageId, date: 1, chat: { id: message.chatId }, text: content.text });
}

/** Reads the text and the buttons of a message, or refuses them. */
function contentOf(body: Body): { readonly text: string; readonly keyboard: Keyboard } | StandInAnswer {
	if (typeof body.text !== 'string' || body.text === '')
		return refusal(400, 'Bad Request: message text is empty');
	const text = body.parse_mode === 'HTML' ? withoutMarkup(body.text) : body.text;
	if (text === undefined) return refusal(400, "Bad Request: can't parse entities: unsupported start tag");
	if (text.length > TEXT_MAX) return refusal(400, 'Bad Request: message is too long');
	const keyboard = keyboardOf(body.reply_markup);
	if (keyboard === undefined) return refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
	return { text, keyboard };
}

function editKeyboard(state: State, body: Body): StandInAnswer {
	const message = state.sent.find(
		({ messageId, chatId }) => messageId === body.message_id && chatId === body.chat_id,
	);
	if (message === undefined) return refusal(400, 'Bad Request: message to edit not found');
	const keyboard = keyboardOf(body.reply_markup);
	if (keyboard === undefined) return refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
	if (JSON.stringify(keyboard) === JSON.stringify(message.keyboard))
		return refusal(400, 'Bad Request: message is not modified');
	message.keyboard = keyboard;
	return ok(true);
}

function keyboardOf(markup: unknown): Keyboard | undefined {
	const rows = ((markup ?? {}) as { readonly inline_keyboard?: Keyboard }).inline_keyboard ?? [];
	const isValid = rows.flat().every(({ text, callback_data: data }) => {
		const bytes = Buffer.byteLength(data);
		return text !== '' && bytes >= 1 && bytes <= DATA_BYTES_MAX;
	});
	return isValid ? rows.filter((row) => row.length > 0) : undefined;
}

/** Returns HTML text without its markup; undefined if it has an unsupported tag or an unescaped character. */
function withoutMarkup(text: string): string | undefined {
	const plain = text.replaceAll(/<\/?(?:b|i|u|s|code|pre)>/g, '');
	if (/[<>]/.test(plain) || /&(?!(?:lt|gt|amp|quot);)/.test(plain)) return undefined;
	return plain
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');
}

function push(state: State, update: Body): void {
	state.lastId += 1;
	state.last = update;
	state.updates.push({ id: state.lastId, update: { update_id: state.lastId, ...update } });
	flush(state);
}

function flush({ poll, updates }: State): void {
	poll?.end(ok(updates.slice(0, poll.limit).map(({ update }) => update)));
}

function isWhole(value: unknown, least: number, most: number): boolean {
	return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

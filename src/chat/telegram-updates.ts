/**
 * Reads Telegram's updates (https://core.telegram.org/bots/api#update, #message, #callbackquery, read 2026-11-28). Pure.
 * Only commands of people and presses of our buttons are entries; everything else in a chat is ignored.
 */
import type { ChatEntry } from '../ports/chat.ts';
import { intentOf, pressOf } from './commands.ts';

/** A command with an optional bot name, and its argument. */
const COMMAND = /^\/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]{1,64}))?(?:\s+([\s\S]*))?$/;
const NAME_LENGTH_MAX = 80;

type Json = Readonly<Record<string, unknown>>;

/** Returns the update's id; undefined for anything that is not an update. */
export function updateId(update: unknown): number | undefined {
	const id = objectOf(update)?.update_id;
	return Number.isSafeInteger(id) ? (id as number) : undefined;
}

/**
 * Returns the entry of an update; undefined if the update is none. @param botName the bot's user name; in groups,
 * commands may name another bot
 */
export function entryOf(update: unknown, botName: string): ChatEntry | undefined {
	const { message, callback_query: query } = objectOf(update) ?? {};
	return messageEntry(objectOf(message), botName) ?? queryEntry(objectOf(query));
}

function messageEntry(message: Json | undefined, botName: string): ChatEntry | undefined {
	const text = message?.text;
	if (message === undefined || typeof text !== 'string') return undefined;
	const [, name, addressee, argument = ''] = COMMAND.exec(text.trim()) ?? [];
	if (name === undefined) return undefined;
	if (addressee !== undefined && addressee.toLowerCase() !== botName.toLowerCase()) return undefined;
	return entryAt(message, objectOf(message.from), { intent: intentOf(name, argument), reference: {} });
}

function queryEntry(query: Json | undefined): ChatEntry | undefined {
	const message = objectOf(query?.message);
	if (query === undefined || message === undefined) return undefined;
	const intent = typeof query.data === 'string' ? pressOf(query.data) : undefined;
	if (intent === undefined || typeof query.id !== 'string') return undefined;
	const messageId = message.message_id;
	return entryAt(message, objectOf(query.from), {
		intent,
		reference: { queryId: query.id, ...(typeof messageId === 'number' ? { messageId } : {}) },
	});
}

function entryAt(
	message: Json,
	person: Json | undefined,
	rest: Pick<ChatEntry, 'intent' | 'reference'>,
): ChatEntry | undefined {
	const chat = objectOf(message.chat);
	if (!Number.isSafeInteger(chat?.id) || !Number.isSafeInteger(person?.id) || person?.is_bot === true)
		return undefined;
	return {
		place: { platform: 'telegram', chatId: String(chat?.id), personId: String(person?.id) },
		names: {
			chatName: nameOf(chat?.title),
			personName: nameOf(person?.username) ?? nameOf(person?.first_name),
		},
		...rest,
	};
}

function nameOf(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value.slice(0, NAME_LENGTH_MAX) : null;
}

function objectOf(value: unknown): Json | undefined {
	return typeof value === 'object' && value !== null ? (value as Json) : undefined;
}

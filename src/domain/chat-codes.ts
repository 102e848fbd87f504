/** Defines the error codes of linked chats, as a part of `ERROR_CODES`. */
import { row } from './error-row.ts';

/** Error codes of linked chats. */
export const CHAT_CODES = {
	UNKNOWN_CHAT: row(-32602, false, 'You have no linked chat with this id.', 'Use an id from list_chats.'),
	CHAT_NOT_SET_UP: row(
		-32000,
		false,
		'The operator has configured no chat bot.',
		'Set the tokens of section chat (docs/chat.md).',
	),
	TOO_MANY_CHATS: row(
		-32000,
		false,
		'You have reached the limit of linked chats.',
		'Remove one; the message states the limit.',
	),
} as const;

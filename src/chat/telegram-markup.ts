/**
 * Writes messages for Telegram (https://core.telegram.org/bots/api#html-style and #sendmessage, read 2026-11-28): text
 * of at most 4,096 characters after the entities are parsed, in which `<`, `>` and `&` are escaped.
 */
import { cut, type Message } from './message.ts';

/** Maximum length of a message, UTF-16 units after parsing. */
export const TELEGRAM_TEXT_MAX = 4_096;

/** Escapes text for Telegram's HTML. */
export function escapeTelegram(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the fields of `sendMessage` for a message, without the chat. */
export function telegramMessage(message: Message) {
	const title = message.title.slice(0, TELEGRAM_TEXT_MAX / 2);
	const lines = cut({ ...message, title }, TELEGRAM_TEXT_MAX);
	return {
		text: [`<b>${escapeTelegram(title)}</b>`, ...lines.map(escapeTelegram)].join('\n'),
		parse_mode: 'HTML',
		link_preview_options: { is_disabled: true },
		...(message.buttons === undefined
			? {}
			: {
					reply_markup: {
						inline_keyboard: [
							message.buttons.map(({ label, data }) => ({ text: label, callback_data: data })),
						],
					},
				}),
	};
}

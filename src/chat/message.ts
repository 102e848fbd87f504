/** Defines a message to a chat, independent of the platform, and cuts it to a platform's limit. */
import { MESSAGE_TEXT } from './text.ts';

/** A button under a message. */
export type Button = { readonly label: string; readonly data: string; readonly isDanger?: boolean };

/** A message in plain text. `title` is shown in bold. */
export type Message = {
	readonly title: string;
	readonly lines: readonly string[];
	readonly buttons?: readonly Button[];
};

/**
 * Returns the message's lines within `limit` characters, title included. If lines are left out, the last line gives
 * their number.
 */
export function cut({ title, lines }: Message, limit: number): readonly string[] {
	const fits = (count: number): boolean => {
		const kept = lines.slice(0, count);
		const note = count < lines.length ? [MESSAGE_TEXT.more(lines.length - count)] : [];
		return [title, ...kept, ...note].join('\n').length <= limit;
	};
	if (fits(lines.length)) return lines;
	let count = lines.length - 1;
	while (count > 0 && !fits(count)) count -= 1;
	return [...lines.slice(0, count), MESSAGE_TEXT.more(lines.length - count)];
}

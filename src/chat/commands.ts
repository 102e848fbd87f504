/** Reads a message or a button as an intent. Pure; no intent holds a link code in plain text. */
import { createHash } from 'node:crypto';
import type { ChatIntent } from '../ports/chat.ts';

/** Alphabet of link codes: digits and letters that are hard to confuse (Crockford's base 32). */
export const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Number of characters in a link code without its hyphens: 60 random bits. */
export const CODE_LENGTH = 12;
const CODE = new RegExp(`^[${CODE_ALPHABET}]{${CODE_LENGTH}}$`);
/** Longest argument that is read, characters. An execution id has 29. */
const ARGUMENT_LENGTH_MAX = 64;
const NONCE = /^([yn]):([0-9a-f]{32})$/;

/** Returns the hash under which a code is stored. Hyphens, spaces and letter case do not matter. */
export function codeHash(code: string): string {
	return createHash('sha256')
		.update(`carrywire chat code\n${normalized(code)}`, 'utf8')
		.digest('hex');
}

function normalized(code: string): string {
	return code.toUpperCase().replaceAll(/[\s-]/g, '');
}

/**
 * Reads a command. @param name the command without its slash @param argument the text after it
 */
export function intentOf(name: string, argument: string): ChatIntent {
	const rest = argument.trim();
	switch (name.toLowerCase()) {
		case 'status':
		case 'positions':
		case 'suggestions':
		case 'halt':
		case 'resume':
		case 'help':
		case 'unlink':
			return { kind: name.toLowerCase() as 'status' };
		case 'opportunities':
			return { kind: 'opportunities', coin: rest === '' ? null : short(rest).toUpperCase() };
		case 'close':
			return rest === '' || /\s/.test(rest)
				? { kind: 'usage', command: 'close' }
				: { kind: 'close', target: short(rest) };
		case 'start':
			// Telegram sends /start when a person opens the bot, with the code if they followed the page's link.
			return rest === '' ? { kind: 'help' } : linkIntent(rest);
		case 'link':
			return linkIntent(rest);
		default:
			return { kind: 'unknown' };
	}
}

function linkIntent(code: string): ChatIntent {
	return CODE.test(normalized(code))
		? { kind: 'link', codeHash: codeHash(code) }
		: { kind: 'usage', command: 'link' };
}

function short(text: string): string {
	return text.slice(0, ARGUMENT_LENGTH_MAX);
}

/** Returns the data of a button. It has 34 bytes; Telegram allows 64. */
export function buttonData(nonce: string, isConfirmed: boolean): string {
	return `${isConfirmed ? 'y' : 'n'}:${nonce}`;
}

/** Reads a button's data; undefined for anything else. */
export function pressOf(data: string): ChatIntent | undefined {
	const [, choice, nonce] = NONCE.exec(data) ?? [];
	return nonce === undefined ? undefined : { kind: 'press', nonce, isConfirmed: choice === 'y' };
}

/** Prepares text for a terminal, with few colours and without control characters from a service. */
import { styleText } from 'node:util';
import type { Screen } from './terminal.ts';

/** The meaning of a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft' | 'strong';
/** Text, with an optional tone. */
export type Toned = string | { readonly text: string; readonly tone: Tone | undefined };
/** Adds a tone's colour. Leaves the text unchanged on a screen without colours. */
export type Paint = (text: string, tone: Tone | undefined) => string;

const STYLES = { good: 'green', bad: 'red', warn: 'yellow', soft: 'dim', strong: 'bold' } as const;

/**
 * Returns the painter for a screen. It adds no colours outside a terminal, with NO_COLOR set (no-color.org), or on a
 * terminal without colours.
 */
export function paintFor(
	screen: Pick<Screen, 'isTerminal'>,
	env: Readonly<Record<string, string | undefined>>,
): Paint {
	const { NO_COLOR = '', TERM } = env;
	if (!screen.isTerminal || NO_COLOR !== '' || TERM === 'dumb') return (text) => text;
	// The check above decides whether to use colours, so styleText must not check again.
	return (text, tone) =>
		tone === undefined ? text : styleText(STYLES[tone], text, { validateStream: false });
}

/**
 * Replaces control characters, and characters that reorder text, with dots, so that the text cannot mislead the
 * reader.
 */
export function harmless(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '·');
}

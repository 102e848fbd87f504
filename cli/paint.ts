/** Text for a terminal: few colours, and nothing of what a service says that a terminal would obey. */
import { styleText } from 'node:util';
import type { Screen } from './terminal.ts';

/** The meaning of a colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'soft' | 'strong';
/** Text with its tone, where it has one. */
export type Toned = string | { readonly text: string; readonly tone: Tone | undefined };
/** Adds the colour of a tone; leaves the text as it is on a screen without colours. */
export type Paint = (text: string, tone: Tone | undefined) => string;

const STYLES = { good: 'green', bad: 'red', warn: 'yellow', soft: 'dim', strong: 'bold' } as const;

/** No colours where nobody looks, where NO_COLOR is set (no-color.org), and on a terminal that has none. */
export function paintFor(
	screen: Pick<Screen, 'isTerminal'>,
	env: Readonly<Record<string, string | undefined>>,
): Paint {
	const { NO_COLOR = '', TERM } = env;
	if (!screen.isTerminal || NO_COLOR !== '' || TERM === 'dumb') return (text) => text;
	// Whether the screen takes colours is known by now.
	return (text, tone) =>
		tone === undefined ? text : styleText(STYLES[tone], text, { validateStream: false });
}

/** Control characters, and those that reorder text, come out as a dot: what is shown is what was sent. */
export function harmless(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '·');
}

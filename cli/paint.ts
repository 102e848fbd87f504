/** Text for a terminal: few colours, and nothing of what a service says that a terminal would obey. */
import type { Screen } from './terminal.ts';

export type Tone = 'good' | 'bad' | 'warn' | 'soft' | 'strong';
/** Text with its tone, where it has one. */
export type Toned = string | { readonly text: string; readonly tone: Tone | undefined };
export type Paint = (text: string, tone: Tone | undefined) => string;

const CODES: Readonly<Record<Tone, string>> = { good: '32', bad: '31', warn: '33', soft: '2', strong: '1' };

/** No colours where nobody looks, where NO_COLOR is set (no-color.org), and on a terminal that has none. */
export function paintFor(
	screen: Pick<Screen, 'isTerminal'>,
	env: Readonly<Record<string, string | undefined>>,
): Paint {
	const { NO_COLOR = '', TERM } = env;
	if (!screen.isTerminal || NO_COLOR !== '' || TERM === 'dumb') return (text) => text;
	return (text, tone) => (tone === undefined ? text : `\u001b[${CODES[tone]}m${text}\u001b[0m`);
}

/** Control characters, and those that reorder text, come out as a dot: what is shown is what was sent. */
export function harmless(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, '·');
}

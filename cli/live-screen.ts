/** A picture that fills the terminal and is drawn again in place; the terminal is given back as it was, whatever happens. */
import type { Terminal } from './terminal.ts';

/** The terminal while something is watched. */
export type LiveScreen = {
	/** Draws these lines over what was there; what does not fit is left out. */
	draw(lines: readonly string[]): void;
	/** How many lines there are, and of how many characters. */
	size(): { readonly rows: number; readonly columns: number };
	/** Gives the terminal back. Idempotent. */
	end(): void;
};

// Control sequences of xterm, which every terminal of today knows: alternate screen, cursor, wrapping of lines.
const OPEN = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const CLOSE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** @param onResize called when the terminal has another size, to draw anew */
export function openLiveScreen({ stdout, atExit }: Terminal, onResize: () => void): LiveScreen {
	let isOpen = true;
	const leave = () => {
		if (!isOpen) return;
		isOpen = false;
		stdout.write(CLOSE);
	};
	stdout.write(OPEN);
	const forgetExit = atExit(leave);
	const forgetResize = stdout.onResize(onResize);
	return {
		draw(lines) {
			if (!isOpen) return;
			const shown = lines.slice(0, stdout.rows()).map((line) => `${line}${CLEAR_LINE_END}`);
			stdout.write(`${HOME}${shown.join('\r\n')}${CLEAR_BELOW}`);
		},
		size: () => ({ rows: stdout.rows(), columns: stdout.columns() }),
		end() {
			forgetResize();
			forgetExit();
			leave();
		},
	};
}

/** Fills the terminal with a snapshot and redraws it in place. The terminal is restored however the process ends. */
import type { Terminal } from './terminal.ts';

/** The terminal in watch mode. */
export type LiveScreen = {
	/** Draws these lines over the previous ones. Lines that do not fit are dropped. */
	draw(lines: readonly string[]): void;
	/** Returns the size of the screen: lines, and characters per line. */
	size(): { readonly rows: number; readonly columns: number };
	/** Restores the terminal. Idempotent. */
	end(): void;
};

// xterm control sequences, which every current terminal supports: alternate screen, cursor, line wrapping.
const OPEN = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const CLOSE = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const HOME = '\u001b[H';
const CLEAR_LINE_END = '\u001b[K';
const CLEAR_BELOW = '\u001b[J';

/** Opens the alternate screen. @param onResize called when the terminal changes size, to redraw */
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

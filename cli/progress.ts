/**
 * Shows what a command is waiting for, on one line of standard error that disappears afterwards. Shows nothing
 * outside a terminal.
 */
import type { Clock } from '../src/ports/clock.ts';
import { harmless, type Paint } from './paint.ts';
import type { Screen } from './terminal.ts';

/** Progress line for slow work. */
export type Progress = {
	/** Sets the text of the progress line. */
	say(text: string): void;
	/** Prints a line that stays, above the progress line. */
	step(text: string): void;
	/** Removes the progress line. */
	end(): void;
};

/** Delay before the progress line appears, milliseconds. Work that finishes sooner shows no line. */
const SHOWN_AFTER_MS = 1_000;
const FRAME_MS = 120;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const NONE: Progress = { say() {}, step() {}, end() {} };
const CLEAR = '\r\u001b[2K';

/** Shows the progress line after one second of waiting, until `end` is called. */
export function openProgress(
	screen: Screen,
	{ clock, paint, isQuiet }: { readonly clock: Clock; readonly paint: Paint; readonly isQuiet: boolean },
): Progress {
	if (!screen.isTerminal || isQuiet) return NONE;
	const since = clock.monotonic();
	let text = '';
	let frame = 0;
	let isShown = false;
	const draw = () => {
		const elapsed = clock.monotonic() - since;
		if (text === '' || elapsed < SHOWN_AFTER_MS) return;
		frame = (frame + 1) % FRAMES.length;
		const line = `${FRAMES[frame]} ${text} (${Math.floor(elapsed / 1_000)} s)`;
		screen.write(`${CLEAR}${paint(line.slice(0, screen.columns() - 1), 'soft')}`);
		isShown = true;
	};
	const clear = () => {
		if (isShown) screen.write(CLEAR);
		isShown = false;
	};
	const stop = clock.every(FRAME_MS, draw);
	return {
		say(next) {
			text = harmless(next);
		},
		step(line) {
			clear();
			screen.write(`${harmless(line)}\n`);
		},
		end() {
			stop();
			clear();
		},
	};
}

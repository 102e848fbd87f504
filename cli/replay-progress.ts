/**
 * Shows how far a replay is on standard error: one line that is rewritten on a terminal, else a line every few
 * seconds.
 */
import type { Clock } from '../src/ports/clock.ts';
import { timeLeftS } from '../src/replay/jobs/time-left.ts';
import type { OrderProgress } from '../src/replay/run/order.ts';
import { harmless, type Paint } from './paint.ts';
import type { Screen } from './terminal.ts';

const CLEAR = '\r\u001b[2K';
/** Time between two drawings on a terminal, ms. */
const FRAME_MS = 200;
/** Time between two lines elsewhere, ms. */
const LINE_MS = 10_000;
/** Time before the first line, and between lines of two steps, ms. A replay that ends sooner shows none. */
const STEP_MS = 1_000;
const DAY_S = 86_400;
const HOUR_S = 3_600;
const MINUTE_S = 60;

/** Progress of a replay. */
export type ReplayProgressLine = {
	readonly show: (progress: OrderProgress) => void;
	/** Removes the line of a terminal. */
	readonly end: () => void;
};

/** Starts to show progress. */
export function showReplayProgress(
	screen: Screen,
	{ clock, paint, isQuiet }: { readonly clock: Clock; readonly paint: Paint; readonly isQuiet: boolean },
): ReplayProgressLine {
	if (isQuiet) return { show() {}, end() {} };
	const since = clock.monotonic();
	const periodMs = screen.isTerminal ? FRAME_MS : LINE_MS;
	let shownAt = since;
	let shownStep: string | undefined;
	let latest: OrderProgress | undefined;
	let isOnScreen = false;
	const draw = () => {
		const now = clock.monotonic();
		if (latest === undefined) return;
		// A new step is shown soon, so that a user sees what the replay does now.
		const pauseMs = latest.step === shownStep ? periodMs : Math.min(periodMs, STEP_MS);
		if (now - since < STEP_MS || now - shownAt < pauseMs) return;
		shownAt = now;
		shownStep = latest.step;
		const line = harmless(progressText(latest, now - since));
		if (!screen.isTerminal) return screen.write(`${line}\n`);
		screen.write(`${CLEAR}${paint(line.slice(0, screen.columns() - 1), 'soft')}`);
		isOnScreen = true;
	};
	// The engine reports nothing while it waits for a policy, and then the elapsed time must go on.
	const stop = clock.every(FRAME_MS, draw);
	return {
		show(progress) {
			latest = progress;
			draw();
		},
		end() {
			stop();
			latest = undefined;
			if (isOnScreen) screen.write(CLEAR);
			isOnScreen = false;
		},
	};
}

/** Writes progress, such as `policy: 42 % done, 31 s left, 12 days/s, at 2026-03-04`. */
export function progressText({ step, done, at, rate }: OrderProgress, elapsedMs: number): string {
	const left = timeLeftS(done, elapsedMs);
	const parts = [
		`${Math.floor(Math.min(1, done) * 100)} % done`,
		...(left === null ? [] : [`${leftText(left)} left`]),
		...(rate === null ? [] : [rateText(rate)]),
		...(at === null ? [] : [`at ${new Date(at).toISOString().slice(0, 10)}`]),
	];
	return `${step}: ${parts.join(', ')}`;
}

function leftText(seconds: number): string {
	if (seconds < 2 * MINUTE_S) return `${seconds} s`;
	if (seconds < 2 * HOUR_S) return `${Math.round(seconds / MINUTE_S)} min`;
	return `${(seconds / HOUR_S).toFixed(1)} h`;
}

function rateText(rate: number): string {
	const [value, unit] = rate >= DAY_S ? [rate / DAY_S, 'days/s'] : [rate / HOUR_S, 'hours/s'];
	return `${value >= 10 ? Math.round(value) : value.toFixed(1)} ${unit}`;
}

/**
 * Decides when a book is delivered: at once, or when the period since its last delivery ends. The latest state is
 * always delivered.
 */
import type { Clock } from '../../ports/clock.ts';

/**
 * Maximum duration of the deliveries within one window, milliseconds; further ones wait for the next turn of the
 * event loop.
 */
const SLICE_MS = 0.25;
/** Length of the window in which deliveries share `SLICE_MS`, milliseconds. */
const WINDOW_MS = 2;

/**
 * Spreads out deliveries that are due at the same time. After the process was paused, all books' periods end in the
 * same millisecond and would stay synchronised. A frame that arrives during their deliveries would then wait for all
 * of them.
 */
export class Pace {
	readonly #clock: Clock;
	readonly #waiting: { work: (() => void) | undefined }[] = [];
	#windowBeganAt = Number.NEGATIVE_INFINITY;
	#spentMs = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Runs `work` at once and returns undefined, or queues `work` and returns a function that cancels it. */
	run(work: () => void): (() => void) | undefined {
		if (this.#waiting.length === 0 && this.#hasTime()) {
			this.#spend(work);
			return undefined;
		}
		const place: { work: (() => void) | undefined } = { work };
		if (this.#waiting.push(place) === 1) this.#clock.after(0, () => this.#goOn());
		return () => {
			place.work = undefined;
		};
	}

	#hasTime(): boolean {
		const now = this.#clock.monotonic();
		if (now - this.#windowBeganAt >= WINDOW_MS) {
			this.#windowBeganAt = now;
			this.#spentMs = 0;
		}
		return this.#spentMs < SLICE_MS;
	}

	#spend(work: () => void): void {
		const begunAt = this.#clock.monotonic();
		work();
		this.#spentMs += this.#clock.monotonic() - begunAt;
	}

	#goOn(): void {
		this.#windowBeganAt = this.#clock.monotonic();
		this.#spentMs = 0;
		let done = 0;
		for (const { work } of this.#waiting) {
			if (this.#spentMs >= SLICE_MS) break;
			done += 1;
			if (work !== undefined) this.#spend(work);
		}
		this.#waiting.splice(0, done);
		if (this.#waiting.length > 0) this.#clock.after(0, () => this.#goOn());
	}
}

/** Limits how often a book is delivered: at most once per period, and always in its latest state. */
export class Turn {
	readonly #clock: Clock;
	readonly #pace: Pace;
	readonly #periodMs: number;
	readonly #handOn: () => void;
	#deliveredAt = Number.NEGATIVE_INFINITY;
	#cancel: (() => void) | undefined;

	/** @param pace shared by all books in a feed */
	constructor(clock: Clock, pace: Pace, periodMs: number, handOn: () => void) {
		this.#clock = clock;
		this.#pace = pace;
		this.#periodMs = periodMs;
		this.#handOn = handOn;
	}

	/** Reports a change in the book, so that the book is delivered at once or when its period ends. */
	offer(): void {
		if (this.#cancel !== undefined) return;
		const waitMs = this.#deliveredAt + this.#periodMs - this.#clock.monotonic();
		if (waitMs <= 0) this.#now();
		else
			this.#cancel = this.#clock.after(waitMs, () => {
				this.#cancel = this.#pace.run(() => this.#now());
			});
	}

	/** Cancels a pending delivery. */
	drop(): void {
		this.#cancel?.();
		this.#cancel = undefined;
	}

	#now(): void {
		this.#cancel = undefined;
		this.#deliveredAt = this.#clock.monotonic();
		this.#handOn();
	}
}

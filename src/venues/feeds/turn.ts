/** When a book may be handed on: at once, or when the period since the last time is over; the latest state is never lost. */
import type { Clock } from '../../ports/clock.ts';

/** Limits how often a book is handed on: at most once a period, and always in its latest state. */
export class Turn {
	readonly #clock: Clock;
	readonly #periodMs: number;
	readonly #handOn: () => void;
	#handedOnAt = Number.NEGATIVE_INFINITY;
	#cancel: (() => void) | undefined;

	constructor(clock: Clock, periodMs: number, handOn: () => void) {
		this.#clock = clock;
		this.#periodMs = periodMs;
		this.#handOn = handOn;
	}

	/** There is news. */
	offer(): void {
		if (this.#cancel !== undefined) return;
		const waitMs = this.#handedOnAt + this.#periodMs - this.#clock.monotonic();
		if (waitMs <= 0) this.#now();
		else this.#cancel = this.#clock.after(waitMs, () => this.#now());
	}

	/** What was offered is not to be handed on any more. */
	drop(): void {
		this.#cancel?.();
		this.#cancel = undefined;
	}

	#now(): void {
		this.#cancel = undefined;
		this.#handedOnAt = this.#clock.monotonic();
		this.#handOn();
	}
}

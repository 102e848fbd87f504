/** Tracks whether the journal accepts writes. While it refuses them, no positions are opened or closed. */
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';

const CHECK_PERIOD_MS = 500;

/** Creates the tracker. The journal counts as writable until a write fails. */
export function createJournalWatch(options: {
	readonly journal: Pick<Journal, 'check'>;
	readonly clock: Clock;
	readonly log: Logger;
}) {
	const { journal, clock, log } = options;
	let failure: string | undefined;
	let isChecking = false;
	let closed = false;

	function noted(error: unknown): void {
		failure = messageOf(error);
	}

	/** Schedules a check of whether writes work again, because the next write may be a long time away. */
	function checkLater(): void {
		if (isChecking) return;
		isChecking = true;
		clock.after(CHECK_PERIOD_MS, () => void check());
	}

	async function check(): Promise<void> {
		isChecking = false;
		if (closed || failure === undefined) return;
		try {
			await journal.check();
			failure = undefined;
			log.info({}, 'the journal is writable again');
		} catch (error) {
			noted(error);
			checkLater();
		}
	}

	return {
		/** Why the journal refuses writes; undefined while it accepts them. */
		failure: (): string | undefined => failure,
		worked(): void {
			failure = undefined;
		},
		/** Notes a failed write that its caller retries. */
		noted,
		/** Notes a failed write that is not retried. */
		refused(error: unknown): void {
			noted(error);
			checkLater();
		},
		close(): void {
			closed = true;
		},
	};
}

/** Whether the journal takes writes, and since when not: while it does not, nothing is opened or closed. */
import { messageOf } from '../../domain/message-of.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/logger.ts';

const CHECK_PERIOD_MS = 500;

/** Makes a watch of the journal; it takes writes until one is refused. */
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

	/** Nobody else will write soon: somebody must notice when writing works. */
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
			log.info({}, 'the journal can be written again');
		} catch (error) {
			noted(error);
			checkLater();
		}
	}

	return {
		/** Why the journal refuses writes; undefined while it takes them. */
		failure: (): string | undefined => failure,
		worked(): void {
			failure = undefined;
		},
		/** A write failed and is tried again by whoever made it. */
		noted,
		/** A write failed and is not tried again. */
		refused(error: unknown): void {
			noted(error);
			checkLater();
		},
		close(): void {
			closed = true;
		},
	};
}

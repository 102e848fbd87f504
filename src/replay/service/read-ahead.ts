/** Reads a recording a little ahead of the replay's clock, so that memory holds only a few thousand observations. */

import type { RecordedObservation } from '../../domain/recording.ts';

/** Observations that were read and not taken yet. */
export type ReadAhead = {
	/** Returns the next observation without taking it; undefined if none is in memory. */
	readonly peek: () => RecordedObservation | undefined;
	/** Takes the next observation. Call it only after `peek` has returned one. */
	readonly take: () => void;
	/** Reads more if nothing is in memory. Returns undefined if there is no need, or nothing more to read. */
	readonly refill: () => Promise<void> | undefined;
	/** True once the recording has been read to its end. */
	readonly isOver: () => boolean;
	/** Ends the reading, and frees the file. */
	readonly close: () => Promise<void>;
};

/** Number of observations that are read at once. */
const PORTION = 4_096;

/** Starts to read. */
export function readAhead(events: AsyncIterable<RecordedObservation>): ReadAhead {
	const iterator = events[Symbol.asyncIterator]();
	let read: RecordedObservation[] = [];
	let taken = 0;
	let isOver = false;

	async function fill(): Promise<void> {
		const portion: RecordedObservation[] = [];
		while (portion.length < PORTION) {
			const next = await iterator.next();
			if (next.done === true) {
				isOver = true;
				break;
			}
			portion.push(next.value);
		}
		read = portion;
		taken = 0;
	}

	return {
		peek: () => read[taken],
		take() {
			taken += 1;
		},
		refill: () => (taken < read.length || isOver ? undefined : fill()),
		isOver: () => isOver,
		async close() {
			isOver = true;
			await iterator.return?.();
		},
	};
}

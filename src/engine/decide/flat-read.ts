/** Decides what a position poll at the end of an execution shows, and when the next poll follows. Pure functions. */
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from './order-terms.ts';
import type { EngineLimits } from './surroundings.ts';

/** Counts of the position polls at an execution's end. */
export type FlatReads = {
	/**
	 * Number of this poll, counted from the first poll or from the first one that showed a position, whichever is
	 * later.
	 */
	readonly reads: number;
	/** Number of consecutive earlier polls that showed a position while no other execution was on the instrument. */
	readonly differing: number;
};

/** Positions that the venues reported in one poll; undefined for a venue that did not respond. */
export type FlatRead = FlatReads & {
	readonly long: Decimal | undefined;
	readonly short: Decimal | undefined;
	/** For each leg, true if no other execution of the user was on the instrument when the poll began. */
	readonly wasAlone: Readonly<Record<LegRole, boolean>>;
};

/**
 * Schedules the next poll after one that was not flat. `isLasting`: enough consecutive polls have shown a position to
 * need manual attention.
 */
export function afterFlatRead(
	read: FlatRead,
	isAlone: Readonly<Record<LegRole, boolean>>,
	limits: EngineLimits,
): { readonly next: FlatReads & { readonly delayMs: number }; readonly isLasting: boolean } {
	const differing = differingReads(read, isAlone);
	// After the first poll that shows a position, the delays start again with the shortest, because an exchange
	// usually catches up soon.
	const reads = differing === 1 ? 1 : read.reads;
	const delayMs = Math.min(limits.probeDelayMsMax, limits.probeDelayMsMin * 2 ** Math.min(reads, 10));
	return { next: { delayMs, reads: reads + 1, differing }, isLasting: differing >= limits.flatReadsMax };
}

/**
 * Counts the consecutive polls that show a position that only this execution can have left. While other executions
 * are on the instrument, the position may be theirs, for example after an unbooked liquidation. Then reconciliation
 * finds the cause and the count restarts, because a poll may predate the end of those executions. A poll without a
 * response leaves the count unchanged.
 */
function differingReads(read: FlatRead, isAlone: Readonly<Record<LegRole, boolean>>): number {
	const alone = LEGS.filter((leg) => isAlone[leg] && read.wasAlone[leg]);
	if (alone.some((leg) => (read[leg] ?? ZERO) !== ZERO)) return read.differing + 1;
	return alone.some((leg) => read[leg] === undefined) ? read.differing : 0;
}

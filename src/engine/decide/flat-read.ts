/**
 * Decides whether a position read at the end of an execution counts, and when the next one follows. Pure functions.
 */
import { type Decimal, ZERO } from '../../domain/decimal.ts';
import type { LegRole } from '../../domain/ids.ts';
import { LEGS } from './order-terms.ts';
import type { EngineLimits } from './surroundings.ts';

/** Counts of position reads at an execution's end. */
export type FlatReads = {
	/** Reads since the first one, or since the positions began to differ, including this one. */
	readonly reads: number;
	/** Previous reads in a row that showed a position while no other execution was on the instrument. */
	readonly differing: number;
};

/** Positions that the venues reported; undefined for a venue that did not respond. */
export type FlatRead = FlatReads & {
	readonly long: Decimal | undefined;
	readonly short: Decimal | undefined;
	/** True if no other execution of the user was on the instrument when the read began. */
	readonly wasAlone: Readonly<Record<LegRole, boolean>>;
};

/**
 * Plans the read that follows one that was not flat. `isLasting`: the difference has lasted long enough to need
 * manual attention.
 */
export function afterFlatRead(
	read: FlatRead,
	isAlone: Readonly<Record<LegRole, boolean>>,
	limits: EngineLimits,
): { readonly next: FlatReads & { readonly delayMs: number }; readonly isLasting: boolean } {
	const differing = differingReads(read, isAlone);
	// The first differing read is followed as quickly as the very first read, because an exchange usually catches up
	// soon.
	const reads = differing === 1 ? 1 : read.reads;
	const delayMs = Math.min(limits.probeDelayMsMax, limits.probeDelayMsMin * 2 ** Math.min(reads, 10));
	return { next: { delayMs, reads: reads + 1, differing }, isLasting: differing >= limits.flatReadsMax };
}

/**
 * Counts the consecutive reads that show a difference for which only this execution can be responsible. A difference
 * next to other executions may be theirs, such as an unbooked liquidation. Reconciliation finds out, and the count
 * starts again, because a read may predate the end of those executions. A read without a response proves nothing.
 */
function differingReads(read: FlatRead, isAlone: Readonly<Record<LegRole, boolean>>): number {
	const alone = LEGS.filter((leg) => isAlone[leg] && read.wasAlone[leg]);
	if (alone.some((leg) => (read[leg] ?? ZERO) !== ZERO)) return read.differing + 1;
	return alone.some((leg) => read[leg] === undefined) ? read.differing : 0;
}

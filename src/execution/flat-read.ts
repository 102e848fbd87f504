/** An execution's own position at its end: what the venues report less what the user's other executions hold there. */

import { type Decimal, neg, sub, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import { messageOf } from '../errors/message-of.ts';
import type { Logger } from '../ports/logger.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { LEGS } from './order-terms.ts';
import type { EngineLimits } from './surroundings.ts';

/** The place of a read among those of an execution's end. */
export type FlatReads = {
	/** This one counted, since they began, or since they began to differ. */
	readonly reads: number;
	/** Reads in a row before this one that showed a position with no other execution beside it. */
	readonly differing: number;
};

/** The venues' answers; undefined where one did not answer. */
export type FlatRead = FlatReads & {
	readonly long: Decimal | undefined;
	readonly short: Decimal | undefined;
	/** No other execution of the user was on the instrument when the read began. */
	readonly wasAlone: Readonly<Record<LegRole, boolean>>;
};

/**
 * Coins in the leg's direction. Undefined when the venue does not answer, or when another execution is trading the
 * instrument at this moment. `heldByOthers`: undefined while one does.
 */
export async function readOwn(
	state: ExecutionState,
	leg: LegRole,
	trading: VenueTrading | undefined,
	heldByOthers: () => Decimal | undefined,
	log: Logger,
): Promise<Decimal | undefined> {
	const { venue, instrument } = legPlan(state, leg);
	try {
		const before = heldByOthers();
		const positions = await trading?.positions();
		const others = heldByOthers();
		if (positions === undefined || others === undefined || before !== others) return undefined;
		const quantity = positions.find((position) => position.symbol === instrument.symbol)?.quantity ?? ZERO;
		return sub(leg === 'long' ? quantity : neg(quantity), others);
	} catch (error) {
		log.warn({ venue, error: messageOf(error) }, 'positions could not be read');
		return undefined;
	}
}

/** The read that follows one that was not flat, and whether the difference has lasted so long that a person is needed. */
export function afterFlatRead(
	read: FlatRead,
	isAlone: Readonly<Record<LegRole, boolean>>,
	limits: EngineLimits,
): { readonly next: FlatReads & { readonly delayMs: number }; readonly isLasting: boolean } {
	const differing = differingReads(read, isAlone);
	// The first of a row is followed as closely as the first of all: what an exchange still lags by is gone soon.
	const reads = differing === 1 ? 1 : read.reads;
	const delayMs = Math.min(limits.probeDelayMsMax, limits.probeDelayMsMin * 2 ** Math.min(reads, 10));
	return { next: { delayMs, reads: reads + 1, differing }, isLasting: differing >= limits.flatReadsMax };
}

/**
 * How many reads in a row show a difference that is this execution's alone. Beside other executions it may be theirs, a
 * liquidation that is not booked yet: reconciliation tells, and the row begins anew, for a read may be of a moment before
 * they ended. A read without an answer says nothing.
 */
function differingReads(read: FlatRead, isAlone: Readonly<Record<LegRole, boolean>>): number {
	const alone = LEGS.filter((leg) => isAlone[leg] && read.wasAlone[leg]);
	if (alone.some((leg) => (read[leg] ?? ZERO) !== ZERO)) return read.differing + 1;
	return alone.some((leg) => read[leg] === undefined) ? read.differing : 0;
}

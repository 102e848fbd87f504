/** Keeps what an execution truly holds according to the exchanges' fills, and for how long one leg was unhedged. */
import { add, type Decimal, max, min, sub, ZERO } from '../../src/domain/decimal.ts';
import type { LegRole } from '../../src/domain/ids.ts';

/** An execution's true position according to the exchanges' fills. */
export type Truth = {
	long: Decimal;
	short: Decimal;
	unhedgedSince: number | undefined;
	unhedgedMs: number;
	/** Unhedged quantity when the execution took over the leg; zero once the legs were equal. */
	startedWith: Decimal;
	/** True if a leg was reduced or traded from outside the service, so that the oracle cannot bound the position. */
	disturbed: boolean;
	/** True if the owner traded on a leg, so that the unhedged time is unknown. */
	byHand: boolean;
};

/** Returns the position of an execution that holds nothing yet. */
export function newTruth(byHand: boolean, isSeized: boolean): Truth {
	return {
		long: ZERO,
		short: ZERO,
		unhedgedSince: undefined,
		unhedgedMs: 0,
		startedWith: ZERO,
		disturbed: byHand || isSeized,
		byHand,
	};
}

/** Moves up to this quantity of the leg from the giving to the receiving execution. Returns the quantity moved. */
export function moveLeg(giver: Truth, taker: Truth, leg: LegRole, quantity: Decimal): Decimal {
	const moved = min(quantity, max(ZERO, giver[leg]));
	giver[leg] = sub(giver[leg], moved);
	taker[leg] = add(taker[leg], moved);
	taker.byHand ||= giver.byHand;
	return moved;
}

/** Counts the unhedged time up to now, after the position has changed. */
export function measure(truth: Truth, now: number): void {
	if (truth.byHand) {
		truth.unhedgedSince = undefined;
		return;
	}
	const isEven = truth.long === truth.short;
	if (isEven) truth.startedWith = ZERO;
	if (!isEven && truth.unhedgedSince === undefined) truth.unhedgedSince = now;
	if (isEven && truth.unhedgedSince !== undefined) {
		truth.unhedgedMs += now - truth.unhedgedSince;
		truth.unhedgedSince = undefined;
	}
}

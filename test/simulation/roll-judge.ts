/**
 * Checks a roll, which moves the position slice by slice from the pair before to the pair after: when a slice begins,
 * what it takes over, how much stays unhedged, and which payments it books.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Decimal, sub, sum } from '../../src/domain/decimal.ts';
import type { FundingRecord, LegTaken, OrderIntent } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { mayOpenMore } from '../../src/domain/status.ts';
import { measure, moveLeg, type Truth } from './true-positions.ts';

/** Tolerance for a payment of the settlement at which a roll took its first part over. */
const SETTLED_BEFORE_MS = 2_000;

export function createRollJudge(options: {
	readonly now: () => number;
	readonly states: ReadonlyMap<string, ExecutionState>;
	readonly truths: ReadonlyMap<string, Truth>;
	readonly violation: (sentence: string) => void;
}) {
	const { now, states, truths, violation } = options;
	/** Time of the first take-over of each roll. */
	const takenAt = new Map<string, number>();

	/** Checks that a slice of a roll begins only while the pair before is whole. */
	function checkSlice({ plan: { rolls } }: ExecutionState, { purpose, clientOrderId }: OrderIntent): void {
		const giver = rolls === undefined ? undefined : states.get(rolls.from);
		if (giver === undefined || purpose !== 'open' || truths.get(giver.plan.executionId)?.disturbed !== false)
			return;
		if (giver.held.long !== giver.held.short)
			violation(`a slice of a roll begins while the pair before is unequal: ${clientOrderId}`);
	}

	/** Moves the true position of the staying leg from the pair before to the pair after. */
	function takeSlice(executionId: string, state: ExecutionState, { leg, fill }: LegTaken): void {
		const { rolls } = state.plan;
		const moved = leg === 'long' ? 'short' : 'long';
		const before = rolls === undefined ? undefined : states.get(rolls.from);
		const given = before?.reductions.at(-1);
		if (rolls?.stays !== leg || given?.to !== executionId || !isDeepStrictEqual(given.fills, [fill]))
			violation(`took over what no execution gave in the same commit: ${executionId}`);
		if (state.held[leg] > state.held[moved])
			violation(`took over more than its proven fills: ${executionId}`);
		const giver = truths.get(rolls?.from ?? '');
		const taker = truths.get(executionId);
		if (giver === undefined || taker === undefined) return;
		moveLeg(giver, taker, leg, fill.quantity);
		taker.disturbed ||= giver.disturbed;
		if (!takenAt.has(executionId)) takenAt.set(executionId, now());
		measure(giver, now());
		measure(taker, now());
	}

	/** Checks that no payment from before a roll is booked by the pair after. */
	function checkShare({ plan }: ExecutionState, { leg, settledAt, recordId }: FundingRecord): void {
		const since = takenAt.get(plan.executionId);
		if (plan.rolls?.stays !== leg || since === undefined || settledAt >= since - SETTLED_BEFORE_MS) return;
		violation(`booked a payment from before its roll: ${recordId} by ${plan.executionId}`);
	}

	/** Checks that a roll in progress and the pair before it together are never unhedged by more than one may be. */
	function checkUnhedged(state: ExecutionState, bound: Decimal): void {
		const id = state.plan.executionId;
		const roll = mayOpenMore(state)
			? state
			: [...states.values()].find((other) => other.plan.rolls?.from === id && mayOpenMore(other));
		const giver = states.get(roll?.plan.rolls?.from ?? '');
		if (roll === undefined || giver === undefined || roll.close !== undefined || giver.close !== undefined)
			return;
		const both = [roll, giver].flatMap(({ plan: { executionId } }) => truths.get(executionId) ?? []);
		if (both.some(({ disturbed }) => disturbed)) return;
		const long = sum(both.map((one) => one.long));
		const short = sum(both.map((one) => one.short));
		const apart = long > short ? sub(long, short) : sub(short, long);
		if (apart > bound) violation(`a roll leaves one leg unhedged by ${apart}, cap ${bound}: ${id}`);
	}

	return { checkSlice, takeSlice, checkShare, checkUnhedged };
}

/**
 * Counts the settlements booked on a leg. A position that settles hourly books thousands of records, and a new state
 * follows each. The tally of a state therefore continues the one of the state before.
 */
import { add, type Decimal, sub, ZERO } from './decimal.ts';
import type { FundingRecord } from './event.ts';
import type { ExecutionState } from './execution.ts';
import type { LegRole } from './ids.ts';

/** The records booked on one leg. */
export type FundingTally = {
	readonly ids: ReadonlySet<string>;
	/** Ids of the records by settlement, ms. The last of two records for one settlement counts. */
	readonly byInstant: ReadonlyMap<number, string>;
	readonly count: number;
	/** The record of the latest settlement; undefined if there is none. */
	readonly latest: FundingRecord | undefined;
	/** Funding received and funding paid, USD; both are 0 or positive. */
	readonly received: Decimal;
	readonly paid: Decimal;
};

type LegTally = {
	-readonly [Name in keyof FundingTally]: FundingTally[Name];
} & { readonly ids: Set<string>; readonly byInstant: Map<number, string> };

/** Tallies of one execution: of its first `counted` records, the last of which was `last`. */
type Tallies = {
	counted: number;
	last: FundingRecord | undefined;
	readonly legs: Readonly<Record<LegRole, LegTally>>;
};

/** Tallies by plan, which all states of an execution share. */
const kept = new WeakMap<object, Tallies>();

/**
 * Returns the tally of a leg. It is valid until the tally of a later state of the execution is requested, because
 * later tallies continue it.
 */
export function fundingTally({ plan, funding }: ExecutionState, leg: LegRole): FundingTally {
	const known = kept.get(plan);
	const isEarlier =
		known !== undefined && known.counted <= funding.length && funding[known.counted - 1] === known.last;
	const tallies = isEarlier
		? known
		: { counted: 0, last: undefined, legs: { long: empty(), short: empty() } };
	for (let index = tallies.counted; index < funding.length; index += 1) {
		const record = funding[index] as FundingRecord;
		count(tallies.legs[record.leg], record);
	}
	tallies.counted = funding.length;
	tallies.last = funding.at(-1);
	kept.set(plan, tallies);
	return tallies.legs[leg];
}

/** True if a record on the leg is within `jitterMs` of a settlement instant (ms). */
export function hasSettled(state: ExecutionState, leg: LegRole, instant: number, jitterMs: number): boolean {
	const latest = fundingTally(state, leg).latest?.settledAt ?? Number.NEGATIVE_INFINITY;
	if (latest < instant - jitterMs) return false;
	// The settlement in question is nearly always among the last.
	return (
		state.funding.findLast(
			(record) => record.leg === leg && Math.abs(record.settledAt - instant) <= jitterMs,
		) !== undefined
	);
}

function empty(): LegTally {
	return { ids: new Set(), byInstant: new Map(), count: 0, latest: undefined, received: ZERO, paid: ZERO };
}

function count(tally: LegTally, record: FundingRecord): void {
	tally.ids.add(record.recordId);
	tally.byInstant.set(record.settledAt, record.recordId);
	tally.count += 1;
	if (tally.latest === undefined || record.settledAt > tally.latest.settledAt) tally.latest = record;
	if (record.amount >= 0n) tally.received = add(tally.received, record.amount);
	else tally.paid = sub(tally.paid, record.amount);
}

/**
 * Exact records of the slots that are shown, kept while they hold: a record is made again when an input of its slot has
 * changed, when time alone changes what it says, and at least once a second.
 */
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityRow } from '../ports/opportunities.ts';
import type { Expectations } from './expectations.ts';
import { guardsHoldUntil } from './pair-guards.ts';
import type { PassedLookup } from './passed-settlement.ts';
import { guardContext, opportunityRecord, type RecordInputs, type RecordLimits } from './record.ts';
import type { Slot } from './slot-table.ts';
import type { Slots } from './slots.ts';

/** Expected carry moves with the clock; a record is not shown longer. */
const HOLDS_MS_MAX = 1_000;
/** Records kept; the one made longest ago makes room. */
const RECORDS_MAX = 2_000;

export type Rows = {
	/** The inputs of a slot at this instant; undefined when a venue no longer lists an instrument. */
	readonly inputs: (slot: Slot) => RecordInputs | undefined;
	/** The record at default terms. */
	readonly row: (slot: Slot) => OpportunityRow | undefined;
	readonly rowAt: (slot: Slot, terms: CostTerms) => OpportunityRow | undefined;
	readonly forget: (slot: Slot) => void;
};

type Kept = {
	readonly record: Opportunity;
	readonly madeAt: number;
	readonly holdsUntil: number;
	readonly version: number;
};

export function createRows(parts: {
	readonly slots: Slots;
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: RecordLimits;
	readonly expectations: Expectations;
	readonly passed: PassedLookup;
	/** Told of every record that is shown, when it is made. */
	readonly onShown: (record: Opportunity, at: number) => void;
}): Rows {
	const { slots, market, clock, limits } = parts;
	const kept = new Map<Slot, Kept>();

	function inputs(slot: Slot): RecordInputs | undefined {
		const legs = slots.inputs(slot);
		if (legs === undefined) return undefined;
		const now = clock.now();
		const firstIsLong = slots.table.firstIsLong(slot);
		return {
			...legs,
			opportunityId: slots.table.currentId(slot),
			firstIsLong,
			expectation: parts.expectations.of(slot.key),
			passed: { long: parts.passed.of(legs.long, now), short: parts.passed.of(legs.short, now) },
			basis: slots.basis.observed(slot.index, firstIsLong),
			now,
			limits,
			quoteRate: market.quoteRate,
		};
	}

	function make(slot: Slot): Kept | undefined {
		const read = inputs(slot);
		if (read === undefined) return undefined;
		slot.issued.add(read.opportunityId);
		const { long, short, now } = read;
		const record = opportunityRecord(read, DEFAULT_TERMS);
		parts.onShown(record, now);
		return {
			record,
			madeAt: now,
			holdsUntil: Math.min(
				now + HOLDS_MS_MAX,
				guardsHoldUntil(long, short, guardContext(read, DEFAULT_TERMS)),
			),
			version: slots.versionOf(slot),
		};
	}

	return {
		inputs,
		row(slot) {
			const now = clock.now();
			const known = kept.get(slot);
			if (known !== undefined && known.version === slots.versionOf(slot) && now < known.holdsUntil)
				return { record: known.record, passedMs: now - known.madeAt };
			const made = make(slot);
			kept.delete(slot);
			if (made === undefined) return undefined;
			const [oldest] = kept.keys();
			if (kept.size >= RECORDS_MAX && oldest !== undefined) kept.delete(oldest);
			kept.set(slot, made);
			return { record: made.record, passedMs: 0 };
		},
		rowAt(slot, terms) {
			const read = inputs(slot);
			if (read === undefined) return undefined;
			slot.issued.add(read.opportunityId);
			const record = opportunityRecord(read, terms);
			parts.onShown(record, read.now);
			return { record, passedMs: 0 };
		},
		forget: (slot) => kept.delete(slot),
	};
}

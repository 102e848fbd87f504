/**
 * Records of the slots that are shown. The inputs of a record are read at one instant, that of its list; the record
 * is made of them whenever there is time. Records at default terms are kept while they hold: one is made again when an input
 * of its slot has changed, when time alone changes what it says, and at least once a second.
 */
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityRow } from '../ports/opportunities.ts';
import type { Expectations } from './expectations.ts';
import { guardsHoldUntil } from './pair-guards.ts';
import { guardContext } from './pair-reading.ts';
import type { PassedLookup } from './passed-settlement.ts';
import { opportunityOf, type RecordInputs, type RecordLimits } from './record.ts';
import type { Slot } from './slot-table.ts';
import type { SlotLegs, Slots } from './slots.ts';

/** Expected carry moves with the clock; a record is not shown longer. */
const HOLDS_MS_MAX = 1_000;
/** Records kept; the one made longest ago makes room. */
const RECORDS_MAX = 2_000;

/** Makes the records of slots, and keeps those at default terms for at most a second. */
export type Rows = {
	/** The inputs of a slot at this instant; undefined when a venue no longer lists an instrument. */
	readonly inputs: (slot: Slot) => RecordInputs | undefined;
	/** The record at default terms. */
	readonly row: (slot: Slot) => OpportunityRow | undefined;
	/**
	 * Reads what a slot's record is made of at this instant; the returned function makes the row of it.
	 * @param terms undefined: the default ones, for which a kept record will do
	 */
	readonly reading: (slot: Slot, terms?: CostTerms) => (() => OpportunityRow) | undefined;
	readonly forget: (slot: Slot) => void;
};

type Kept = {
	readonly record: Opportunity;
	readonly madeAt: number;
	readonly holdsUntil: number;
	readonly version: number;
};

/** Parts that records are made from. */
type RowsParts = {
	readonly slots: Slots;
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: RecordLimits;
	readonly expectations: Expectations;
	readonly passed: PassedLookup;
	/** Told of every record that is shown, when it is made. */
	readonly onShown: (record: Opportunity, at: number) => void;
};

type RowsState = RowsParts & { readonly kept: Map<Slot, Kept> };

/** Creates the cache of records; `onShown` is called with each record when it is made. */
export function createRows(parts: RowsParts): Rows {
	const state: RowsState = { ...parts, kept: new Map() };
	return {
		inputs: (slot) => inputsOf(state, slot),
		reading: (slot, terms) => reading(state, slot, terms),
		row: (slot) => reading(state, slot)?.(),
		forget: (slot) => state.kept.delete(slot),
	};
}

function inputsOf(state: RowsState, slot: Slot): RecordInputs | undefined {
	const { slots, expectations, passed, limits } = state;
	const legs = slots.inputs(slot);
	if (legs === undefined) return undefined;
	const now = state.clock.now();
	const firstIsLong = slots.table.firstIsLong(slot);
	return {
		...legs,
		opportunityId: slots.table.currentId(slot),
		firstIsLong,
		expectation: expectations.of(slot.key),
		passed: { long: passed.of(legs.long, now), short: passed.of(legs.short, now) },
		basis: slots.basis.observed(slot.index, firstIsLong),
		now,
		limits,
		quoteRate: quoteRateNow(state.market, legs),
	};
}

/** The rate between the legs' currencies stays that of this instant, whenever the record is made. */
function quoteRateNow(market: Market, { long, short }: SlotLegs): RecordInputs['quoteRate'] {
	const [from, to] = [short.instrument.quote, long.instrument.quote];
	if (from === to) return market.quoteRate;
	const rate = market.quoteRate(from, to);
	return () => rate;
}

function make(state: RowsState, slot: Slot, read: RecordInputs, version: number): OpportunityRow {
	const { long, short, now } = read;
	const record = opportunityOf(read, DEFAULT_TERMS);
	state.onShown(record, now);
	const holdsUntil = Math.min(
		now + HOLDS_MS_MAX,
		guardsHoldUntil(long, short, guardContext(read, DEFAULT_TERMS)),
	);
	keep(state, slot, { record, madeAt: now, holdsUntil, version });
	return { record, passedMs: 0 };
}

function keep({ kept, slots }: RowsState, slot: Slot, made: Kept): void {
	const known = kept.get(slot);
	// Another list has read it later and was sooner done; or the slot is gone.
	if ((known !== undefined && known.madeAt > made.madeAt) || !slots.table.has(slot)) return;
	kept.delete(slot);
	const [oldest] = kept.keys();
	if (kept.size >= RECORDS_MAX && oldest !== undefined) kept.delete(oldest);
	kept.set(slot, made);
}

function keptRow({ kept, slots, clock }: RowsState, slot: Slot): OpportunityRow | undefined {
	const now = clock.now();
	const known = kept.get(slot);
	if (known === undefined || known.version !== slots.versionOf(slot) || now >= known.holdsUntil)
		return undefined;
	return { record: known.record, passedMs: now - known.madeAt };
}

function reading(state: RowsState, slot: Slot, terms?: CostTerms): (() => OpportunityRow) | undefined {
	const known = terms === undefined ? keptRow(state, slot) : undefined;
	if (known !== undefined) return () => known;
	const read = inputsOf(state, slot);
	if (read === undefined) return undefined;
	slot.issued.add(read.opportunityId);
	const version = state.slots.versionOf(slot);
	if (terms === undefined) return () => make(state, slot, read, version);
	return () => {
		const record = opportunityOf(read, terms);
		state.onShown(record, read.now);
		return { record, passedMs: 0 };
	};
}

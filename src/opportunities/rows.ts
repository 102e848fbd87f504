/**
 * Records of the slots that are shown. The inputs of a record are read at one instant, that of its list; the record
 * is made of them whenever there is time. Records at default terms are kept while they hold: one is made again when an input
 * of its slot has changed, when time alone changes what it says, and at least once a second.
 */
import { type CostTerms, DEFAULT_TERMS, type Opportunity } from '../domain/opportunity.ts';
import type { Clock } from '../ports/clock.ts';
import type { Market } from '../ports/market.ts';
import type { OpportunityRow } from '../ports/opportunities.ts';
import type { CurrentPairs, PairLegs } from './current-pairs.ts';
import type { Expectations } from './expectations.ts';
import { guardsHoldUntil } from './pair-guards.ts';
import { guardContext } from './pair-reading.ts';
import type { PairRow } from './pair-table.ts';
import type { PassedLookup } from './passed-settlement.ts';
import { opportunityOf, type RecordInputs, type RecordLimits } from './record.ts';

/** Expected carry moves with the clock; a record is not shown longer. */
const HOLDS_MS_MAX = 1_000;
/** Records kept; the one made longest ago makes room. */
const RECORDS_MAX = 2_000;

/** Makes the records of slots, and keeps those at default terms for at most a second. */
export type Rows = {
	/** The inputs of a slot at this instant; undefined when a venue no longer lists an instrument. */
	readonly inputs: (pairRow: PairRow) => RecordInputs | undefined;
	/** The record at default terms. */
	readonly row: (pairRow: PairRow) => OpportunityRow | undefined;
	/**
	 * Reads what a slot's record is made of at this instant; the returned function makes the row of it.
	 * @param terms undefined: the default ones, for which a kept record will do
	 */
	readonly reading: (pairRow: PairRow, terms?: CostTerms) => (() => OpportunityRow) | undefined;
	readonly forget: (pairRow: PairRow) => void;
};

type Kept = {
	readonly record: Opportunity;
	readonly madeAt: number;
	readonly holdsUntil: number;
	readonly version: number;
};

/** Parts that records are made from. */
type RowsParts = {
	readonly pairRows: CurrentPairs;
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: RecordLimits;
	readonly expectations: Expectations;
	readonly passed: PassedLookup;
	/** Told of every record that is shown, when it is made. */
	readonly onShown: (record: Opportunity, at: number) => void;
};

type RowsState = RowsParts & { readonly kept: Map<PairRow, Kept> };

/** Creates the cache of records; `onShown` is called with each record when it is made. */
export function createRows(parts: RowsParts): Rows {
	const state: RowsState = { ...parts, kept: new Map() };
	return {
		inputs: (pairRow) => inputsOf(state, pairRow),
		reading: (pairRow, terms) => reading(state, pairRow, terms),
		row: (pairRow) => reading(state, pairRow)?.(),
		forget: (pairRow) => state.kept.delete(pairRow),
	};
}

function inputsOf(state: RowsState, pairRow: PairRow): RecordInputs | undefined {
	const { pairRows, expectations, passed, limits } = state;
	const legs = pairRows.inputs(pairRow);
	if (legs === undefined) return undefined;
	const now = state.clock.now();
	const firstIsLong = pairRows.table.firstIsLong(pairRow);
	return {
		...legs,
		opportunityId: pairRows.table.currentId(pairRow),
		firstIsLong,
		expectation: expectations.of(pairRow.key),
		passed: { long: passed.of(legs.long, now), short: passed.of(legs.short, now) },
		basis: pairRows.basis.observed(pairRow.index, firstIsLong),
		now,
		limits,
		quoteRate: quoteRateNow(state.market, legs),
	};
}

/** The rate between the legs' currencies stays that of this instant, whenever the record is made. */
function quoteRateNow(market: Market, { long, short }: PairLegs): RecordInputs['quoteRate'] {
	const [from, to] = [short.instrument.quote, long.instrument.quote];
	if (from === to) return market.quoteRate;
	const rate = market.quoteRate(from, to);
	return () => rate;
}

function make(state: RowsState, pairRow: PairRow, read: RecordInputs, version: number): OpportunityRow {
	const { long, short, now } = read;
	const record = opportunityOf(read, DEFAULT_TERMS);
	state.onShown(record, now);
	const holdsUntil = Math.min(
		now + HOLDS_MS_MAX,
		guardsHoldUntil(long, short, guardContext(read, DEFAULT_TERMS)),
	);
	keep(state, pairRow, { record, madeAt: now, holdsUntil, version });
	return { record, passedMs: 0 };
}

function keep({ kept, pairRows }: RowsState, pairRow: PairRow, made: Kept): void {
	const known = kept.get(pairRow);
	// Another list has read it later and was sooner done; or the slot is gone.
	if ((known !== undefined && known.madeAt > made.madeAt) || !pairRows.table.has(pairRow)) return;
	kept.delete(pairRow);
	const [oldest] = kept.keys();
	if (kept.size >= RECORDS_MAX && oldest !== undefined) kept.delete(oldest);
	kept.set(pairRow, made);
}

function keptRow({ kept, pairRows, clock }: RowsState, pairRow: PairRow): OpportunityRow | undefined {
	const now = clock.now();
	const known = kept.get(pairRow);
	if (known === undefined || known.version !== pairRows.versionOf(pairRow) || now >= known.holdsUntil)
		return undefined;
	return { record: known.record, passedMs: now - known.madeAt };
}

function reading(state: RowsState, pairRow: PairRow, terms?: CostTerms): (() => OpportunityRow) | undefined {
	const known = terms === undefined ? keptRow(state, pairRow) : undefined;
	if (known !== undefined) return () => known;
	const read = inputsOf(state, pairRow);
	if (read === undefined) return undefined;
	pairRow.issued.add(read.opportunityId);
	const version = state.pairRows.versionOf(pairRow);
	if (terms === undefined) return () => make(state, pairRow, read, version);
	return () => {
		const record = opportunityOf(read, terms);
		state.onShown(record, read.now);
		return { record, passedMs: 0 };
	};
}

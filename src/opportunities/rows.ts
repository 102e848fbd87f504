/**
 * Provides the records that a list shows. Inputs are read at the list's `as_of` time, and the record is computed from
 * them later, in slices. Records at default terms are cached until an input changes or time alone changes them, for
 * one second at most.
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

/** Maximum age of a cached record, ms, because expected carry changes with time. */
const HOLDS_MS_MAX = 1_000;
/** Maximum number of cached records; the oldest is dropped. */
const RECORDS_MAX = 2_000;

/** Computes records of pairs, and caches those at default terms. */
export type Rows = {
	/**
	 * Returns a pair's current inputs; undefined if an exchange no longer lists an instrument. @param firstIsLong
	 * direction; default: the current one
	 */
	readonly inputs: (pairRow: PairRow, firstIsLong?: boolean) => RecordInputs | undefined;
	/**
	 * Returns the record at default terms, from the cache if possible; undefined if an exchange no longer lists an
	 * instrument.
	 */
	readonly row: (pairRow: PairRow) => OpportunityRow | undefined;
	/**
	 * Reads a pair's current inputs and returns a function that computes the row from them. @param terms undefined
	 * means the default terms, for which a cached record is used
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

/** Dependencies of the records. */
type RowsParts = {
	readonly pairRows: CurrentPairs;
	readonly market: Market;
	readonly clock: Clock;
	readonly limits: RecordLimits;
	readonly expectations: Expectations;
	readonly passed: PassedLookup;
	/** Called with each record when it is computed. */
	readonly onShown: (record: Opportunity, at: number) => void;
};

type RowsState = RowsParts & { readonly kept: Map<PairRow, Kept> };

/** Creates the cache of records. */
export function createRows(parts: RowsParts): Rows {
	const state: RowsState = { ...parts, kept: new Map() };
	return {
		inputs: (pairRow, firstIsLong) => inputsOf(state, pairRow, firstIsLong),
		reading: (pairRow, terms) => reading(state, pairRow, terms),
		row: (pairRow) => reading(state, pairRow)?.(),
		forget: (pairRow) => state.kept.delete(pairRow),
	};
}

function inputsOf(state: RowsState, pairRow: PairRow, wanted?: boolean): RecordInputs | undefined {
	const { pairRows, expectations, passed, limits } = state;
	const current = pairRows.inputs(pairRow);
	if (current === undefined) return undefined;
	const now = state.clock.now();
	const isFirstLongNow = pairRows.table.firstIsLong(pairRow);
	const firstIsLong = wanted ?? isFirstLongNow;
	const legs = firstIsLong === isFirstLongNow ? current : { long: current.short, short: current.long };
	return {
		...legs,
		opportunityId: firstIsLong ? pairRow.ids.firstLong : pairRow.ids.secondLong,
		firstIsLong,
		expectation: expectations.of(pairRow.key),
		passed: { long: passed.of(legs.long, now), short: passed.of(legs.short, now) },
		basis: pairRows.basis.observed(pairRow.index, firstIsLong),
		now,
		limits,
		quoteRate: quoteRateNow(state.market, legs),
	};
}

/** Fixes the exchange rate between the legs' currencies now, because the record may be computed later. */
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
	// Do not cache the record if another list has cached a newer one, or if the pair has been removed.
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

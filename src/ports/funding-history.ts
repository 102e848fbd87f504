/**
 * Settled funding of every instrument that another venue lists too, as far back as its venue gives it (at most 400
 * days). Kept by `market-data/`, read by the scanner and by whoever scores what was promised.
 */
import type { SettledRate } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';

/** How much of an instrument's settled funding is stored, and where it has holes. Times are milliseconds. */
export type HistoryCoverage = {
	/** Oldest and newest settlement stored, ms; null with none. */
	readonly from: number | null;
	readonly to: number | null;
	readonly count: number;
	/** Spans inside [from, to] in which settlements are missing: from the one before the hole to the one after it. */
	readonly gaps: readonly { readonly from: number; readonly to: number }[];
	/** Why the venue could not be asked last time, or its answer not be stored; null when all went well. */
	readonly failure: string | null;
};

/**
 * `added`: the new rates, oldest first. Empty after any other change (old rates were dropped, an addition failed midway):
 * then a copy of what is stored must be read again.
 */
export type SettledListener = (venue: VenueName, symbol: string, added: readonly SettledRate[]) => void;

/** Reads the settled rates that are stored and asks for those that are missing. */
export interface FundingHistory {
	/** Settled rates with from <= settledAt <= to, oldest first, stamps rounded to the second. Rejects when the store does. */
	settled(venue: VenueName, symbol: string, from: number, to: number): Promise<readonly SettledRate[]>;
	/** Rejects when the store cannot be read. */
	coverage(venue: VenueName, symbol: string): Promise<HistoryCoverage>;
	/** The `failure` of the coverage, from memory. */
	failure(venue: VenueName, symbol: string): string | null;
	/** Settlements of the last hour at least, oldest first, from memory; empty for an instrument that is not kept. */
	recent(venue: VenueName, symbol: string): readonly SettledRate[];
	/** Told after a change of what is stored. */
	onSettled(listener: SettledListener): () => void;
	/**
	 * Resolves once the last month of the instrument is stored: at once when it is, else after asking the venue before
	 * all others, for at most five seconds. Never rejects; `coverage` says what came of it.
	 */
	ensure(venue: VenueName, symbol: string): Promise<void>;
}

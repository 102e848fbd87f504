/**
 * Gives access to the settled funding of every instrument that another venue also lists. The history goes back as far
 * as the venue provides it, at most 400 days. `src/market/` maintains it. It is used for forecasts and for scoring
 * them.
 */

import type { SettledRate } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { MonthMean } from '../domain/month-window.ts';
import type { Words } from '../sentences/sentence.ts';

/** Stored range of an instrument's settled funding, and its gaps. Times are milliseconds. */
export type HistoryCoverage = {
	/** Oldest stored settlement; null if none is stored. */
	readonly from: number | null;
	/** Newest stored settlement; null if none is stored. */
	readonly to: number | null;
	readonly count: number;
	/**
	 * Spans within [from, to] with missing settlements. Each runs from the settlement before the gap to the one after
	 * it.
	 */
	readonly gaps: readonly { readonly from: number; readonly to: number }[];
	/**
	 * Why the last request failed, why its response could not be stored, or why nothing is requested; null after a
	 * success.
	 */
	readonly failure: Words | null;
};

/**
 * Called after each change of an instrument's stored rates. `added` holds the new rates, oldest first. It is empty
 * after any other change, such as dropped old rates or an addition that failed midway. The listener must then reload
 * any copy of the stored rates.
 */
export type SettledListener = (venue: VenueName, symbol: string, added: readonly SettledRate[]) => void;

/** Reads stored settled rates and requests missing ones. */
export interface FundingHistory {
	/**
	 * Returns settled rates with from <= settledAt <= to, oldest first, with timestamps rounded to the second.
	 * Rejects if the store cannot be read.
	 */
	settled(venue: VenueName, symbol: string, from: number, to: number): Promise<readonly SettledRate[]>;
	/** Returns the stored range of the instrument's settled funding. Rejects if the store cannot be read. */
	coverage(venue: VenueName, symbol: string): Promise<HistoryCoverage>;
	/** Returns the instrument's `HistoryCoverage.failure` from memory. */
	failure(venue: VenueName, symbol: string): Words | null;
	/**
	 * Returns settlements from at least the last hour, oldest first, from memory; empty for an instrument that is not
	 * tracked.
	 */
	recent(venue: VenueName, symbol: string): readonly SettledRate[];
	/** Calls `listener` after the stored rates have changed. */
	onSettled(listener: SettledListener): () => void;
	/**
	 * Resolves once the instrument's rates of the last month are stored, or after five seconds. Missing rates are
	 * requested from the venue with priority; the request continues after the five seconds. Never rejects; `coverage`
	 * shows the result.
	 */
	ensure(venue: VenueName, symbol: string): Promise<void>;
}

/** Knows the mean of each contract's settled rates over the last 30 days. */
export interface MonthMeans {
	/** Returns the mean from memory; undefined for a contract that is not tracked. */
	monthMean(venue: VenueName, symbol: string): MonthMean | undefined;
}

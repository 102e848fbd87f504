/** Stores settled rates. Stored rates are never rewritten. Timestamps are whole seconds, in milliseconds. */
import type { SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';

/** Identity of an instrument. It stays valid after the venue has delisted the instrument. */
export type InstrumentName = Pick<Instrument, 'venue' | 'symbol' | 'coin' | 'quote'>;

/** The span that was requested from the venue and covered by its responses, ms, both ends included. */
export type AskedSpan = { readonly from: number; readonly to: number };

/**
 * Maximum number of rows per transaction. The number is small because writes to the journal wait for the transaction.
 */
export const ROWS_PER_COMMIT = 500;

/** Reads and adds settled rates per instrument, and remembers which span was requested. */
export interface SettledRateStore {
	/** Returns rates with from <= settledAt <= to, oldest first. */
	read(venue: VenueName, symbol: string, from: number, to: number): Promise<readonly SettledRate[]>;
	/** Returns the times of all the instrument's settlements, oldest first. Cheaper than reading the rates. */
	instants(venue: VenueName, symbol: string): Promise<readonly number[]>;
	/** Returns the requested span; undefined before the first response was stored. */
	asked(venue: VenueName, symbol: string): Promise<AskedSpan | undefined>;
	/**
	 * Adds the rates that are not stored yet, in transactions of up to `ROWS_PER_COMMIT` rows. The last transaction
	 * also records the span.
	 * @returns the new rates, oldest first, and the stored rates that differ from what the venue now reports
	 * @throws Error if something cannot be written; the span is then unchanged, and some of the rates may be stored
	 */
	add(
		instrument: InstrumentName,
		rates: readonly SettledRate[],
		asked: AskedSpan | undefined,
	): Promise<{ readonly added: readonly SettledRate[]; readonly contradicted: readonly SettledRate[] }>;
	/** Returns every instrument with stored data. */
	instruments(): Promise<readonly InstrumentName[]>;
	/**
	 * Drops at most `ROWS_PER_COMMIT` of the instrument's oldest rates before `before`. @returns the number of
	 * dropped rates
	 * @throws Error
	 */
	dropBefore(venue: VenueName, symbol: string, before: number): Promise<number>;
}

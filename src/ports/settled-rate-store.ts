/** Store of settled rates. Stored rates are never rewritten. Stamps are whole seconds, in milliseconds. */
import type { SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';

/** Identifies an instrument even after its venue has delisted it. */
export type InstrumentName = Pick<Instrument, 'venue' | 'symbol' | 'coin' | 'quote'>;

/** The span that was requested from the venue and answered for every instant, ms, both ends included. */
export type AskedSpan = { readonly from: number; readonly to: number };

/** Maximum number of rows of one transaction: the journal waits for it. */
export const ROWS_PER_COMMIT = 500;

/** Reads and adds settled rates per instrument, and remembers the requested span. */
export interface SettledRateStore {
	/** Rates with from <= settledAt <= to, oldest first. */
	read(venue: VenueName, symbol: string, from: number, to: number): Promise<readonly SettledRate[]>;
	/** Instants of all its settlements, oldest first: cheaper than the rates. */
	instants(venue: VenueName, symbol: string): Promise<readonly number[]>;
	/** Undefined before the first answer was stored. */
	asked(venue: VenueName, symbol: string): Promise<AskedSpan | undefined>;
	/**
	 * Adds missing rates, in transactions of `ROWS_PER_COMMIT`; the last one also records the span.
	 * @returns the new ones, oldest first, and the stored ones for which the venue now states another rate
	 * @throws Error if something cannot be written; then the span is unchanged, and some of the rates may be stored
	 */
	add(
		instrument: InstrumentName,
		rates: readonly SettledRate[],
		asked: AskedSpan | undefined,
	): Promise<{ readonly added: readonly SettledRate[]; readonly contradicted: readonly SettledRate[] }>;
	/** Every instrument with stored data. */
	instruments(): Promise<readonly InstrumentName[]>;
	/**
	 * Drops at most `ROWS_PER_COMMIT` of the instrument's oldest rates, those before `before`. @returns how many
	 * @throws Error
	 */
	dropBefore(venue: VenueName, symbol: string, before: number): Promise<number>;
}

/** Where settled rates are kept. What was stored once is never rewritten. Stamps are whole seconds, in milliseconds. */
import type { SettledRate } from '../domain/funding.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';

/** What names an instrument also after its venue has taken it off its list. */
export type InstrumentName = Pick<Instrument, 'venue' | 'symbol' | 'coin' | 'quote'>;

/** The span in which the venue has been asked and has answered for every instant, ms, both ends included. */
export type AskedSpan = { readonly from: number; readonly to: number };

/** Rows of one transaction at most: the journal waits for it. */
export const ROWS_PER_COMMIT = 500;

/** Reads and adds settled rates, instrument by instrument, and remembers the span that was asked for. */
export interface SettledRateStore {
	/** Rates with from <= settledAt <= to, oldest first. */
	read(venue: VenueName, symbol: string, from: number, to: number): Promise<readonly SettledRate[]>;
	/** Instants of all its settlements, oldest first: cheaper than the rates. */
	instants(venue: VenueName, symbol: string): Promise<readonly number[]>;
	/** Undefined before the first answer was stored. */
	asked(venue: VenueName, symbol: string): Promise<AskedSpan | undefined>;
	/**
	 * Adds the rates that are not there, in transactions of `ROWS_PER_COMMIT`; the span is noted with the last of them.
	 * @returns the new ones, oldest first, and what is stored where the venue now says another rate
	 * @throws Error when something cannot be written; then the span is as it was, and some of the rates may be stored
	 */
	add(
		instrument: InstrumentName,
		rates: readonly SettledRate[],
		asked: AskedSpan | undefined,
	): Promise<{ readonly added: readonly SettledRate[]; readonly contradicted: readonly SettledRate[] }>;
	/** Every instrument of which anything is stored. */
	instruments(): Promise<readonly InstrumentName[]>;
	/** Drops at most `ROWS_PER_COMMIT` of the instrument's oldest rates, those before `before`. @returns how many @throws Error */
	dropBefore(venue: VenueName, symbol: string, before: number): Promise<number>;
}

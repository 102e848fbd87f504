/**
 * Defines recorded market data as the replay reads it: columns per contract, ordered by time. Rates are fractions per
 * settlement, prices are USD per coin, times are milliseconds since 1970. Contracts may share a column of equal values,
 * so a column must not be changed in place.
 */

import type { VenueName } from '../../domain/instrument.ts';

/**
 * How much a dataset tells about its market. `A`: recorded books, estimates, terms and notices. `B`: settled rates
 * with hourly prices. `C`: settled rates alone.
 */
export type Grade = 'A' | 'B' | 'C';

/** All grades, best first. */
export const GRADES: readonly Grade[] = ['A', 'B', 'C'];

/** A file that a dataset was read from. `sha256` is of the file's bytes as they lie on the disk. */
export type DataFile = {
	/** Path from the dataset's folder. */
	readonly path: string;
	readonly bytes: number;
	readonly sha256: string;
};

/** Settled funding of one contract, ascending by time; every column has one entry per settlement. */
export type SettledColumns = {
	/** Settlement instants, ms, as recorded. */
	readonly at: Float64Array;
	/** Rates as fractions of the notional, in units of 1e-18. */
	readonly rates: BigInt64Array;
	/** Interval that ended at the settlement, as the file states it, ms; 0 if it does not. */
	readonly intervalsMs: Float64Array;
};

/** Prices of one contract, ascending by time; every column has one entry per price. */
export type PriceColumns = {
	/** Time at which each price was known, ms. */
	readonly at: Float64Array;
	/** Mark prices, USD per coin. */
	readonly marks: Float64Array;
	/** Value traded in the hour before, USD; NaN if the file has no volume. */
	readonly volumesUsd: Float64Array;
};

/** Everything that a dataset of grade B or C has about one contract. */
export type Track = {
	readonly venue: VenueName;
	readonly symbol: string;
	readonly coin: string;
	readonly quote: string;
	readonly settled: SettledColumns;
	/** Undefined at grade C. */
	readonly prices: PriceColumns | undefined;
};

/** Hours of a contract's life for which the dataset has nothing. */
export type DataGap = {
	readonly venue: VenueName;
	/** Symbol of the contract; `*` for all contracts of the exchange. */
	readonly symbol: string;
	/** The kind of rows that are missing; `recording` for everything, because nothing was recorded. */
	readonly kind: 'rates' | 'prices' | 'recording';
	/** The last datum before the gap and the first one after it, ms. */
	readonly from: number;
	readonly until: number;
};

/** A contract whose settlement interval changed. */
export type IntervalChange = {
	readonly venue: VenueName;
	readonly symbol: string;
	/** First settlement after the new interval, ms. */
	readonly at: number;
	readonly fromMs: number;
	readonly toMs: number;
};

/** The recordings of a dataset of grade A, as plain data that a thread can receive. */
export type RecordedFiles = {
	/** Paths of the files, in order. */
	readonly paths: readonly string[];
	/** Number of observations of each file that were checked. Later ones are not read. */
	readonly counts: readonly number[];
	/** End, ms, exclusive. */
	readonly until: number;
};

/** A dataset with all contracts that ever existed in its span, sorted by venue and symbol. */
export type Dataset = {
	readonly grade: Grade;
	readonly files: readonly DataFile[];
	/** SHA-256 of the files' names and hashes. Equal data has the same hash on every machine. */
	readonly hash: string;
	/** Times of the first and the last datum, ms. */
	readonly from: number;
	readonly until: number;
	readonly tracks: readonly Track[];
	/** Everything that was received, of grade A; absent for grades B and C. */
	readonly recorded?: RecordedFiles;
	readonly gaps: readonly DataGap[];
	readonly intervalChanges: readonly IntervalChange[];
	/** Sentences about files, columns and contracts that were left out. */
	readonly notes: readonly string[];
};

/** Reasons why a dataset cannot be replayed. */
export const DATA_FAULTS = [
	'DATA_EMPTY',
	'DATA_UNREADABLE',
	'DATA_COLUMNS',
	'DATA_VALUE',
	'DATA_BACKWARDS',
	'DATA_CONFLICT',
	'DATA_MIXED',
	'DATA_RANGE',
] as const;

/** A reason from `DATA_FAULTS`. */
export type DataFault = (typeof DATA_FAULTS)[number];

/** Thrown for data that cannot be replayed. The message says what was found, where, and what to do. */
export class DataError extends Error {
	override readonly name = 'DataError';
	readonly fault: DataFault;
	constructor(fault: DataFault, message: string) {
		super(message);
		this.fault = fault;
	}
}

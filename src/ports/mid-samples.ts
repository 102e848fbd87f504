/**
 * Keeps samples of contracts' mid prices: one per minute for a day and one per hour for a year. The price basis of any
 * pair follows from two contracts, so the samples are stored per contract and not per pair. `src/market/` takes them.
 */
import type { Instrument } from '../domain/instrument.ts';

/** Interval between stored samples, ms. */
export const SAMPLE_MS = 60_000;
/** Number of minutes for which every minute's sample is kept. */
export const MINUTES_KEPT = 1_440;
/** Number of days for which every hour's last sample is kept. */
export const DAYS_KEPT = 365;

/** A mid price, USD or another quote currency per coin. `at`: start of the minute or hour, ms. */
export type MidSample = { readonly at: number; readonly mid: number };

/** One minute's samples by contract key. `minute`: minutes since 1970. */
export type MidMinute = { readonly minute: number; readonly mids: ReadonlyMap<string, number> };

/** The last day's samples, arranged by contract. */
export type MidMinutes = {
	/** Contract keys; the index is the contract's place in each minute. */
	readonly contracts: readonly (string | undefined)[];
	/** Oldest first. `mids` has NaN for contracts without a sample and may be shorter than `contracts`. */
	readonly minutes: readonly { readonly minute: number; readonly mids: Float32Array }[];
};

/** Stores the samples. A method that fails rejects with the database's message and stores nothing. */
export interface MidSampleStore {
	/**
	 * Keeps the last sample of each hour of the last stored UTC day for `DAYS_KEPT` days, if `minute` is in a later
	 * day. Does so for a slice of the contracts, which takes a few milliseconds. Resolves to true while contracts
	 * remain; then call it again before `add`.
	 */
	finishDay(minute: number): Promise<boolean>;
	/**
	 * Adds a minute later than all stored ones, or replaces the last one. Removes minutes older than `MINUTES_KEPT`.
	 */
	add(minute: MidMinute): Promise<void>;
	/** Returns the stored minutes from `minute` on. */
	minutesFrom(minute: number): Promise<MidMinutes>;
	/** Returns a contract's hourly samples of finished days with from <= at <= to (ms), oldest first. */
	hours(contract: string, from: number, to: number): Promise<readonly MidSample[]>;
}

/** Past price bases of pairs. */
export interface BasisHistory {
	/**
	 * Returns short mid / long mid − 1 at every minute or hour with samples of both contracts and from <= at <= to
	 * (ms), oldest first. Minutes reach back one day, hours 365 days. Contracts with different quote currencies are
	 * compared at the currencies' rate of that time. Rejects if the store cannot be read.
	 */
	basis(
		legs: { readonly long: Instrument; readonly short: Instrument },
		every: 'minute' | 'hour',
		from: number,
		to: number,
	): Promise<readonly { readonly at: number; readonly basis: number }[]>;
}

/** Large price moves of the last day. */
export interface PriceMoves {
	/**
	 * Returns the latest minute (ms) of the last day whose price differs from that of an hour before by more than
	 * `above`, a fraction; null if there is none. Without samples, no move is known.
	 */
	lastLargeMove(instrument: Pick<Instrument, 'venue' | 'symbol'>, above: number): number | null;
}

/**
 * Knows which contracts were squeezed within the last day: a settlement at the exchange's limit, or a large move of the
 * price within an hour. A plan changes nothing in such a coin for a while.
 */
import type { Instrument } from '../domain/instrument.ts';

/** Time for which a squeeze counts, ms: no voluntary change in the coin for a day. */
export const SQUEEZE_MS = 24 * 3_600_000;
/** Move of a mid price within one hour that counts as a squeeze, a fraction. */
export const SQUEEZE_MOVE = 0.1;

/** A squeeze of a contract. `at`: Unix milliseconds. */
export type Squeeze =
	/** A rate settled at the exchange's cap or floor. `rate`: fraction per interval. */
	| { readonly kind: 'limit'; readonly at: number; readonly rate: number }
	/** The mid price moved by at least `SQUEEZE_MOVE` within an hour. `move`: signed fraction of the lowest price. */
	| { readonly kind: 'move'; readonly at: number; readonly move: number };

/** Finds contracts' squeezes. */
export interface Squeezes {
	/**
	 * Returns the latest squeeze of each kind within `SQUEEZE_MS` for each contract, in the order of the contracts, the
	 * later one first. Rejects if the settled rates cannot be read.
	 */
	recent(instruments: readonly Instrument[]): Promise<readonly (readonly Squeeze[])[]>;
}

/** Knows the largest move of a contract's mid price within one hour, over the last day. */
export interface HourMoves {
	/**
	 * Returns the latest move of at least `least` (a fraction) within one hour since `since` (ms); undefined without
	 * one. Resolves once the samples of earlier runs are loaded.
	 */
	largeMove(
		instrument: Instrument,
		least: number,
		since: number,
	): Promise<{ readonly at: number; readonly move: number } | undefined>;
}

/**
 * Remembers our positions as they were before our latest fills, because a lagging exchange may still report them. A
 * lagging report is not treated as a discrepancy, so it causes no alert and no reduction.
 */
import { type Decimal, max, min } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import { VISIBLE_WITHIN_MS } from '../../ports/venue.ts';

/**
 * One change of a position by our own fills: the lower and upper bound, in coins in the legs' direction, and its
 * monotonic time.
 */
type Move = { readonly least: Decimal; readonly most: Decimal; readonly at: number };

/** Remembers the positions that a venue may still show because it lags behind our own fills. */
export type OwnMoves = {
	/** Records that our fills have just changed the sum of the legs' holdings from `before` to `after` coins. */
	readonly note: (place: string, before: Decimal, after: Decimal) => void;
	/** True if a position read that began at `begunMonotonic` may have shown `coins` only because the venue lags. */
	readonly mayBeLate: (place: string, coins: Decimal, begunMonotonic: number) => boolean;
	/**
	 * True if a position read that began at `begunMonotonic` may lag, whatever it showed. A lagging read may match
	 * the journal by chance.
	 */
	readonly mayLag: (place: string, begunMonotonic: number) => boolean;
	readonly delete: (place: string) => void;
};

/** Creates an empty memory of our own fills. */
export function createOwnMoves(clock: Clock): OwnMoves {
	/**
	 * An earlier process may have booked fills just before it stopped, so every position may lag shortly after this
	 * process starts.
	 */
	const beganAt = clock.monotonic();
	const moves = new Map<string, Move[]>();
	const isRecent = (at: number, begunMonotonic: number): boolean => begunMonotonic - at <= VISIBLE_WITHIN_MS;
	return {
		note(place, before, after) {
			const at = clock.monotonic();
			const recent = (moves.get(place) ?? []).filter((move) => isRecent(move.at, at));
			// An exchange may show only some of the fills that were booked together.
			moves.set(place, [...recent, { least: min(before, after), most: max(before, after), at }]);
		},
		mayBeLate(place, coins, begunMonotonic) {
			if (isRecent(beganAt, begunMonotonic)) return true;
			return (moves.get(place) ?? []).some(
				({ least, most, at }) => isRecent(at, begunMonotonic) && coins >= least && coins <= most,
			);
		},
		mayLag: (place, begunMonotonic) =>
			[beganAt, ...(moves.get(place) ?? []).map(({ at }) => at)].some((at) => isRecent(at, begunMonotonic)),
		delete: (place) => void moves.delete(place),
	};
}

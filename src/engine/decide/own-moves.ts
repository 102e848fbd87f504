/**
 * Positions that a lagging exchange may still show: those before our own latest fills. They are not yet a difference, so
 * nobody is alerted and nothing is reduced.
 */
import { type Decimal, max, min } from '../../domain/decimal.ts';
import type { Clock } from '../../ports/clock.ts';
import { VISIBLE_WITHIN_MS } from '../../ports/venue.ts';

/** Our fills moved the position between these bounds, in coins along the legs' side, at this monotonic time. */
type Move = { readonly least: Decimal; readonly most: Decimal; readonly at: number };

/** Positions that a venue may still show because it lags behind our own fills. */
export type OwnMoves = {
	/** Records that our fills moved the legs' sum from `before` to `after` now. */
	readonly note: (place: string, before: Decimal, after: Decimal) => void;
	/** Whether a read that began at `begunMonotonic` may have shown `coins` only because it lags. */
	readonly mayBeLate: (place: string, coins: Decimal, begunMonotonic: number) => boolean;
	/**
	 * Whether a read that began at `begunMonotonic` may lag, whatever it showed. It may match the journal by
	 * chance.
	 */
	readonly mayLag: (place: string, begunMonotonic: number) => boolean;
	readonly delete: (place: string) => void;
};

/** Creates an empty memory of our own fills. */
export function createOwnMoves(clock: Clock): OwnMoves {
	/** An earlier process may have booked fills just before it ended, so every position may be late after a start. */
	const beganAt = clock.monotonic();
	const moves = new Map<string, Move[]>();
	const isRecent = (at: number, begunMonotonic: number): boolean => begunMonotonic - at <= VISIBLE_WITHIN_MS;
	return {
		note(place, before, after) {
			const at = clock.monotonic();
			const recent = (moves.get(place) ?? []).filter((move) => isRecent(move.at, at));
			// An exchange may show only a part of fills that were booked together.
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

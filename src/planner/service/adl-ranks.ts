/** Keeps the places of users' positions in the exchanges' queues for auto-deleveraging, from the last account reads. */
import { approximately } from '../../domain/estimate.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ReadAdlRank } from '../../ports/margin-plan.ts';
import type { PositionReport } from '../../ports/venue.ts';

/** Maximum age of a read, ms. A place changes slowly, and an account without trades is read rarely. */
const RANK_AGE_MS_MAX = 5 * 60_000;

/** Account reads as they happen. */
export type AccountReads = {
	readonly onState: (
		listener: (
			userId: string,
			venue: VenueName,
			state: { readonly positions: readonly Pick<PositionReport, 'symbol' | 'quantity' | 'adlRank'>[] },
		) => void,
	) => () => void;
};

/** Creates the memory over account reads. */
export function createAdlRanks({ onState }: AccountReads, clock: Pick<Clock, 'monotonic'>): ReadAdlRank {
	const known = new Map<string, { readonly at: number; readonly ranks: ReadonlyMap<string, number> }>();
	onState((userId, venue, { positions }) => {
		const ranks = positions.flatMap(({ symbol, quantity, adlRank }): readonly [string, number][] =>
			adlRank === null || approximately(quantity) === 0 ? [] : [[symbol, adlRank]],
		);
		known.set(`${userId} ${venue}`, { at: clock.monotonic(), ranks: new Map(ranks) });
	});
	return (userId, venue, symbol) => {
		const read = known.get(`${userId} ${venue}`);
		if (read === undefined || clock.monotonic() - read.at > RANK_AGE_MS_MAX) return null;
		return read.ranks.get(symbol) ?? null;
	};
}

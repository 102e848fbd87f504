/**
 * Measures how near the legs of a pair are to liquidation, and chooses the response. A gain at one venue cannot pay
 * margin at the other, so even a pair without market risk can be liquidated. Pure.
 *
 * The distance of a leg is the adverse move of the mark up to liquidation, as a share of the mark. It is compared
 * with the distance at entry: the widest distance from the entry price to the liquidation price. At half of it a
 * person is warned. At 30 % both legs are halved, since added margin can sustain a smaller position. A leg that comes
 * nearer is halved again at half of that share, and then closed (alert at 50 %, shrink at 30 %, from the project's
 * funding arithmetic).
 */
import { type Decimal, divDown, min, mulDown, sub } from './decimal.ts';
import type { LegRole } from './ids.ts';

/** Prices that determine a leg's distance to liquidation, USD per coin; null is unknown. */
export type LegMargin = {
	readonly mark: Decimal | null;
	/** Null if the venue states none. */
	readonly liquidationPrice: Decimal | null;
	readonly entryPrice: Decimal | null;
};

/** Margin prices of both legs. */
export type PairMargin = Readonly<Record<LegRole, LegMargin>>;

/** Widest observed distances at entry; null while unknown. */
export type EntryDistances = Readonly<Record<LegRole, Decimal | null>>;

/** Distances at entry of a new pair. */
export const NO_ENTRY_DISTANCES: EntryDistances = { long: null, short: null };

/** Distance of one leg to its liquidation. */
export type LegDistance = {
	readonly leg: LegRole;
	/** Share of the mark. */
	readonly distance: Decimal;
	/** Remaining share of the distance at entry; null if that is unknown. */
	readonly left: Decimal | null;
};

/**
 * Adverse move of the mark up to liquidation, a share of the mark. Null if a price is missing or not positive, or if
 * the liquidation price lies on the profitable side of the mark: a venue that means such a price has already
 * liquidated.
 */
export function liquidationDistance(
	leg: LegRole,
	mark: Decimal | null,
	liquidation: Decimal | null,
): Decimal | null {
	if (mark === null || liquidation === null || mark <= 0n || liquidation <= 0n) return null;
	const move = leg === 'long' ? sub(mark, liquidation) : sub(liquidation, mark);
	return move < 0n ? null : divDown(move, mark);
}

/**
 * Widest distances from entry price to liquidation price. Added margin widens them; lost margin does not narrow them.
 */
export function entryDistances(margin: PairMargin, seen: EntryDistances): EntryDistances {
	const of = (leg: LegRole): Decimal | null => {
		const now = liquidationDistance(leg, margin[leg].entryPrice, margin[leg].liquidationPrice);
		const before = seen[leg];
		if (now === null || (before !== null && before >= now)) return before;
		return now;
	};
	return { long: of('long'), short: of('short') };
}

/** Distances of the known legs. An unknown leg does not hide the other. */
export function legDistances(margin: PairMargin, entry: EntryDistances): readonly LegDistance[] {
	const legs: readonly LegRole[] = ['long', 'short'];
	return legs.flatMap((leg): LegDistance[] => {
		const distance = liquidationDistance(leg, margin[leg].mark, margin[leg].liquidationPrice);
		if (distance === null) return [];
		const atEntry = entry[leg];
		return [{ leg, distance, left: atEntry === null || atEntry === 0n ? null : divDown(distance, atEntry) }];
	});
}

/** Remaining shares of the distance at entry at which a pair is warned about, halved and closed. */
export type LiquidationLimits = {
	/** Remaining share for a warning. */
	readonly warnShare: Decimal;
	/** Remaining share for halving both legs; it halves with each earlier halving. */
	readonly shrinkShare: Decimal;
	/** Number of halvings after which the pair is closed instead. */
	readonly shrinksMax: number;
};

/** The response to the distances, and the leg nearest to its liquidation. */
export type LiquidationStep =
	| { readonly kind: 'none' }
	| { readonly kind: 'warn' | 'shrink' | 'close'; readonly worst: LegDistance };

/**
 * Chooses the response to the distances.
 * @param shrinks number of halvings since the pair was last out of danger
 * @param distanceMin share of the mark below which the caller wants the pair closed; null: no such rule
 */
export function liquidationStep(
	distances: readonly LegDistance[],
	shrinks: number,
	distanceMin: Decimal | null,
	limits: LiquidationLimits,
): LiquidationStep {
	const nearest = leastBy(distances, ({ distance }) => distance);
	if (nearest !== undefined && distanceMin !== null && nearest.distance < distanceMin)
		return { kind: 'close', worst: nearest };
	const worst = leastBy(distances, ({ left }) => left);
	if (worst === undefined || worst.left === null) return { kind: 'none' };
	const done = Math.min(shrinks, limits.shrinksMax);
	const shrinkAt = (limits.shrinkShare / 2n ** BigInt(done)) as Decimal;
	if (worst.left <= shrinkAt) return { kind: done < limits.shrinksMax ? 'shrink' : 'close', worst };
	return worst.left <= limits.warnShare ? { kind: 'warn', worst } : { kind: 'none' };
}

function leastBy(
	distances: readonly LegDistance[],
	of: (distance: LegDistance) => Decimal | null,
): LegDistance | undefined {
	let least: LegDistance | undefined;
	for (const candidate of distances) {
		const value = of(candidate);
		if (value === null) continue;
		const known = least === undefined ? null : of(least);
		if (known === null || value < known) least = candidate;
	}
	return least;
}

/** Half of the held quantity, on the common lot; 0 if either half would be too small to trade. */
export function halved(held: Decimal, commonLot: Decimal, least: Decimal): Decimal {
	const half = (held / 2n) as Decimal;
	const kept = (half - (half % commonLot)) as Decimal;
	return min(kept, sub(held, kept)) >= least ? kept : (0n as Decimal);
}

/** A distance in percent of the mark, as in the API. */
export function percentOfShare(share: Decimal): Decimal {
	return mulDown(share, (100n * 10n ** 18n) as Decimal);
}

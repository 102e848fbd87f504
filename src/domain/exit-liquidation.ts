/**
 * How near the legs of a pair are to liquidation, and what follows: what one venue gains cannot pay margin on the other,
 * so a pair without market risk is liquidated all the same. Pure.
 *
 * Of each leg the distance is what the mark must move against it, a share of the mark. It is held against the distance at
 * entry: from the entry price to the liquidation price, the widest that was seen. At half of it a person is warned; at
 * 30 % both legs are halved, for a smaller position can be kept in step with added margin; a leg that comes nearer still is
 * halved again at half of that share, and then closed (funding arithmetic of the project: alert at 50 %, shrink at 30 %).
 */
import { type Decimal, divDown, min, mulDown, sub } from './decimal.ts';
import type { LegRole } from './ids.ts';

/** Prices that tell how near a leg is to its liquidation, USD per coin; null is not known. */
export type LegMargin = {
	readonly mark: Decimal | null;
	/** Null where the venue states none. */
	readonly liquidationPrice: Decimal | null;
	readonly entryPrice: Decimal | null;
};

/** Margin prices of both legs. */
export type PairMargin = Readonly<Record<LegRole, LegMargin>>;

/** Distances at entry, the widest that were seen; null while they are not known. */
export type EntryDistances = Readonly<Record<LegRole, Decimal | null>>;

/** Distances at entry of a pair that was not seen yet. */
export const NO_ENTRY_DISTANCES: EntryDistances = { long: null, short: null };

/** How near one leg is to its liquidation. */
export type LegDistance = {
	readonly leg: LegRole;
	/** Share of the mark. */
	readonly distance: Decimal;
	/** What is left of the distance at entry, a share of it; null where that is not known. */
	readonly left: Decimal | null;
};

/**
 * Adverse move of the mark up to liquidation, a share of the mark. Null where a price is missing, not positive, or the
 * liquidation price lies on the side of the mark that the leg gains on: a venue that means it has liquidated by then.
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

/** The widest distances from entry price to liquidation price: margin that was added widens them, what was lost does not narrow them. */
export function entryDistances(margin: PairMargin, seen: EntryDistances): EntryDistances {
	const of = (leg: LegRole): Decimal | null => {
		const now = liquidationDistance(leg, margin[leg].entryPrice, margin[leg].liquidationPrice);
		const before = seen[leg];
		if (now === null || (before !== null && before >= now)) return before;
		return now;
	};
	return { long: of('long'), short: of('short') };
}

/** Both legs as far as they are known. A leg that is not known hides nothing that is known of the other. */
export function legDistances(margin: PairMargin, entry: EntryDistances): readonly LegDistance[] {
	const legs: readonly LegRole[] = ['long', 'short'];
	return legs.flatMap((leg): LegDistance[] => {
		const distance = liquidationDistance(leg, margin[leg].mark, margin[leg].liquidationPrice);
		if (distance === null) return [];
		const atEntry = entry[leg];
		return [{ leg, distance, left: atEntry === null || atEntry === 0n ? null : divDown(distance, atEntry) }];
	});
}

/** Shares of the distance at entry at which a pair is warned of, halved and closed. */
export type LiquidationLimits = {
	/** A person is warned when so much of the distance at entry is left. */
	readonly warnShare: Decimal;
	/** Both legs are halved when so much is left; for each time that they were, at half as much. */
	readonly shrinkShare: Decimal;
	/** What was halved so often is closed instead. */
	readonly shrinksMax: number;
};

/** The act that the distances ask for, and the leg that is nearest to its liquidation. */
export type LiquidationStep =
	| { readonly kind: 'none' }
	| { readonly kind: 'warn' | 'shrink' | 'close'; readonly worst: LegDistance };

/**
 * What the distances ask for.
 * @param shrinks how often the pair was halved since it was last out of danger
 * @param distanceMin share of the mark below which the caller wants it closed; null: no such rule
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

/** Half of what is held, on the common lot; 0 where either half would be too small to trade. */
export function halved(held: Decimal, commonLot: Decimal, least: Decimal): Decimal {
	const half = (held / 2n) as Decimal;
	const kept = (half - (half % commonLot)) as Decimal;
	return min(kept, sub(held, kept)) >= least ? kept : (0n as Decimal);
}

/** A distance in percent of the mark, as the contract states it. */
export function percentOfShare(share: Decimal): Decimal {
	return mulDown(share, (100n * 10n ** 18n) as Decimal);
}

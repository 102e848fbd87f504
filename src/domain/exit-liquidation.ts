/**
 * Measures how near the legs of a pair are to liquidation, and chooses the response. A gain at one venue cannot pay
 * margin at the other, so even a pair without market risk can be liquidated. Pure functions.
 *
 * A leg's distance is the adverse move of the mark that would liquidate it, as a fraction of the mark. It is compared
 * with the distance at entry, which is the widest observed distance from the entry price to the liquidation price.
 * When half of that remains, the service warns the user. When 30 % remains, the service halves both legs, because the
 * remaining margin lasts longer for a smaller position. If a leg then comes nearer, each further halving waits for
 * half of the previous share. After `shrinksMax` halvings, the pair is closed instead (alert at 50 %, shrink at 30 %,
 * from the project's funding arithmetic).
 */
import { type Decimal, divDown, min, mulDown, parseDecimal, sub } from './decimal.ts';
import type { LegRole } from './ids.ts';

/** Prices that determine a leg's distance to liquidation, USD per coin; null if unknown. */
export type LegMargin = {
	readonly mark: Decimal | null;
	/** Liquidation price; null if the venue reports none. */
	readonly liquidationPrice: Decimal | null;
	readonly entryPrice: Decimal | null;
};

/** Margin prices for both legs. */
export type PairMargin = Readonly<Record<LegRole, LegMargin>>;

/** Widest observed distance of each leg at entry; null while unknown. */
export type EntryDistances = Readonly<Record<LegRole, Decimal | null>>;

/** The entry distances of a new pair, which are unknown. */
export const NO_ENTRY_DISTANCES: EntryDistances = { long: null, short: null };

/** One leg's distance to its liquidation. */
export type LegDistance = {
	readonly leg: LegRole;
	/** Adverse move of the mark that would liquidate the leg, as a fraction of the mark. */
	readonly distance: Decimal;
	/** Remaining share of the distance at entry; null if that distance is unknown. */
	readonly left: Decimal | null;
};

/**
 * Computes the adverse move of the mark that would liquidate the leg, as a fraction of the mark. Returns null if a
 * price is missing or not positive, or if the liquidation price lies on the profitable side of the mark. The venue
 * would already have liquidated the leg at such a price.
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
 * Returns the widest distances from entry price to liquidation price so far. Added margin widens them; lost margin
 * does not narrow them.
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

/**
 * Computes the distance of each leg whose prices are known. A leg with an unknown price does not hide the other leg.
 */
export function legDistances(margin: PairMargin, entry: EntryDistances): readonly LegDistance[] {
	const legs: readonly LegRole[] = ['long', 'short'];
	return legs.flatMap((leg): LegDistance[] => {
		const distance = liquidationDistance(leg, margin[leg].mark, margin[leg].liquidationPrice);
		if (distance === null) return [];
		const atEntry = entry[leg];
		return [{ leg, distance, left: atEntry === null || atEntry === 0n ? null : divDown(distance, atEntry) }];
	});
}

/**
 * Thresholds for warning about a pair, halving it and closing it. A share is the remaining distance to liquidation
 * divided by the distance at entry.
 */
export type LiquidationLimits = {
	/** Remaining share at which the service warns. */
	readonly warnShare: Decimal;
	/** Remaining share at which both legs are halved. Every earlier halving halves this share. */
	readonly shrinkShare: Decimal;
	/** Number of halvings after which the pair is closed instead. */
	readonly shrinksMax: number;
};

/** The service's own thresholds. */
export const LIQUIDATION_LIMITS: LiquidationLimits = {
	warnShare: parseDecimal('0.5'),
	shrinkShare: parseDecimal('0.3'),
	shrinksMax: 2,
};

/** The response to the distances, and the leg that is nearest to liquidation. */
export type LiquidationStep =
	| { readonly kind: 'none' }
	| { readonly kind: 'warn' | 'shrink' | 'close'; readonly worst: LegDistance };

/**
 * Chooses the response to the distances.
 * @param shrinks number of halvings since the pair last needed no response
 * @param distanceMin distance, as a fraction of the mark, below which the caller wants the pair closed; null if there
 * is no such rule
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

/** Returns half of the held quantity, rounded down to the common lot; 0 if either half would be too small to trade. */
export function halved(held: Decimal, commonLot: Decimal, least: Decimal): Decimal {
	const half = (held / 2n) as Decimal;
	const kept = (half - (half % commonLot)) as Decimal;
	return min(kept, sub(held, kept)) >= least ? kept : (0n as Decimal);
}

/** Converts a distance to percent of the mark, as in the API. */
export function percentOfShare(share: Decimal): Decimal {
	return mulDown(share, (100n * 10n ** 18n) as Decimal);
}

/**
 * Simulates the liquidity of all other traders as a finite number of price levels on each side of the fair price.
 * Both sides have the same sizes.
 *
 * The best quote is half a spread from the fair price. Deeper levels are at fixed prices on a grid, so a small price
 * move changes only the best and the deepest levels. Taken liquidity stays missing from its rank (best, second, ...)
 * until it is refilled; a price move does not restore it.
 */
import {
	add,
	ceilToStep,
	type Decimal,
	divDown,
	floorToStep,
	fromInteger,
	max,
	min,
	mulDown,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { LiquidityProfile } from './liquidity-profile.ts';
import type { BookLevel, Instrument, Side } from './types.ts';

export type BackgroundLevel = {
	readonly price: Decimal;
	/** Quantity in base units, more than zero. */
	readonly quantity: Decimal;
	/** Distance from the top of the book in levels; 0 for the best quote. */
	readonly rank: number;
	/** Price and quantity as an order book level. The object stays the same while price and quantity do not change. */
	readonly shown: BookLevel;
};

/**
 * Reference price for level sizes and the price grid. It is replaced when the fair price moves more than 1 % away
 * from it, or when the liquidity profile changes.
 */
type Anchor = {
	readonly price: Decimal;
	readonly levelNotional: readonly Decimal[];
	readonly levelStep: Decimal;
	readonly fullQuantity: readonly Decimal[];
	readonly line: Decimal;
};

const ANCHOR_SHARE = 100n;
const MS_PER_SECOND = 1000n;

/** Simulated liquidity of one instrument. Side `buy` means the bids. */
export type BackgroundBook = {
	/**
	 * Moves the levels to the fair price and refills taken liquidity up to the time `at`. `at` must never decrease
	 * from one call to the next.
	 */
	moveTo(at: number, fair: Decimal, profile: LiquidityProfile): void;
	/**
	 * Returns the levels that are not empty, best first. Unchanged levels stay the same objects, and so does the
	 * array of an unchanged side.
	 */
	levels(side: Side): readonly BackgroundLevel[];
	/** @throws RangeError if the level holds less than `quantity` */
	take(side: Side, rank: number, quantity: Decimal): void;
	/**
	 * Returns how much better a level's price is for a resting order that the fair price has reached: half the
	 * spread, rounded up to the tick.
	 */
	concession(): Decimal;
};

export function createBackgroundBook(instrument: Instrument): BackgroundBook {
	const missing: Record<Side, Decimal[]> = { buy: [], sell: [] };
	let anchor: Anchor | undefined;
	let movedAt = 0;
	let best: Record<Side, Decimal> = { buy: ZERO, sell: ZERO };
	let halfSpread = ZERO;
	const kept: Record<Side, KeptSide | undefined> = { buy: undefined, sell: undefined };

	const levels = (side: Side): readonly BackgroundLevel[] => {
		if (anchor === undefined) return [];
		const { line } = anchor;
		const first = best[side];
		const firstLine = side === 'buy' ? ceilToStep(first, line) : floorToStep(first, line);
		const last = kept[side];
		const isMissing = missing[side].some((lack) => lack !== undefined && lack !== ZERO);
		if (isMissing || last?.anchor !== anchor || last.firstLine !== firstLine) {
			const made = levelsAt(side, anchor, firstLine);
			kept[side] = isMissing ? undefined : { anchor, firstLine, best: first, levels: made };
			return made;
		}
		if (last.best === first) return last.levels;
		// The deeper levels are unchanged, so only the best quote moves.
		const [top, ...deeper] = last.levels;
		const isPlain = top?.rank === 0 && first > ZERO;
		const moved = isPlain ? [levelOf(first, top.quantity, 0), ...deeper] : levelsAt(side, anchor, firstLine);
		kept[side] = { ...last, best: first, levels: moved };
		return moved;
	};

	const levelsAt = (side: Side, { fullQuantity, line }: Anchor, firstLine: Decimal): BackgroundLevel[] => {
		const result: BackgroundLevel[] = [];
		const gone = missing[side];
		for (let rank = 0; rank < fullQuantity.length; rank += 1) {
			const away = (BigInt(rank) * line) as Decimal;
			const price = rank === 0 ? best[side] : side === 'buy' ? sub(firstLine, away) : add(firstLine, away);
			if (price <= ZERO) break;
			const full = fullQuantity[rank] ?? ZERO;
			const lack = gone[rank] ?? ZERO;
			const quantity = lack === ZERO ? full : floorToStep(sub(full, lack), instrument.lotSize);
			if (quantity > ZERO) result.push(levelOf(price, quantity, rank));
		}
		return result;
	};

	return {
		moveTo(at, fair, profile) {
			if (anchor === undefined || hasLeft(anchor, fair, profile)) {
				anchor = anchorAt(instrument, fair, profile);
			}
			const elapsedMs = movedAt === 0 ? 0 : Math.max(0, at - movedAt);
			movedAt = Math.max(movedAt, at);
			for (const side of ['buy', 'sell'] as const) {
				refill(missing[side], anchor.fullQuantity, profile.refillPerSecond, elapsedMs);
			}
			halfSpread = mulDown(fair, profile.halfSpread);
			best = bestQuotes(instrument, fair, halfSpread);
		},
		levels,
		take(side, rank, quantity) {
			const level = levels(side).find((each) => each.rank === rank);
			if (level === undefined || level.quantity < quantity) {
				throw new RangeError(
					`Background level ${rank} of ${instrument.symbol} has less than what was taken.`,
				);
			}
			missing[side][rank] = add(missing[side][rank] ?? ZERO, quantity);
		},
		concession: () => ceilToStep(halfSpread, instrument.tickSize),
	};
}

/** Levels last returned for a side, kept only if none of its liquidity was missing. */
type KeptSide = {
	readonly anchor: Anchor;
	readonly firstLine: Decimal;
	readonly best: Decimal;
	readonly levels: readonly BackgroundLevel[];
};

function levelOf(price: Decimal, quantity: Decimal, rank: number): BackgroundLevel {
	return { price, quantity, rank, shown: [price, quantity] };
}

function bestQuotes(instrument: Instrument, fair: Decimal, halfSpread: Decimal): Record<Side, Decimal> {
	const { tickSize } = instrument;
	const sell = ceilToStep(add(fair, halfSpread), tickSize);
	const buy = floorToStep(sub(fair, halfSpread), tickSize);
	// Bid and ask are at least one tick apart, even if the spread is zero.
	return { sell, buy: min(buy, sub(sell, tickSize)) };
}

function hasLeft(anchor: Anchor, fair: Decimal, profile: LiquidityProfile): boolean {
	if (anchor.levelNotional !== profile.levelNotional || anchor.levelStep !== profile.levelStep) return true;
	const distance = fair > anchor.price ? fair - anchor.price : anchor.price - fair;
	return distance * ANCHOR_SHARE > anchor.price;
}

function anchorAt(instrument: Instrument, fair: Decimal, profile: LiquidityProfile): Anchor {
	const line = max(instrument.tickSize, floorToStep(mulDown(fair, profile.levelStep), instrument.tickSize));
	return {
		price: fair,
		levelNotional: profile.levelNotional,
		levelStep: profile.levelStep,
		fullQuantity: profile.levelNotional.map((notional) =>
			notional <= ZERO
				? ZERO
				: max(instrument.lotSize, floorToStep(divDown(notional, fair), instrument.lotSize)),
		),
		line,
	};
}

function refill(
	missing: Decimal[],
	fullQuantity: readonly Decimal[],
	perSecond: Decimal,
	elapsedMs: number,
): void {
	if (elapsedMs === 0) return;
	for (let rank = 0; rank < missing.length; rank += 1) {
		const lack = missing[rank];
		if (lack === undefined || lack === ZERO) continue;
		const full = fullQuantity[rank] ?? ZERO;
		const back = (mulDown(mulDown(full, perSecond), fromInteger(elapsedMs)) / MS_PER_SECOND) as Decimal;
		missing[rank] = max(ZERO, sub(min(lack, full), back));
	}
}

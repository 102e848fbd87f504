/** How the background of an instrument's book is made. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** The background book of an instrument, both sides alike. */
export type LiquidityProfile = {
	/** Fraction of price from `fair` to the best background quote, at least half a tick. */
	readonly halfSpread: Decimal;
	/** Fraction of price between background levels. */
	readonly levelStep: Decimal;
	/** USDT resting at each level when full, per side, best first. */
	readonly levelNotional: readonly Decimal[];
	/** Share of a level's full size that comes back per second. */
	readonly refillPerSecond: Decimal;
};

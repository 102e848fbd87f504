/** Profile of the background liquidity of an instrument. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** Background book of an instrument, the same on both sides. */
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

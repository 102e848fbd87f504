/** Profile of an instrument's background liquidity. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** Parameters of an instrument's background liquidity, the same for bids and asks. */
export type LiquidityProfile = {
	/** Distance from the fair price to the best background quote, as a fraction of the price; at least half a tick. */
	readonly halfSpread: Decimal;
	/** Distance between background levels, as a fraction of the price. */
	readonly levelStep: Decimal;
	/** USDT resting at each full level, per side, best first. */
	readonly levelNotional: readonly Decimal[];
	/** Fraction of a level's full size that refills per second. */
	readonly refillPerSecond: Decimal;
};

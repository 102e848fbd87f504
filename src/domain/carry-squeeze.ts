/**
 * How far carry may fall from its expectation while the headline is far beyond what is usual. Pure.
 *
 * With the deviation of ordinary times alone, 0.23 to 0.34 of outcomes at 8 h lay within one of it where the headline was
 * beyond three scales (docs/calibration.md, "Squeezes"); nominal is 0.68.
 */

/**
 * Share of the squared excess that is added to the variance, per horizon of CARRY_HORIZONS_HOURS: a quarter of what a study
 * of November 2026 names, chosen on Binance, Bybit and Hyperliquid, November 2025 to May 2026, where the whole covers too much.
 */
const EXCESS_SHARE = [0.2, 0.1, 0.025, 0.0125, 0.005, 0.0025] as const;

/** The excess of the headline over one scale, both as fractions per hour; 0 within it. */
export function excessOf(headline: number, scale: number): number {
	return Math.max(0, Math.abs(headline) - scale);
}

/**
 * The deviation of the mean carry over a horizon, a fraction per hour.
 * @param index of the horizon
 * @param usual the deviation of ordinary times, per hour
 */
export function carryDeviation(index: number, usual: number, excess: number): number {
	return Math.sqrt(usual ** 2 + (EXCESS_SHARE[index] as number) * excess ** 2);
}

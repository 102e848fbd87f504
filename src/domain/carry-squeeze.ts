/**
 * Widens the standard deviation of carry while the headline is far above its usual size. Pure functions.
 *
 * When the headline was beyond three scales, only 0.23 to 0.34 of 8 h outcomes lay within one standard deviation as
 * computed for ordinary times. The nominal share is 0.68 (docs/calibration.md, "Squeezes").
 */

/**
 * Fraction of the squared excess that is added to the variance, for each horizon of CARRY_HORIZONS_HOURS. It is a
 * quarter of the value from a study in November 2026. The quarter was chosen on Binance, Bybit and Hyperliquid data
 * from November 2025 to May 2026, where the full value made the deviation too wide.
 */
const EXCESS_SHARE = [0.2, 0.1, 0.025, 0.0125, 0.005, 0.0025] as const;

/**
 * Computes the headline's excess over one scale, both as fractions per hour; 0 if the headline is within one scale.
 */
export function excessOf(headline: number, scale: number): number {
	return Math.max(0, Math.abs(headline) - scale);
}

/**
 * Computes the standard deviation of the mean carry over a horizon, a fraction per hour. `excess` is the headline's
 * excess over one scale and widens the deviation.
 * @param index index of the horizon, from 0
 * @param usual the deviation in ordinary times, per hour
 */
export function carryDeviation(index: number, usual: number, excess: number): number {
	return Math.sqrt(usual ** 2 + (EXCESS_SHARE[index] as number) * excess ** 2);
}

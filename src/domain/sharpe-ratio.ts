/**
 * Computes the Sharpe ratio of a series of returns, and how likely it is real. The probabilistic Sharpe ratio accounts
 * for the length and shape of the series. The deflated one also accounts for the number of settings that were tried.
 *
 * Sources: Bailey and López de Prado (2012), "The Sharpe Ratio Efficient Frontier", Journal of Risk 15(2); Bailey and
 * López de Prado (2014), "The Deflated Sharpe Ratio: Correcting for Selection Bias, Backtest Overfitting and
 * Non-Normality", Journal of Portfolio Management 40(5), equations 1 and 2. Both use ratios per period, not per year.
 */
import { normalProbability, normalQuantile } from './normal-distribution.ts';

/** Days of a year. These markets never close. */
export const DAYS_PER_YEAR = 365;

const EULER_MASCHERONI = 0.5772156649015329;

/** Shape of a series of returns. A normal distribution has a skewness of 0 and a kurtosis of 3. */
export type ReturnShape = {
	/** Number of returns. */
	readonly count: number;
	/** Mean over standard deviation, per period; 0 if the returns do not vary. */
	readonly sharpe: number;
	readonly skewness: number;
	readonly kurtosis: number;
};

/** Returns the mean and the standard deviation (divisor n − 1) of at least two values. */
export function meanAndDeviation(values: readonly number[]): {
	readonly mean: number;
	readonly deviation: number;
} {
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
	const deviation = Math.sqrt(squares / (values.length - 1));
	// The mean of equal values is rounded, so their deviation is not exactly 0.
	return { mean, deviation: deviation <= Math.abs(mean) * 1e-12 ? 0 : deviation };
}

/** Measures returns per period. Skewness and kurtosis are ratios of the sample's own moments (divisor n). */
export function returnShape(returns: readonly number[]): ReturnShape {
	const { mean, deviation } = meanAndDeviation(returns);
	const count = returns.length;
	if (!(deviation > 0)) return { count, sharpe: 0, skewness: 0, kurtosis: 3 };
	const moment = (power: number): number =>
		returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / count;
	const variance = moment(2);
	return {
		count,
		sharpe: mean / deviation,
		skewness: moment(3) / variance ** 1.5,
		kurtosis: moment(4) / variance ** 2,
	};
}

/** Converts a ratio of daily returns to a yearly one, for returns that do not depend on each other. */
export function yearlySharpe(dailySharpe: number): number {
	return dailySharpe * Math.sqrt(DAYS_PER_YEAR);
}

/**
 * Returns the probability that the true Sharpe ratio exceeds `benchmark`, both per period: Φ((SR − SR*) · √(T − 1) /
 * √(1 − γ₃·SR + (γ₄ − 1)/4 · SR²)), with skewness γ₃ and kurtosis γ₄ (2012; 2014, equation 2 with any benchmark).
 */
export function probabilisticSharpe(shape: ReturnShape, benchmark: number): number {
	const { count, sharpe, skewness, kurtosis } = shape;
	const variance = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
	return normalProbability(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(variance));
}

/**
 * Returns the Sharpe ratio that the best of `trials` settings without skill is expected to show: √V · ((1 − γ) ·
 * Φ⁻¹(1 − 1/N) + γ · Φ⁻¹(1 − 1/(N·e))), with the Euler-Mascheroni constant γ (2014, equation 1). It is 0 for one trial.
 * @param variance variance V of the ratios over the trials, per period
 */
export function expectedBestSharpe(trials: number, variance: number): number {
	if (trials < 2) return 0;
	const first = normalQuantile(1 - 1 / trials);
	const second = normalQuantile(1 - 1 / (trials * Math.E));
	return Math.sqrt(variance) * ((1 - EULER_MASCHERONI) * first + EULER_MASCHERONI * second);
}

/**
 * Returns the deflated Sharpe ratio: the probability that the true ratio of these returns exceeds the best that so many
 * trials without skill are expected to show (2014, equation 2). Trials count as independent, which is cautious for
 * similar settings.
 * @param trialSharpes the ratio of each trial per period, the examined one included
 */
export function deflatedSharpe(shape: ReturnShape, trialSharpes: readonly number[]): number {
	const variance = trialSharpes.length < 2 ? 0 : meanAndDeviation(trialSharpes).deviation ** 2;
	return probabilisticSharpe(shape, expectedBestSharpe(trialSharpes.length, variance));
}

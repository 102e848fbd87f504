/**
 * Measures the recent volatility of a price. It keeps an exponentially weighted variance of the log returns, per
 * hour, with a half-life of six hours. Samples may come at any interval. A sample after a gap restarts the
 * measurement, because the price moves during the gap are unknown.
 */

export type Volatility = {
	readonly price: number;
	readonly at: number;
	/** Weighted sum of (log return)² per hour. */
	readonly variance: number;
	/**
	 * Sum of the weights. `variance` is divided by it, because otherwise a small number of samples would look calm.
	 */
	readonly weight: number;
	/** Hours that the samples cover. */
	readonly hours: number;
};

const HOUR_MS = 3_600_000;
/** Half-life of a price move's weight, in hours. */
export const VOLATILITY_HALF_LIFE_HOURS = 6;
/** Minimum hours of samples for a result. */
export const VOLATILITY_HOURS_MIN = 1;
const GAP_HOURS_MAX = 0.5;

/**
 * Returns the state after one more sample. `price` must be > 0. A sample that is not later than the last one is
 * ignored.
 */
export function afterSample(before: Volatility | undefined, price: number, at: number): Volatility {
	const first = { price, at, variance: 0, weight: 0, hours: 0 };
	if (before === undefined) return first;
	const hours = (at - before.at) / HOUR_MS;
	if (hours <= 0) return before;
	if (hours > GAP_HOURS_MAX) return first;
	const move = Math.log(price / before.price);
	const keep = 2 ** (-hours / VOLATILITY_HALF_LIFE_HOURS);
	return {
		price,
		at,
		variance: keep * before.variance + (1 - keep) * ((move * move) / hours),
		weight: keep * before.weight + (1 - keep),
		hours: before.hours + hours,
	};
}

/** Computes the standard deviation of the log price over one hour; undefined with too few hours. */
export function hourlySigma(volatility: Volatility | undefined): number | undefined {
	if (volatility === undefined || volatility.hours < VOLATILITY_HOURS_MIN) return undefined;
	return Math.sqrt(volatility.variance / volatility.weight);
}

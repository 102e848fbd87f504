/**
 * Recent volatility of a price: an exponentially weighted variance of its log returns, per hour, with a half-life of
 * six hours. Samples may come at any distance; a sample after a gap restarts the measurement, since the moves in the
 * gap are unknown.
 */

export type Volatility = {
	readonly price: number;
	readonly at: number;
	/** Weighted sum of (log return)² per hour, and the sum of weights, so that few samples do not look calm. */
	readonly variance: number;
	readonly weight: number;
	/** Hours that the samples cover. */
	readonly hours: number;
};

const HOUR_MS = 3_600_000;
/** Age in hours at which a price move has half the weight of one that happens now. */
export const VOLATILITY_HALF_LIFE_HOURS = 6;
/** Minimum hours of samples for a result. */
export const VOLATILITY_HOURS_MIN = 1;
const GAP_HOURS_MAX = 0.5;

/** The state after one more sample. `price` > 0; ignores a sample that is not later than the last. */
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

/** Standard deviation of the log price over one hour; undefined with too few hours. */
export function hourlySigma(volatility: Volatility | undefined): number | undefined {
	if (volatility === undefined || volatility.hours < VOLATILITY_HOURS_MIN) return undefined;
	return Math.sqrt(volatility.variance / volatility.weight);
}

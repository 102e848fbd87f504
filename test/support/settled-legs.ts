/**
 * Generates artificial settled funding from a seed, for tests of carry: intervals, missing settlements, and a lasting
 * spread with noise.
 */
import type { LegSettlements } from '../../src/domain/leg-history.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';

/**
 * Returns settlements every `interval` hours after `from`, up to and including `to`. `rateAt` returns the rate of
 * each.
 */
export function settledEvery(
	interval: number,
	from: number,
	to: number,
	rateAt: (hour: number) => number,
): LegSettlements {
	const hours: number[] = [];
	for (let hour = from + interval; hour <= to; hour += interval) hours.push(hour);
	return { hours: Int32Array.from(hours), rates: Float64Array.from(hours, rateAt) };
}

export type NoisyLeg = {
	readonly seed: number;
	readonly interval: number;
	readonly from: number;
	readonly to: number;
	/** Mean rate per hour. */
	readonly mean: number;
	/** Half the width of the uniform noise around the mean rate, per hour. */
	readonly noise: number;
	/** Probability that a settlement is missing. */
	readonly missing?: number;
};

/** Returns a leg whose rates have a lasting mean with independent noise. */
export function noisyLeg({ seed, interval, from, to, mean, noise, missing = 0 }: NoisyLeg): LegSettlements {
	const random = seededRandom(seed);
	const all = settledEvery(interval, from, to, () => interval * (mean + noise * (2 * random.unit() - 1)));
	const kept = [...all.hours.keys()].filter((index) => index < 2 || !random.chance(missing));
	return {
		hours: Int32Array.from(kept, (index) => all.hours[index] as number),
		rates: Float64Array.from(kept, (index) => all.rates[index] as number),
	};
}

/** Returns the settlements up to and including this hour. */
export function upTo({ hours, rates }: LegSettlements, hour: number): LegSettlements {
	const count = hours.filter((each) => each <= hour).length;
	return { hours: hours.slice(0, count), rates: rates.slice(0, count) };
}

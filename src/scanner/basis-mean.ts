/** A slot's own mean of the price basis: exponentially weighted over what this service has observed, half-life 24 h. */
import { priceBasis } from '../domain/cost.ts';
import { add, type Decimal, mulTrunc, parseDecimal, sub, ZERO } from '../domain/decimal.ts';

const HALF_LIFE_MS = 24 * 3_600_000;
/** A weight is a statistic: twelve places of it are plenty. */
const WEIGHT_PLACES = 12;

export type BasisMean = {
	/** Mean of second mid / first mid − 1: the basis while the first instrument is the long leg. */
	readonly firstLong: Decimal;
	/** Mean of first mid / second mid − 1: the basis while the second instrument is the long leg. */
	readonly secondLong: Decimal;
	/** Samples so far; with none the means are zero and mean nothing. */
	readonly count: number;
	readonly firstAt: number;
	readonly lastAt: number;
	/** Σ of all samples' weights, where the latest weighs 1 and the weight halves every 24 h. */
	readonly weight: number;
};

/** The mean as a record of one direction needs it. */
export type ObservedBasis = {
	readonly mean: Decimal;
	readonly count: number;
	/** From the first sample to the last. */
	readonly spanMs: number;
};

export const NO_BASIS: BasisMean = {
	firstLong: ZERO,
	secondLong: ZERO,
	count: 0,
	firstAt: 0,
	lastAt: 0,
	weight: 0,
};

/** The mean after one more sample of both mids at time `at`. */
export function observeBasis(past: BasisMean, firstMid: Decimal, secondMid: Decimal, at: number): BasisMean {
	const elapsedMs = Math.max(0, at - past.lastAt);
	const weight = 1 + past.weight * 2 ** (-elapsedMs / HALF_LIFE_MS);
	const share = parseDecimal((1 / weight).toFixed(WEIGHT_PLACES));
	const toward = (mean: Decimal, sample: Decimal): Decimal => add(mean, mulTrunc(sub(sample, mean), share));
	return {
		firstLong: toward(past.firstLong, priceBasis(firstMid, secondMid)),
		secondLong: toward(past.secondLong, priceBasis(secondMid, firstMid)),
		count: past.count + 1,
		firstAt: past.count === 0 ? at : past.firstAt,
		lastAt: at,
		weight,
	};
}

export function basisInDirection(observed: BasisMean, firstIsLong: boolean): ObservedBasis {
	return {
		mean: firstIsLong ? observed.firstLong : observed.secondLong,
		count: observed.count,
		spanMs: Math.max(0, observed.lastAt - observed.firstAt),
	};
}

/**
 * Each slot's own price basis: mean and standard deviation, exponentially weighted over what this service has observed,
 * half-life 24 h. Statistics in doubles; the mean is answered at twelve places.
 */
import { type Decimal, parseDecimal, ZERO } from '../domain/decimal.ts';
import { createColumns } from './columns.ts';

const HALF_LIFE_MS = 24 * 3_600_000;
/** A mean is a statistic: twelve places of it are plenty. */
const MEAN_PLACES = 12;
/** With fewer samples, one a second, a slot has no mean of its own yet. */
export const BASIS_SAMPLES_MIN = 5;

/** The basis as a record of one direction needs it. */
export type ObservedBasis = {
	readonly mean: Decimal;
	/** Standard deviation around the mean. */
	readonly sd: number;
	readonly count: number;
	/** From the first sample to the last, milliseconds. */
	readonly spanMs: number;
};

export const NO_BASIS: ObservedBasis = { mean: ZERO, sd: 0, count: 0, spanMs: 0 };

export type BasisTable = {
	/** Begins anew for a slot that has just come. */
	readonly clear: (slot: number) => void;
	/** One more sample of both mids at time `at`. */
	readonly observe: (slot: number, firstMid: number, secondMid: number, at: number) => void;
	/** Mean in the direction; NaN below `BASIS_SAMPLES_MIN` samples. */
	readonly mean: (slot: number, firstIsLong: boolean) => number;
	readonly sd: (slot: number) => number;
	readonly observed: (slot: number, firstIsLong: boolean) => ObservedBasis;
};

export function createBasisTable(): BasisTable {
	const columns = createColumns([
		// Mean of second mid / first mid − 1: the basis while the first instrument is the long leg.
		'firstLong',
		// Mean of first mid / second mid − 1.
		'secondLong',
		// Weighted mean square deviation of the former.
		'variance',
		'count',
		'firstAt',
		'lastAt',
		// Σ of all samples' weights, where the latest weighs 1.
		'weight',
	] as const);

	return {
		clear(slot) {
			columns.ensure(slot);
			columns.fill(slot, 0);
		},
		observe(slot, firstMid, secondMid, at) {
			const row = columns.row(slot);
			const count = columns.count[row] as number;
			const kept = 2 ** (-Math.max(0, at - (columns.lastAt[row] as number)) / HALF_LIFE_MS);
			const weight = 1 + (columns.weight[row] as number) * kept;
			const deviation = secondMid / firstMid - 1 - (columns.firstLong[row] as number);
			columns.firstLong[row] = (columns.firstLong[row] as number) + deviation / weight;
			const other = firstMid / secondMid - 1 - (columns.secondLong[row] as number);
			columns.secondLong[row] = (columns.secondLong[row] as number) + other / weight;
			columns.variance[row] =
				(1 - 1 / weight) * ((columns.variance[row] as number) + (deviation * deviation) / weight);
			columns.count[row] = count + 1;
			if (count === 0) columns.firstAt[row] = at;
			columns.lastAt[row] = at;
			columns.weight[row] = weight;
		},
		mean(slot, firstIsLong) {
			const row = columns.row(slot);
			if ((columns.count[row] as number) < BASIS_SAMPLES_MIN) return Number.NaN;
			return (firstIsLong ? columns.firstLong : columns.secondLong)[row] as number;
		},
		sd: (slot) => Math.sqrt(columns.variance[columns.row(slot)] as number),
		observed(slot, firstIsLong) {
			const row = columns.row(slot);
			const mean = (firstIsLong ? columns.firstLong : columns.secondLong)[row] as number;
			return {
				mean: parseDecimal(mean.toFixed(MEAN_PLACES)),
				sd: Math.sqrt(columns.variance[row] as number),
				count: columns.count[row] as number,
				spanMs: Math.max(0, (columns.lastAt[row] as number) - (columns.firstAt[row] as number)),
			};
		},
	};
}

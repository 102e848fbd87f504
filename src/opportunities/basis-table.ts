/**
 * Computes the mean and standard deviation of each pair's price basis from samples since the service started,
 * exponentially weighted with a half-life of 24 h. The mean is rounded to twelve decimal places.
 */
import { type BasisPoint, createBasisSeries } from './basis-series.ts';
import type { PairColumns } from './pair-columns.ts';

const HALF_LIFE_MS = 24 * 3_600_000;
/** Decimal places of the mean; a statistic needs no more. */
const MEAN_PLACES = 12;
const MEANS_PER_ONE = 10 ** MEAN_PLACES;
/** Minimum number of samples (one per second) that a pair's mean needs. */
export const BASIS_SAMPLES_MIN = 5;

/** The observed price basis in one direction. */
export type ObservedBasis = {
	/** Mean as a fraction of the price, rounded. Do not use it with fewer than `BASIS_SAMPLES_MIN` samples. */
	readonly mean: number;
	/** Standard deviation around the mean, as a fraction of the price. */
	readonly sd: number;
	readonly count: number;
	/** Time from the first sample to the last one, ms. */
	readonly spanMs: number;
};

/**
 * Mean and standard deviation of each pair's price basis, as fractions of the price, weighted with a half-life of 24
 * h.
 */
export type BasisTable = {
	/** Resets the row for a new pair. */
	readonly clear: (pairRow: number) => void;
	/** Adds a sample of both mid prices, taken at `at` (ms). */
	readonly observe: (pairRow: number, firstMid: number, secondMid: number, at: number) => void;
	/** Returns the rounded mean in one direction; NaN with fewer than `BASIS_SAMPLES_MIN` samples. */
	readonly mean: (pairRow: number, firstIsLong: boolean) => number;
	readonly sd: (pairRow: number) => number;
	readonly observed: (pairRow: number, firstIsLong: boolean) => ObservedBasis;
	/** Returns the recent history in one direction, newest first. */
	readonly history: (pairRow: number, firstIsLong: boolean, now: number) => readonly BasisPoint[];
};

/** Creates the table. The statistics are written to the given columns; the table keeps the recent series itself. */
export function createBasisTable(columns: PairColumns): BasisTable {
	/** The series for the direction in which the first instrument is the long leg. */
	const series = createBasisSeries();
	function meanOf(pairRow: number, firstIsLong: boolean): number {
		const known = (firstIsLong ? columns.basisFirstLong : columns.basisSecondLong)[
			columns.row(pairRow)
		] as number;
		return Math.round(known * MEANS_PER_ONE) / MEANS_PER_ONE;
	}

	return {
		clear(pairRow) {
			series.clear(pairRow);
			const row = columns.row(pairRow);
			columns.basisFirstLong[row] = 0;
			columns.basisSecondLong[row] = 0;
			columns.basisVariance[row] = 0;
			columns.basisCount[row] = 0;
			columns.basisFirstAt[row] = 0;
			columns.basisLastAt[row] = 0;
			columns.basisWeight[row] = 0;
		},
		observe(pairRow, firstMid, secondMid, at) {
			const row = columns.row(pairRow);
			const count = columns.basisCount[row] as number;
			const kept = 2 ** (-Math.max(0, at - (columns.basisLastAt[row] as number)) / HALF_LIFE_MS);
			const weight = 1 + (columns.basisWeight[row] as number) * kept;
			const basis = secondMid / firstMid - 1;
			series.put(pairRow, basis, at);
			const deviation = basis - (columns.basisFirstLong[row] as number);
			columns.basisFirstLong[row] = (columns.basisFirstLong[row] as number) + deviation / weight;
			const other = firstMid / secondMid - 1 - (columns.basisSecondLong[row] as number);
			columns.basisSecondLong[row] = (columns.basisSecondLong[row] as number) + other / weight;
			columns.basisVariance[row] =
				(1 - 1 / weight) * ((columns.basisVariance[row] as number) + (deviation * deviation) / weight);
			columns.basisCount[row] = count + 1;
			if (count === 0) columns.basisFirstAt[row] = at;
			columns.basisLastAt[row] = at;
			columns.basisWeight[row] = weight;
		},
		mean: (pairRow, firstIsLong) =>
			(columns.basisCount[columns.row(pairRow)] as number) < BASIS_SAMPLES_MIN
				? Number.NaN
				: meanOf(pairRow, firstIsLong),
		sd: (pairRow) => Math.sqrt(columns.basisVariance[columns.row(pairRow)] as number),
		observed(pairRow, firstIsLong) {
			const row = columns.row(pairRow);
			return {
				mean: meanOf(pairRow, firstIsLong),
				sd: Math.sqrt(columns.basisVariance[row] as number),
				count: columns.basisCount[row] as number,
				spanMs: Math.max(0, (columns.basisLastAt[row] as number) - (columns.basisFirstAt[row] as number)),
			};
		},
		history(pairRow, firstIsLong, now) {
			const points = series.points(pairRow, now);
			return firstIsLong ? points : points.map(({ at, basis }) => ({ at, basis: 1 / (1 + basis) - 1 }));
		},
	};
}

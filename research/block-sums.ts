/**
 * Computes confidence intervals of scores with a block bootstrap, which sums each four-week block and resamples the
 * sums with replacement. All series use the same blocks, because a market event in those weeks affects them all. The
 * functions are pure; the draws are seeded.
 */

/** Block length, hours. */
const BLOCK_HOURS = 672;
const RESAMPLES = 400;
const LOWER_SHARE = 0.05;
const UPPER_SHARE = 0.95;
const SEED = 20_261_121;

type Interval = { readonly low: number; readonly high: number };
/** A score with its 90 % interval, from the 5 % to the 95 % quantile of the scores of the resamples. */
export type Estimate = { readonly value: number; readonly interval: Interval };

/** Sums of several terms, per block. Every call to `add` must pass the same number of terms. */
export type BlockSums = {
	readonly add: (hour: number, terms: readonly number[]) => void;
	readonly blocks: () => readonly Float64Array[];
};

/** @param firstHour first hour of the file; the first block starts here */
export function createBlockSums(firstHour: number): BlockSums {
	const sums = new Map<number, Float64Array>();
	return {
		add(hour, terms) {
			const block = Math.floor((hour - firstHour) / BLOCK_HOURS);
			let row = sums.get(block);
			if (row === undefined) {
				row = new Float64Array(terms.length);
				sums.set(block, row);
			}
			for (let index = 0; index < terms.length; index += 1) {
				row[index] = (row[index] as number) + (terms[index] as number);
			}
		},
		blocks: () => [...sums].sort(([a], [b]) => a - b).map(([, row]) => row),
	};
}

/** Computes the mean of a figure over all rows, with its 90 % interval. */
export function meanEstimate<Row extends { readonly hour: number }>(
	rows: readonly Row[],
	figure: (row: Row) => number,
	firstHour: number,
): Estimate {
	const sums = createBlockSums(firstHour);
	for (const row of rows) sums.add(row.hour, [figure(row), 1]);
	return estimate(sums, ([sum, count]) => (sum as number) / (count as number));
}

/**
 * Computes the score over all blocks, and its 90 % interval from resamples. Each resample draws, with replacement, as
 * many blocks as there are.
 */
export function estimate(sums: BlockSums, score: (sums: Float64Array) => number): Estimate {
	const blocks = sums.blocks();
	const width = blocks[0]?.length ?? 0;
	const total = (chosen: readonly (Float64Array | undefined)[]): Float64Array => {
		const all = new Float64Array(width);
		for (const block of chosen) {
			for (let index = 0; index < width; index += 1)
				all[index] = (all[index] as number) + (block?.[index] ?? 0);
		}
		return all;
	};
	const unit = seededUnit(SEED);
	const scores = Array.from({ length: RESAMPLES }, () =>
		score(total(blocks.map(() => blocks[Math.floor(unit() * blocks.length)]))),
	).filter((value) => Number.isFinite(value));
	const drawn = Float64Array.from(scores).sort();
	return {
		value: blocks.length === 0 ? Number.NaN : score(total(blocks)),
		interval: { low: percentile(drawn, LOWER_SHARE), high: percentile(drawn, UPPER_SHARE) },
	};
}

/**
 * Returns the quantile by linear interpolation between the ordered values, as numpy does by default; NaN for an empty
 * list.
 */
export function percentile(sorted: Float64Array, share: number): number {
	if (sorted.length === 0) return Number.NaN;
	const place = share * (sorted.length - 1);
	const below = Math.floor(place);
	const low = sorted[below] as number;
	const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
	return low + (high - low) * (place - below);
}

/** Returns a function that draws uniform numbers in [0, 1) from the given seed (mulberry32). */
function seededUnit(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * Computes the probability of backtest overfitting. It says how often the settings that were best in one half of the
 * days are below the median in the other half.
 *
 * Source: Bailey, Borwein, López de Prado and Zhu (2017), "The Probability of Backtest Overfitting", Journal of
 * Computational Finance 20(4), working paper of 2015: combinatorially symmetric cross-validation (CSCV). The days are
 * cut into S blocks. Every choice of S/2 blocks trains, and the others test. ω is the rank of the trained best among
 * the N trials in testing, divided by N + 1. The probability is the share of choices with ln(ω / (1 − ω)) ≤ 0.
 */

/** Blocks of the paper's examples. They give 12,870 choices of training halves. */
const BLOCKS_MAX = 16;
const BLOCKS_MIN = 4;
/** A block has at least this many days, so that its part of a ratio means something. */
const BLOCK_DAYS_MIN = 5;

/** Result of the cross-validation. */
export type Overfitting = {
	/** Probability that the best setting in training is at or below the median in testing. */
	readonly probability: number;
	/** Blocks S that the days were cut into. */
	readonly blocks: number;
	/** Choices of training halves. */
	readonly choices: number;
};

/** Sums and sums of squares of each trial's returns per block. */
type Sums = { readonly days: readonly number[]; readonly rows: readonly TrialSums[] };
type TrialSums = { readonly sums: Float64Array; readonly squares: Float64Array };

/**
 * Ranks trials by their Sharpe ratio. Returns null with fewer than two trials or fewer than 20 days.
 * @param trials daily returns of each trial, all over the same days
 * @throws RangeError if the trials have different numbers of days
 */
export function overfittingOf(trials: readonly (readonly number[])[]): Overfitting | null {
	const days = trials[0]?.length ?? 0;
	if (trials.some(({ length }) => length !== days))
		throw new RangeError('All trials need returns of the same days.');
	const fitting = Math.min(BLOCKS_MAX, Math.floor(days / BLOCK_DAYS_MIN));
	const blocks = fitting - (fitting % 2);
	if (trials.length < 2 || blocks < BLOCKS_MIN) return null;
	const sums = sumsOf(trials, days, blocks);
	let choices = 0;
	let below = 0;
	for (const chosen of halves(blocks)) {
		const rest = allBlocks(blocks).filter((block) => !chosen.includes(block));
		const training = sharpes(sums, chosen);
		const best = training.indexOf(training.reduce((most, value) => Math.max(most, value), -Infinity));
		const rank = rankOf(sharpes(sums, rest), best);
		choices += 1;
		if (rank / (trials.length + 1) <= 0.5) below += 1;
	}
	return { probability: below / choices, blocks, choices };
}

function sumsOf(trials: readonly (readonly number[])[], days: number, blocks: number): Sums {
	// Blocks differ by one day at most.
	const starts = Array.from({ length: blocks + 1 }, (_, block) => Math.floor((block * days) / blocks));
	const rows = trials.map((returns): TrialSums => {
		const sums = new Float64Array(blocks);
		const squares = new Float64Array(blocks);
		for (let block = 0; block < blocks; block += 1)
			for (const value of returns.slice(starts[block], starts[block + 1])) {
				sums[block] = (sums[block] ?? 0) + value;
				squares[block] = (squares[block] ?? 0) + value * value;
			}
		return { sums, squares };
	});
	return { days: allBlocks(blocks).map((block) => (starts[block + 1] ?? 0) - (starts[block] ?? 0)), rows };
}

function allBlocks(blocks: number): number[] {
	return Array.from({ length: blocks }, (_, block) => block);
}

/** Yields every choice of half of the blocks, in ascending order. */
function* halves(blocks: number, from = 0, size = blocks / 2): Generator<readonly number[]> {
	if (size === 0) {
		yield [];
		return;
	}
	for (let block = from; block <= blocks - size; block += 1)
		for (const others of halves(blocks, block + 1, size - 1)) yield [block, ...others];
}

/** Returns each trial's Sharpe ratio over some blocks; 0 if its returns do not vary. */
function sharpes({ days, rows }: Sums, blocks: readonly number[]): Float64Array {
	const count = blocks.reduce((sum, block) => sum + (days[block] ?? 0), 0);
	const ratios = new Float64Array(rows.length);
	for (const [trial, { sums, squares }] of rows.entries()) {
		let sum = 0;
		let square = 0;
		for (const block of blocks) {
			sum += sums[block] ?? 0;
			square += squares[block] ?? 0;
		}
		const mean = sum / count;
		const variance = (square - sum * mean) / (count - 1);
		// Rounding leaves a variance that is tiny against the mean, also below zero.
		ratios[trial] = variance > mean * mean * 1e-12 ? mean / Math.sqrt(variance) : 0;
	}
	return ratios;
}

/** Returns the rank of one value from 1, the lowest; equal values share the mean of their ranks. */
function rankOf(values: Float64Array, index: number): number {
	const own = values[index] ?? 0;
	let lower = 0;
	let equal = 0;
	for (const value of values) {
		if (value < own) lower += 1;
		else if (value === own) equal += 1;
	}
	return lower + (equal + 1) / 2;
}

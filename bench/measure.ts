/**
 * Compares alternatives on a machine that also does other work.
 *
 * Absolute times differ between machines and from minute to minute, but the ratio of two cases in the same round is
 * stable. Every round therefore runs all cases, and each round starts with a different one. The reported ratio is the
 * median of the ratios per round.
 */

/** The work measured in one round. If the case is asynchronous, the measured time includes awaiting it. */
export type Case = () => unknown;

/** A case with a preparation step before every round, outside its measured time. */
export type PreparedCase = { readonly prepare: () => unknown; readonly run: () => unknown };

/** Nanoseconds per round, in round order: entry `i` of every case is from the same round. */
export type Samples<Name extends string> = Readonly<Record<Name, readonly number[]>>;

export type Ratio = {
	/** Median of the ratios per round. */
	readonly median: number;
	/** Tenth percentile of the ratios per round. Its distance from `p90` shows how uncertain the median is. */
	readonly p10: number;
	/** Ninetieth percentile of the ratios per round. */
	readonly p90: number;
};

export type InterleaveOptions = {
	/** Number of warm-up rounds, whose samples are dropped; by default a tenth of the rounds. */
	readonly warmupRounds?: number;
	/** Returns monotonic time, nanoseconds; by default the process's own clock. */
	readonly nowNs?: () => bigint;
};

/** Maximum rounds per run, because samples are kept in memory. */
export const ROUNDS_MAX = 1_000_000;

/**
 * Runs every case once per round and returns each case's durations.
 * @throws RangeError when `rounds` is not an integer between 1 and `ROUNDS_MAX`, or there is no case.
 */
export async function interleave<Name extends string>(
	rounds: number,
	cases: Readonly<Record<Name, Case | PreparedCase>>,
	options: InterleaveOptions = {},
): Promise<Samples<Name>> {
	const { warmupRounds = Math.ceil(rounds / 10), nowNs = process.hrtime.bigint } = options;
	const names = Object.keys(cases) as Name[];
	if (!Number.isInteger(rounds) || rounds < 1 || rounds > ROUNDS_MAX) {
		throw new RangeError(`Rounds must be an integer of 1 to ${ROUNDS_MAX}, was ${rounds}.`);
	}
	if (names.length === 0) throw new RangeError('There is no case to measure.');
	const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
	for (let round = -warmupRounds; round < rounds; round += 1) {
		const first = Math.abs(round) % names.length;
		for (const name of [...names.slice(first), ...names.slice(0, first)]) {
			const measured: Case | PreparedCase = cases[name];
			if (typeof measured !== 'function') await measured.prepare();
			const run = typeof measured === 'function' ? measured : measured.run;
			const start = nowNs();
			const outcome = run();
			if (outcome instanceof Promise) await outcome;
			const durationNs = Number(nowNs() - start);
			if (round >= 0) samples[name].push(durationNs);
		}
	}
	return samples;
}

/**
 * Returns the value below which the given fraction of the samples lies, by nearest rank. The value is always one of
 * the samples.
 * @param share 0 to 1: 0.5 is the median, 0.99 the 99th percentile.
 * @throws RangeError when there are no samples or the share is outside 0 to 1.
 */
export function percentile(samples: readonly number[], share: number): number {
	if (!(share >= 0 && share <= 1)) throw new RangeError(`A share is between 0 and 1, was ${share}.`);
	const sorted = [...samples].sort((a, b) => a - b);
	const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
	if (value === undefined) throw new RangeError('There are no samples.');
	return value;
}

/**
 * Divides the duration of `slower` by that of `faster` in each round, and returns the median and the percentiles of
 * these ratios. A ratio below 1 means that `slower` is in fact faster. Rounds in which `faster` measured zero are
 * skipped.
 * @throws RangeError when the numbers of rounds differ, or no round is left to compare.
 */
export function ratio(slower: readonly number[], faster: readonly number[]): Ratio {
	if (slower.length !== faster.length) {
		throw new RangeError(`Samples must be of the same rounds, were ${slower.length} and ${faster.length}.`);
	}
	const ratios = slower.flatMap((duration, round) => {
		const against = faster[round] ?? 0;
		return against > 0 ? [duration / against] : [];
	});
	return { median: percentile(ratios, 0.5), p10: percentile(ratios, 0.1), p90: percentile(ratios, 0.9) };
}

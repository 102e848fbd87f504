/**
 * Keeps the recent history of each pair's price basis. It has one value per minute for the last hour, and one per ten
 * minutes for the last day. Each value is the last sample in its step. The series has one number per step, 0.8 KB per
 * pair. `basis-table.ts` keeps the mean of all samples.
 */

const MINUTE_MS = 60_000;
const FINE = { stepMs: MINUTE_MS, steps: 60 };
const COARSE = { stepMs: 10 * MINUTE_MS, steps: 144 };
/** Pairs per block of memory. A block is never copied. */
const CHUNK_PAIRS = 128;

/** A value in the series. `at`: start of the step, ms; `basis`: a fraction of the price. */
export type BasisPoint = { readonly at: number; readonly basis: number };

/** Recent price basis of every pair: one value per minute for the last hour, one per ten minutes for the last day. */
export type BasisSeries = {
	readonly clear: (pairRow: number) => void;
	readonly put: (pairRow: number, basis: number, at: number) => void;
	/** Returns the values newest first. Steps without a sample are omitted. */
	readonly points: (pairRow: number, now: number) => readonly BasisPoint[];
};

/** Creates an empty series in memory. A later sample in the same step replaces the earlier one. */
export function createBasisSeries(): BasisSeries {
	const fine = createRings(FINE);
	const coarse = createRings(COARSE);
	return {
		clear(pairRow) {
			fine.clear(pairRow);
			coarse.clear(pairRow);
		},
		put(pairRow, basis, at) {
			fine.put(pairRow, basis, at);
			coarse.put(pairRow, basis, at);
		},
		points(pairRow, now) {
			const minutes = fine.points(pairRow, now);
			const from = minutes.at(-1)?.at ?? Number.POSITIVE_INFINITY;
			return [...minutes, ...coarse.points(pairRow, now).filter(({ at }) => at + COARSE.stepMs <= from)];
		},
	};
}

/**
 * Creates ring buffers with the last steps of every pair. A step's position is its number modulo the number of steps.
 */
function createRings({ stepMs, steps }: { readonly stepMs: number; readonly steps: number }): BasisSeries {
	const chunks: Float32Array[] = [];
	/** The number of each pair's last step; 0 before the first sample. */
	const lastSteps: number[] = [];

	function grow(pairRow: number): void {
		while (lastSteps.length <= pairRow) {
			if (lastSteps.length % CHUNK_PAIRS === 0) chunks.push(new Float32Array(CHUNK_PAIRS * steps));
			lastSteps.push(0);
		}
	}

	const ringOf = (pairRow: number): Float32Array => chunks[Math.floor(pairRow / CHUNK_PAIRS)] as Float32Array;
	const placeOf = (pairRow: number, step: number): number => (pairRow % CHUNK_PAIRS) * steps + (step % steps);

	return {
		clear(pairRow) {
			grow(pairRow);
			lastSteps[pairRow] = 0;
		},
		put(pairRow, basis, at) {
			grow(pairRow);
			const step = Math.floor(at / stepMs);
			const last = lastSteps[pairRow] as number;
			if (step < last) return;
			const ring = ringOf(pairRow);
			for (let missed = Math.max(last, step - steps) + 1; missed < step; missed += 1)
				ring[placeOf(pairRow, missed)] = Number.NaN;
			ring[placeOf(pairRow, step)] = basis;
			lastSteps[pairRow] = step;
		},
		points(pairRow, now) {
			const last = lastSteps[pairRow] ?? 0;
			const ring = ringOf(pairRow);
			const oldest = Math.max(last, Math.floor(now / stepMs)) - steps + 1;
			const points: BasisPoint[] = [];
			for (let step = last; last > 0 && step >= oldest; step -= 1) {
				const basis = ring[placeOf(pairRow, step)] as number;
				if (!Number.isNaN(basis)) points.push({ at: step * stepMs, basis });
			}
			return points;
		},
	};
}

/**
 * How each slot's price basis went: what was last seen in each minute of the last hour, and in each ten minutes of the last day.
 * One number per step and slot, 0.8 KB of memory a slot; what lies between two steps is in the mean of `basis-table.ts`.
 */

const MINUTE_MS = 60_000;
const FINE = { stepMs: MINUTE_MS, steps: 60 };
const COARSE = { stepMs: 10 * MINUTE_MS, steps: 144 };
/** Memory comes in pieces of so many slots: none is ever copied. */
const CHUNK_SLOTS = 128;

/** `at`: when its step began, milliseconds. */
export type BasisPoint = { readonly at: number; readonly basis: number };

/** Recent price basis of every slot: one value a minute for the last hour, one per ten minutes for the last day. */
export type BasisSeries = {
	readonly clear: (slot: number) => void;
	readonly put: (slot: number, basis: number, at: number) => void;
	/** Newest first; steps in which nothing was seen are left out. */
	readonly points: (slot: number, now: number) => readonly BasisPoint[];
};

/** Creates an empty series in memory; a later sample of the same step replaces the earlier one. */
export function createBasisSeries(): BasisSeries {
	const fine = createRings(FINE);
	const coarse = createRings(COARSE);
	return {
		clear(slot) {
			fine.clear(slot);
			coarse.clear(slot);
		},
		put(slot, basis, at) {
			fine.put(slot, basis, at);
			coarse.put(slot, basis, at);
		},
		points(slot, now) {
			const minutes = fine.points(slot, now);
			const from = minutes.at(-1)?.at ?? Number.POSITIVE_INFINITY;
			return [...minutes, ...coarse.points(slot, now).filter(({ at }) => at + COARSE.stepMs <= from)];
		},
	};
}

/** The last so many steps of every slot. A step's place in the ring is its number modulo their count. */
function createRings({ stepMs, steps }: { readonly stepMs: number; readonly steps: number }): BasisSeries {
	const chunks: Float32Array[] = [];
	/** Number of the step that a slot was last seen in; 0: never. */
	const lastSteps: number[] = [];

	function grow(slot: number): void {
		while (lastSteps.length <= slot) {
			if (lastSteps.length % CHUNK_SLOTS === 0) chunks.push(new Float32Array(CHUNK_SLOTS * steps));
			lastSteps.push(0);
		}
	}

	const ringOf = (slot: number): Float32Array => chunks[Math.floor(slot / CHUNK_SLOTS)] as Float32Array;
	const placeOf = (slot: number, step: number): number => (slot % CHUNK_SLOTS) * steps + (step % steps);

	return {
		clear(slot) {
			grow(slot);
			lastSteps[slot] = 0;
		},
		put(slot, basis, at) {
			grow(slot);
			const step = Math.floor(at / stepMs);
			const last = lastSteps[slot] as number;
			if (step < last) return;
			const ring = ringOf(slot);
			for (let missed = Math.max(last, step - steps) + 1; missed < step; missed += 1)
				ring[placeOf(slot, missed)] = Number.NaN;
			ring[placeOf(slot, step)] = basis;
			lastSteps[slot] = step;
		},
		points(slot, now) {
			const last = lastSteps[slot] ?? 0;
			const ring = ringOf(slot);
			const oldest = Math.max(last, Math.floor(now / stepMs)) - steps + 1;
			const points: BasisPoint[] = [];
			for (let step = last; last > 0 && step >= oldest; step -= 1) {
				const basis = ring[placeOf(slot, step)] as number;
				if (!Number.isNaN(basis)) points.push({ at: step * stepMs, basis });
			}
			return points;
		},
	};
}

/** Reduces columns to as many points as a chart can show, and keeps what a reader must not miss. */

/** Points of a chart at most. A chart is about 1,000 pixels wide. */
export const POINTS_MAX = 1_000;

/** How one series is reduced: its last value, its largest, or its least in each step. */
export type Keeps = 'last' | 'largest' | 'least';

/** Returns how many entries become one point. */
export function stepOf(count: number): number {
	return Math.max(1, Math.ceil(count / POINTS_MAX));
}

/** Returns one value per step of `step` entries. Steps without a value are null. */
export function thinned(values: readonly (number | null)[], step: number, keeps: Keeps): (number | null)[] {
	const points: (number | null)[] = [];
	for (let start = 0; start < values.length; start += step) {
		let kept: number | null = null;
		for (const value of values.slice(start, start + step)) {
			if (value === null) continue;
			if (kept === null || keeps === 'last') kept = value;
			else kept = keeps === 'largest' ? Math.max(kept, value) : Math.min(kept, value);
		}
		points.push(kept);
	}
	return points;
}

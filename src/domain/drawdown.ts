/** Computes how far equity fell from its earlier peaks. */

/** A fall below an earlier peak: in units of the equity, and as a fraction of that peak. */
export type LargestFall = { readonly usd: number; readonly share: number };

/** Returns each entry's fall below the highest entry so far; 0 at a peak. */
export function fallsBelowPeak(equity: readonly number[]): number[] {
	let peak = Number.NEGATIVE_INFINITY;
	return equity.map((value) => {
		peak = Math.max(peak, value);
		return peak - value;
	});
}

/**
 * Returns the largest fall in USD and the largest one relative to its peak, which may be different falls. Peaks of
 * zero or less have no relative fall.
 */
export function largestFall(equity: readonly number[]): LargestFall {
	let peak = Number.NEGATIVE_INFINITY;
	let usd = 0;
	let share = 0;
	for (const value of equity) {
		peak = Math.max(peak, value);
		usd = Math.max(usd, peak - value);
		if (peak > 0) share = Math.max(share, (peak - value) / peak);
	}
	return { usd, share };
}

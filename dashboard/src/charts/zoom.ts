/** Computes the visible part of a chart's time axis after zooming and moving. Pure functions. */

/** Visible part of the axis, as positions in its list of times. Fractions are allowed. */
export type LogicalRange = { readonly from: number; readonly to: number };

/** Minimum number of steps that stay visible. */
const STEPS_MIN = 4;

/**
 * Multiplies the visible span by `factor` and keeps the position `around` in its place; without it the centre. The
 * result lies within the axis of `count` times and has at least four steps.
 */
export function zoomed(
	{ from, to }: LogicalRange,
	factor: number,
	count: number,
	around = (from + to) / 2,
): LogicalRange {
	const least = Math.min(STEPS_MIN, Math.max(1, count - 1));
	const span = Math.min(Math.max(1, count - 1), Math.max(least, (to - from) * factor));
	const share = to > from ? Math.min(1, Math.max(0, (around - from) / (to - from))) : 0.5;
	return panned({ from: around - share * span, to: around + (1 - share) * span }, 0, count);
}

/** Moves the visible part by `steps` and keeps it within the axis of `count` times. */
export function panned({ from, to }: LogicalRange, steps: number, count: number): LogicalRange {
	const span = to - from;
	const start = Math.min(Math.max(0, from + steps), Math.max(0, count - 1 - span));
	return { from: start, to: start + span };
}

/** Computes the small chart of a row's daily spreads. Pure functions. */

/** Size of the drawing, in its own units. */
export const SPARK_WIDTH = 90;
export const SPARK_HEIGHT = 26;
/** Distance of the curve from the upper and lower edge, so that its stroke is not cut off. */
const MARGIN = 2;

/** A drawn curve: a path that is interrupted where days are unknown, and the height of zero. */
export type Spark = {
	readonly path: string;
	readonly zeroY: number;
	readonly low: number;
	readonly high: number;
	readonly last: number;
};

/** Draws the days, oldest first; zero is always in view. Undefined if no day is known. */
export function sparkOf(days: readonly (number | null)[]): Spark | undefined {
	const known = days.filter((day) => day !== null);
	const last = known.at(-1);
	if (last === undefined) return undefined;
	const [low, high] = [Math.min(...known), Math.max(...known)];
	const [bottom, top] = [Math.min(0, low), Math.max(0, high)];
	const step = SPARK_WIDTH / Math.max(1, days.length - 1);
	const span = top - bottom || 1;
	const yOf = (value: number): number => round(MARGIN + ((top - value) / span) * (SPARK_HEIGHT - 2 * MARGIN));
	let path = '';
	days.forEach((day, at) => {
		if (day === null) return;
		const isJoined = at > 0 && days[at - 1] !== null;
		// A single known day gets a short line, because a path of one point is invisible.
		path += `${isJoined ? 'L' : 'M'}${round(at * step)} ${yOf(day)}${!isJoined && (days[at + 1] ?? null) === null ? 'h1' : ''}`;
	});
	return { path, zeroY: yOf(0), low, high, last };
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

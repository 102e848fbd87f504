/** Computes a chart's scales and ticks: pixels on a logarithmic and a linear axis, and round values for labels. */

/**
 * Creates a logarithmic scale from values `low` to `high` to pixels `from` to `to`. Both values must be positive and
 * differ.
 */
export function logScale(low: number, high: number, from: number, to: number): (value: number) => number {
	const [start, length] = [Math.log(low), Math.log(high) - Math.log(low)];
	return (value) => from + ((Math.log(value) - start) / length) * (to - from);
}

/** Creates a linear scale from values `low` to `high` to pixels `from` to `to`. The values must differ. */
export function linearScale(low: number, high: number, from: number, to: number): (value: number) => number {
	return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/**
 * Returns the powers of ten from `low` to `high`. If there are fewer than three, also returns their multiples by 2
 * and 5 within that range.
 */
export function logTicks(low: number, high: number): readonly number[] {
	const between = (factors: readonly number[]) => {
		const ticks: number[] = [];
		for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += 1)
			for (const factor of factors) {
				const tick = factor * 10 ** power;
				if (tick >= low && tick <= high) ticks.push(tick);
			}
		return ticks;
	};
	const tens = between([1]);
	return tens.length >= 3 ? tens : between([1, 2, 5]);
}

/** Returns about `count` round values that enclose `low` and `high`. */
export function linearTicks(low: number, high: number, count = 5): readonly number[] {
	const rough = (high - low) / count;
	if (!(rough > 0)) return [low];
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const ticks: number[] = [];
	for (let index = Math.floor(low / step); index <= Math.ceil(high / step); index += 1)
		ticks.push(Number((index * step).toPrecision(12)));
	return ticks;
}

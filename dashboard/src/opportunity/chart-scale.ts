/** Where figures lie in a drawing: pixels of a logarithmic and of a straight axis, and at which round figures to label them. */

/** Pixels from `from` to `to` for what lies between `low` and `high`; both above zero and not the same. */
export function logScale(low: number, high: number, from: number, to: number): (value: number) => number {
	const [start, length] = [Math.log(low), Math.log(high) - Math.log(low)];
	return (value) => from + ((Math.log(value) - start) / length) * (to - from);
}

export function straightScale(
	low: number,
	high: number,
	from: number,
	to: number,
): (value: number) => number {
	return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Powers of ten inside the ends, with their doubles and fives while there are few. */
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

/** About `count` round steps that hold what lies between. */
export function straightTicks(low: number, high: number, count = 5): readonly number[] {
	const rough = (high - low) / count;
	if (!(rough > 0)) return [low];
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
	const ticks: number[] = [];
	for (let index = Math.floor(low / step); index <= Math.ceil(high / step); index += 1)
		ticks.push(Number((index * step).toPrecision(12)));
	return ticks;
}

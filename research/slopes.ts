/**
 * Measures how much of the forecast carry was received: slope, out-of-sample R², ratio and mean absolute error. The
 * functions are pure.
 */
import { createBlockSums, type Estimate, estimate, percentile } from './block-sums.ts';

/** Forecast carry and carry received, in bp. `direction` is the side taken: 1, −1, or 0 for none. */
export type Outcome = {
	readonly hour: number;
	readonly expected: number;
	readonly received: number;
	readonly direction: number;
};

/** Regression line of received carry on forecast carry; the intercept is in bp. */
export type Line = { readonly slope: Estimate; readonly intercept: Estimate };

const LOW_SHARE = 0.01;
const HIGH_SHARE = 0.99;

/**
 * Fits d·received on d·forecast by least squares with an intercept, where d is the direction. Both variables are
 * clipped, each at its own 1st and 99th percentile. Decisions without a direction are left out.
 */
export function winsorisedLine(outcomes: readonly Outcome[], firstHour: number): Line {
	const taken = outcomes.filter((outcome) => outcome.direction !== 0);
	const expected = clipped(taken.map((outcome) => outcome.direction * outcome.expected));
	const received = clipped(taken.map((outcome) => outcome.direction * outcome.received));
	const sums = createBlockSums(firstHour);
	taken.forEach(({ hour }, index) => {
		const x = expected[index] as number;
		const y = received[index] as number;
		sums.add(hour, [1, x, y, x * x, x * y]);
	});
	return { slope: estimate(sums, slopeOf), intercept: estimate(sums, interceptOf) };
}

function slopeOf(sums: Float64Array): number {
	const [n, x, y, xx, xy] = sums as unknown as [number, number, number, number, number];
	return (n * xy - x * y) / (n * xx - x * x);
}

function interceptOf(sums: Float64Array): number {
	const [n, x, y] = sums as unknown as [number, number, number];
	return (y - slopeOf(sums) * x) / n;
}

function clipped(values: readonly number[]): Float64Array {
	const sorted = Float64Array.from(values).sort();
	const low = percentile(sorted, LOW_SHARE);
	const high = percentile(sorted, HIGH_SHARE);
	return Float64Array.from(values, (value) => clip(value, low, high));
}

function clip(value: number, low: number, high: number): number {
	return Math.min(Math.max(value, low), high);
}

/**
 * Computes 1 − Σ(received − forecast)² / Σ received². Received and forecast carry are both clipped at the 1st and
 * 99th percentile of received carry.
 */
export function outOfSampleR2(outcomes: readonly Outcome[], firstHour: number): Estimate {
	const sorted = Float64Array.from(outcomes, (outcome) => outcome.received).sort();
	const low = percentile(sorted, LOW_SHARE);
	const high = percentile(sorted, HIGH_SHARE);
	const sums = createBlockSums(firstHour);
	for (const outcome of outcomes) {
		const y = clip(outcome.received, low, high);
		const p = clip(outcome.expected, low, high);
		sums.add(outcome.hour, [(y - p) ** 2, y * y]);
	}
	return estimate(sums, ([missed, all]) => 1 - (missed as number) / (all as number));
}

/** Computes Σ sign(forecast)·received / Σ |forecast|. */
export function receivedRatio(outcomes: readonly Outcome[], firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const { hour, expected, received } of outcomes) {
		sums.add(hour, [Math.sign(expected) * received, Math.abs(expected)]);
	}
	return estimate(sums, ([received, expected]) => (received as number) / (expected as number));
}

/** Computes the mean of |received − forecast|, in bp, unclipped. */
export function meanAbsoluteError(outcomes: readonly Outcome[], firstHour: number): Estimate {
	const sums = createBlockSums(firstHour);
	for (const { hour, expected, received } of outcomes) sums.add(hour, [Math.abs(received - expected), 1]);
	return estimate(sums, ([missed, count]) => (missed as number) / (count as number));
}

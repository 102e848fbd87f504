/** What past promises of carry were worth: how much of them arrived, and how far they were off. Pure. */
import type { HorizonModel } from './carry-model.ts';

/** Promises made before their outcome, what arrived, and the pair's movement at the time; fractions per hour, index by index. */
export type PastPromises = {
	readonly promised: number[];
	readonly received: number[];
	readonly movement: number[];
};

/** Fewer promises than this change nothing: the prior's judgement stands. */
const PROMISES_MIN = 1_000;
/** Promises count as if this share of them more had been kept exactly, so that a short past moves little. */
const KEPT_SHARE = 0.5;
const RECALIBRATION_MIN = 0.5;
const RECALIBRATION_MAX = 1.5;
/** Both sides are clipped at this quantile and its mirror: one cap day does not judge a year. */
const TAIL_SHARE = 0.01;
/** Share of errors within one standard deviation. */
const WITHIN_SD_SHARE = 0.6827;
const SD_FACTOR_MIN = 1e-3;
const QUANTILE_STEPS = 100;
/** Sums of float64 that differ by less than this are equal: a millionth of a millionth of the smallest funding rates. */
const ZERO_PER_HOUR = 1e-15;

export function judgePromises(past: PastPromises, prior: HorizonModel): Omit<HorizonModel, 'weights'> {
	const { promised, received, movement } = past;
	if (promised.length < PROMISES_MIN) {
		const { recalibration, sdFactor, zeroShare, errorQuantiles } = prior;
		return { recalibration, sdFactor, zeroShare, errorQuantiles };
	}
	const recalibration = arrivedShare(past);
	const errors = Float64Array.from(promised, (promise, index) => {
		const error = (received[index] as number) - recalibration * promise;
		return ((promise < 0 ? -1 : 1) * error) / (movement[index] as number);
	});
	const sdFactor = Math.max(SD_FACTOR_MIN, quantile(errors.map(Math.abs).sort(), WITHIN_SD_SHARE));
	const isZero = (rate: number): boolean => Math.abs(rate) < ZERO_PER_HOUR;
	const ordered = errors
		.filter((_, index) => !isZero(received[index] as number))
		.map((error) => error / sdFactor)
		.sort();
	const errorQuantiles = Array.from({ length: QUANTILE_STEPS + 1 }, (_, step) =>
		quantile(ordered, step / QUANTILE_STEPS),
	);
	return { recalibration, sdFactor, zeroShare: 1 - ordered.length / errors.length, errorQuantiles };
}

/** The slope through the origin of what arrived on what was promised; each in units of the root of its pair's movement. */
function arrivedShare({ promised, received, movement }: PastPromises): number {
	const scaled = (values: readonly number[]): Float64Array =>
		clipTails(Float64Array.from(values, (value, index) => value / Math.sqrt(movement[index] as number)));
	const x = scaled(promised);
	const y = scaled(received);
	let together = 0;
	let squares = 0;
	x.forEach((promise, index) => {
		together += promise * (y[index] as number);
		squares += promise * promise;
	});
	if (squares === 0) return 1;
	const share = (together + KEPT_SHARE * squares) / ((1 + KEPT_SHARE) * squares);
	return Math.max(RECALIBRATION_MIN, Math.min(RECALIBRATION_MAX, share));
}

function clipTails(values: Float64Array): Float64Array {
	const ordered = values.slice().sort();
	const low = quantile(ordered, TAIL_SHARE);
	const high = quantile(ordered, 1 - TAIL_SHARE);
	return values.map((value) => Math.max(low, Math.min(high, value)));
}

/** The value at a share of the ordered values, to the nearest. */
function quantile(ordered: Float64Array, share: number): number {
	return ordered[Math.round(share * (ordered.length - 1))] ?? 0;
}

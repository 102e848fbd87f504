/** What past promises of carry were worth: how much of them arrived, and how far they were off. Pure. */
import type { HorizonModel } from './carry-model.ts';
import { carryDeviation } from './carry-squeeze.ts';

/** A pair's state when something was promised; rates are fractions per hour. */
export type Occasion = {
	readonly movement: number;
	/** The excess of the headline over one scale. */
	readonly excess: number;
	/** True where both legs had last paid alike. */
	readonly isLevel: boolean;
	/** The features of the odds (`carry-odds.ts`). */
	readonly signs: Float64Array;
	readonly hasLikeClocks: boolean;
	/** How many decisions it stands for. */
	readonly weight: number;
};

/** Promises of one horizon, made before their outcome, and what arrived; fractions per hour, index by index. */
export type PastPromises = {
	readonly occasions: Occasion[];
	readonly promised: number[];
	readonly received: number[];
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
/** The prior's share of ties counts as so many outcomes. */
const PRIOR_TIES = 20;
/** Sums of float64 that differ by less than this are equal: a millionth of a millionth of the smallest funding rates. */
export const ZERO_PER_HOUR = 1e-15;

/** Judges the next promises of one horizon by its past ones. @param index of the horizon */
export function judgePromises(
	past: PastPromises,
	prior: HorizonModel,
	index: number,
): Omit<HorizonModel, 'weights' | 'oddsWeights'> {
	const { occasions, promised, received } = past;
	if (promised.length < PROMISES_MIN) {
		const { recalibration, sdFactor, tieShareLevel, tieShareMoving, errorQuantiles } = prior;
		return { recalibration, sdFactor, tieShareLevel, tieShareMoving, errorQuantiles };
	}
	const recalibration = arrivedShare(past);
	const errors = Float64Array.from(promised, (promise, at) => {
		const error = (received[at] as number) - recalibration * promise;
		return (promise < 0 ? -1 : 1) * error;
	});
	const usual = errors.map((error, at) => Math.abs(error / (occasions[at] as Occasion).movement));
	const sdFactor = Math.max(SD_FACTOR_MIN, quantile(usual.sort(), WITHIN_SD_SHARE));
	const isTie = (at: number): boolean => Math.abs(received[at] as number) < ZERO_PER_HOUR;
	const ordered = errors
		.map((error, at) => {
			const { movement, excess } = occasions[at] as Occasion;
			return error / carryDeviation(index, sdFactor * movement, excess);
		})
		.filter((_, at) => !isTie(at))
		.sort();
	const errorQuantiles = Array.from({ length: QUANTILE_STEPS + 1 }, (_, step) =>
		quantile(ordered, step / QUANTILE_STEPS),
	);
	const shareOf = (level: boolean, priorShare: number): number => {
		const counted = occasions.flatMap(({ isLevel }, at) => (isLevel === level ? [isTie(at)] : []));
		return (counted.filter(Boolean).length + PRIOR_TIES * priorShare) / (counted.length + PRIOR_TIES);
	};
	return {
		recalibration,
		sdFactor,
		tieShareLevel: shareOf(true, prior.tieShareLevel),
		tieShareMoving: shareOf(false, prior.tieShareMoving),
		errorQuantiles,
	};
}

/** The slope through the origin of what arrived on what was promised; each in units of the root of its pair's movement. */
function arrivedShare({ occasions, promised, received }: PastPromises): number {
	const scaled = (values: readonly number[]): Float64Array =>
		clipTails(
			Float64Array.from(values, (value, at) => value / Math.sqrt((occasions[at] as Occasion).movement)),
		);
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

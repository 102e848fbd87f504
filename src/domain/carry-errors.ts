/**
 * Evaluates past carry forecasts: the fraction of the forecast carry that was received, and the errors. Pure
 * functions.
 */
import type { HorizonModel } from './carry-model.ts';
import type { PastForecasts } from './carry-past.ts';
import { carryDeviation } from './carry-squeeze.ts';

/** Minimum number of past forecasts for a calibration. With fewer, the prior's values apply. */
const FORECASTS_MIN = 1_000;
/**
 * Weight of imaginary forecasts whose carry was received in full, relative to the real ones. They limit how far a
 * short history can move the recalibration from 1.
 */
const KEPT_SHARE = 0.5;
const RECALIBRATION_MIN = 0.5;
const RECALIBRATION_MAX = 1.5;
/**
 * Scaled forecasts and received carry are clipped at this quantile in both tails, because one day at the rate cap
 * must not dominate a year.
 */
const TAIL_SHARE = 0.01;
/** Share of normally distributed errors within one standard deviation. */
const WITHIN_SD_SHARE = 0.6827;
const SD_FACTOR_MIN = 1e-3;
const QUANTILE_STEPS = 100;
/** The prior's share of ties counts as this many observed outcomes. */
const PRIOR_TIES = 20;
/**
 * Sums of doubles that differ by less than this count as equal. The threshold is far above rounding errors and far
 * below the smallest nonzero funding rate.
 */
const ZERO_PER_HOUR = 1e-15;

/**
 * Calibrates a horizon's next forecasts from its past ones. Yields between sorts, so that other work can run. @param
 * index index of the horizon
 */
export function* judgeSteps(
	past: PastForecasts,
	prior: HorizonModel,
	index: number,
): Generator<undefined, Omit<HorizonModel, 'weights' | 'oddsWeights'>> {
	const { occasions, rows, expected, received } = past;
	if (expected.length < FORECASTS_MIN) {
		const { recalibration, sdFactor, tieShareLevel, tieShareMoving, errorQuantiles } = prior;
		return { recalibration, sdFactor, tieShareLevel, tieShareMoving, errorQuantiles };
	}
	const { movement, excess } = occasions;
	const recalibration = yield* arrivedShare(past);
	const errors = expected.map((forecast, at) => {
		const error = (received[at] as number) - recalibration * forecast;
		return (forecast < 0 ? -1 : 1) * error;
	});
	const usual = errors.map((error, at) => Math.abs(error / (movement[rows[at] as number] as number)));
	yield;
	const sdFactor = Math.max(SD_FACTOR_MIN, quantile(usual.sort(), WITHIN_SD_SHARE));
	yield;
	const relative = errors
		.map((error, at) => {
			const row = rows[at] as number;
			return error / carryDeviation(index, sdFactor * (movement[row] as number), excess[row] as number);
		})
		.filter((_, at) => !isTie(received[at] as number));
	yield;
	const ordered = relative.sort();
	const errorQuantiles = Array.from({ length: QUANTILE_STEPS + 1 }, (_, step) =>
		quantile(ordered, step / QUANTILE_STEPS),
	);
	yield;
	return {
		recalibration,
		sdFactor,
		tieShareLevel: tieShareOf(past, true, prior.tieShareLevel),
		tieShareMoving: tieShareOf(past, false, prior.tieShareMoving),
		errorQuantiles,
	};
}

/**
 * Computes the share of outcomes that are exactly zero, mixed with the prior's share. If `level` is true, it uses
 * only decisions after a level headline (both legs' latest rates equal), otherwise only the others.
 */
function tieShareOf(
	{ occasions, rows, received }: PastForecasts,
	level: boolean,
	priorShare: number,
): number {
	let counted = 0;
	let ties = 0;
	rows.forEach((row, at) => {
		if ((occasions.isLevel[row] === 1) !== level) return;
		counted += 1;
		if (isTie(received[at] as number)) ties += 1;
	});
	return (ties + PRIOR_TIES * priorShare) / (counted + PRIOR_TIES);
}

/** Returns true if an outcome counts as exactly zero. @param received carry, a fraction per hour */
export function isTie(received: number): boolean {
	return Math.abs(received) < ZERO_PER_HOUR;
}

/**
 * Computes the slope through the origin of received against forecast carry, both divided by the square root of the
 * pair's movement.
 */
function* arrivedShare({ occasions, rows, expected, received }: PastForecasts): Generator<undefined, number> {
	const scaled = (values: Float64Array): Float64Array =>
		clipTails(values.map((value, at) => value / Math.sqrt(occasions.movement[rows[at] as number] as number)));
	const x = scaled(expected);
	yield;
	const y = scaled(received);
	yield;
	let together = 0;
	let squares = 0;
	x.forEach((forecast, index) => {
		together += forecast * (y[index] as number);
		squares += forecast * forecast;
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

/** Returns the value at a given share of the ordered values, at the nearest rank. */
function quantile(ordered: Float64Array, share: number): number {
	return ordered[Math.round(share * (ordered.length - 1))] ?? 0;
}

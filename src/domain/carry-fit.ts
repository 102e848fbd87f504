/**
 * Fits the carry model to past data in three steps. First it fits pooled ridge weights per horizon, shrunk toward
 * those of a prior model. Then it measures the received share and the errors of past forecasts (`carry-errors.ts`).
 * Each of those forecasts uses only the weights that were available at its time. For this, the past is split into
 * folds of four weeks, and a fold uses only what was known at its start. Finally, it corrects the odds of these
 * forecasts (`carry-odds-fit.ts`). The fit is pure and deterministic, and uses no settlement after the hour of the
 * fit.
 */
import { judgeSteps } from './carry-errors.ts';
import {
	advancePair,
	CARRY_FEATURE_NAMES,
	createPairHistory,
	type PairView,
	viewPair,
} from './carry-features.ts';
import { CARRY_HORIZONS_HOURS, type CarryModel, type HorizonModel } from './carry-model.ts';
import { fitOddsSteps } from './carry-odds-fit.ts';
import { createPastForecasts, type PastForecastsWriter } from './carry-past.ts';
import { isLevel } from './carry-ties.ts';
import { type LegHistory, paidSince, settlementsUpTo } from './leg-history.ts';
import {
	addObservation,
	addSums,
	createRidgeSums,
	type RidgeSums,
	solveRidge,
	weightedSum,
} from './ridge.ts';

/** A training pair, short the first leg and long the second. */
export type CarryPair = { readonly key: string; readonly first: LegHistory; readonly second: LegHistory };

/** Hours between training decisions. Steps of 7 h cover every hour of the day and every settlement schedule evenly. */
const STEP_HOURS = 7;
/** Minimum history of a training pair, in hours. */
const HISTORY_HOURS_MIN = 720;
const FOLD_HOURS = 672;
/** Data from half a year ago has half the weight, because markets change. */
const HALF_LIFE_HOURS = 180 * 24;
/** The training target is limited to this many scales, because one day at the rate cap is not typical. */
const TARGET_MAX = 6;
/**
 * Penalty on the distance from the prior's weights. Its unit is one independent observation whose scale equals the
 * typical movement.
 */
const PENALTY = 15;
/** An outcome is skipped if less than this fraction of its hours is known. */
const KNOWN_SHARE_MIN = 0.97;
/**
 * With more pairs than this, the fit uses an evenly spaced selection. The weights are pooled, so more pairs from one
 * market add little.
 */
const PAIRS_MAX = 1_000;
/** Maximum number of decisions for measuring errors. With more, only every second, third, … decision is used. */
const FORECASTS_MAX = 200_000;
/**
 * Age, in hours, above which only every third forecast is used. Above twice this age it is every ninth, and so on,
 * because errors should describe today's market.
 */
const JUDGED_HOURS = 120 * 24;
/** Number of a pair's decisions in one slice of the fit. */
const SAMPLES_PER_SLICE = 200;
/** Decisions older than 365 days do not train the odds. */
const ODDS_HOURS = 365 * 24;

/** Runs the whole fit at once. The same pairs, hour and prior always give the same model. */
export function fitCarryModel(pairs: readonly CarryPair[], atHour: number, prior: CarryModel): CarryModel {
	const steps = carryFitSteps(pairs, atHour, prior);
	for (;;) {
		const step = steps.next();
		if (step.done === true) return step.value;
	}
}

/**
 * Runs the fit in slices of a few milliseconds, so that the caller can work in between. It makes two passes over each
 * pair and yields within and after each pass. It also yields while it sorts or adds many past forecasts.
 */
export function* carryFitSteps(
	pairs: readonly CarryPair[],
	atHour: number,
	prior: CarryModel,
): Generator<undefined, CarryModel> {
	const chosen = evenly(pairs, PAIRS_MAX);
	const folds = createFolds(chosen, atHour);
	let rows = 0;
	let movements = 0;
	for (const pair of chosen) {
		for (const sample of samplesOf(pair, atHour, prior.typicalMovement)) {
			rows += 1;
			movements += sample.view.movement;
			learn(folds, sample, atHour, prior.typicalMovement);
			if (rows % SAMPLES_PER_SLICE === 0) yield;
		}
		yield;
	}
	const weights = weightsByFold(folds, prior);
	const everyNth = Math.max(1, Math.ceil(rows / FORECASTS_MAX));
	const forecasts = createPastForecasts(Math.floor(rows / everyNth), CARRY_HORIZONS_HOURS.length);
	let count = 0;
	for (const pair of chosen) {
		for (const sample of samplesOf(pair, atHour, prior.typicalMovement)) {
			count += 1;
			const standsFor = 3 ** Math.floor((atHour - sample.hour) / JUDGED_HOURS);
			if (count % (everyNth * standsFor) === 0) recall(weights, forecasts, sample, atHour, standsFor);
			if (count % SAMPLES_PER_SLICE === 0) yield;
		}
		yield;
	}
	const horizons: HorizonModel[] = [];
	for (const [index, horizon] of prior.horizons.entries()) {
		const past = forecasts.of(index);
		const judged = yield* judgeSteps(past, horizon, index);
		const own = ownShare(CARRY_HORIZONS_HOURS[index] as number);
		const oddsWeights = yield* fitOddsSteps(past, judged, index, own, horizon.oddsWeights);
		horizons.push({ weights: weights[0]?.[index] ?? horizon.weights, ...judged, oddsWeights });
	}
	return {
		fittedAtHour: atHour,
		rows,
		scoredRows: forecasts.of(0).expected.length,
		typicalMovement: rows === 0 ? prior.typicalMovement : movements / rows,
		horizons,
	};
}

/** Computes the fraction of an outcome's hours that no later decision's outcome shares. */
function ownShare(horizonHours: number): number {
	return STEP_HOURS / Math.max(STEP_HOURS, horizonHours);
}

function evenly<T>(all: readonly T[], limit: number): readonly T[] {
	if (all.length <= limit) return all;
	return Array.from({ length: limit }, (_, index) => all[Math.floor((index * all.length) / limit)] as T);
}

type Sample = {
	readonly hour: number;
	readonly view: PairView;
	/** Features at the decision, in the order of `CARRY_FEATURE_NAMES`. The array is overwritten for each sample. */
	readonly features: Float64Array;
	/**
	 * Carry per hour over each horizon; NaN if the horizon has not ended or the carry is unknown. The array is
	 * overwritten for each sample.
	 */
	readonly received: Float64Array;
};

/** Generates the pair's decisions, oldest first. Use each sample before requesting the next one. */
function* samplesOf(pair: CarryPair, atHour: number, typicalMovement: number): Generator<Sample> {
	const history = createPairHistory(pair.first, pair.second);
	if (history === undefined) return;
	const features = new Float64Array(CARRY_FEATURE_NAMES.length);
	const received = new Float64Array(CARRY_HORIZONS_HOURS.length);
	const start = Math.ceil((history.since + HISTORY_HOURS_MIN) / STEP_HOURS) * STEP_HOURS;
	for (let hour = start; hour < atHour; hour += STEP_HOURS) {
		advancePair(history, pair.first, pair.second, hour);
		const view = viewPair(history, pair.first, pair.second, hour, typicalMovement, features);
		if (view === undefined || view.observedHours < HISTORY_HOURS_MIN) continue;
		CARRY_HORIZONS_HOURS.forEach((hours, index) => {
			received[index] = receivedPerHour(pair, hour, hours, atHour);
		});
		yield { hour, view, features, received };
	}
}

function receivedPerHour(pair: CarryPair, hour: number, hours: number, atHour: number): number {
	const end = hour + hours;
	if (end > atHour) return Number.NaN;
	const first = paidSince(pair.first, hour, settlementsUpTo(pair.first, end));
	const second = paidSince(pair.second, hour, settlementsUpTo(pair.second, end));
	if (Math.min(first.hours, second.hours) < KNOWN_SHARE_MIN * hours) return Number.NaN;
	return (first.rates - second.rates) / hours;
}

/**
 * Sums by fold and horizon. Fold 0 holds the outcomes that became known in the four weeks before the fit. Fold 1
 * holds those of the four weeks before that, and so on.
 */
type Folds = readonly (readonly RidgeSums[])[];

function createFolds(pairs: readonly CarryPair[], atHour: number): Folds {
	const oldest = pairs.reduce(
		(hour, { first, second }) => Math.min(hour, first.hours[0] ?? atHour, second.hours[0] ?? atHour),
		atHour,
	);
	return Array.from({ length: Math.max(1, Math.ceil((atHour - oldest) / FOLD_HOURS)) }, () =>
		CARRY_HORIZONS_HOURS.map(() => createRidgeSums(CARRY_FEATURE_NAMES.length)),
	);
}

/**
 * Adds a decision with a weight from three factors: its age, its pair's scale, and its overlap with the outcomes of
 * later decisions. Scale counts because an error costs more in a pair with large movements.
 */
function learn(folds: Folds, sample: Sample, atHour: number, typicalMovement: number): void {
	const weight = 0.5 ** ((atHour - sample.hour) / HALF_LIFE_HOURS) * (sample.view.scale / typicalMovement);
	CARRY_HORIZONS_HOURS.forEach((hours, index) => {
		const received = sample.received[index] as number;
		if (Number.isNaN(received)) return;
		const fold = Math.min(folds.length - 1, Math.floor((atHour - sample.hour - hours) / FOLD_HOURS));
		const target = Math.max(-TARGET_MAX, Math.min(TARGET_MAX, received / sample.view.scale));
		addObservation(folds[fold]?.[index] as RidgeSums, sample.features, target, weight * ownShare(hours));
	});
}

/**
 * Computes the weights by fold and horizon from everything known at the end of the fold. One extra entry at the end
 * has the prior's weights.
 */
function weightsByFold(folds: Folds, prior: CarryModel): readonly (readonly (readonly number[])[])[] {
	const known = CARRY_HORIZONS_HOURS.map(() => createRidgeSums(CARRY_FEATURE_NAMES.length));
	const weights = [prior.horizons.map((horizon) => horizon.weights)];
	for (let fold = folds.length - 1; fold >= 0; fold -= 1) {
		// The weights of the observations have decayed since the end of the fold, so the penalty must decay with
		// them.
		const penalty = PENALTY * 0.5 ** ((fold * FOLD_HOURS) / HALF_LIFE_HOURS);
		weights.unshift(
			prior.horizons.map((horizon, index) => {
				addSums(known[index] as RidgeSums, folds[fold]?.[index] as RidgeSums);
				return solveRidge(known[index] as RidgeSums, penalty, horizon.weights);
			}),
		);
	}
	return weights;
}

/** Records the forecast from the weights known at the start of the sample's fold, together with the received carry. */
function recall(
	weights: readonly (readonly (readonly number[])[])[],
	forecasts: PastForecastsWriter,
	{ hour, view, features, received }: Sample,
	atHour: number,
	standsFor: number,
): void {
	const known = weights[Math.min(weights.length - 1, Math.floor((atHour - hour) / FOLD_HOURS) + 1)];
	const { movement, excess, signs, hasLikeClocks, headline } = view;
	const weight = atHour - hour <= ODDS_HOURS ? standsFor : 0;
	const expected = received.map((_, index) => weightedSum(known?.[index] ?? [], features) * view.scale);
	forecasts.add(
		{ movement, excess, isLevel: isLevel(headline), signs, hasLikeClocks, weight },
		expected,
		received,
	);
}

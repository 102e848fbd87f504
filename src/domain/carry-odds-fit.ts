/**
 * Fits the correction of the model's odds by logistic regression on past forecasts, shrunk toward given weights. Pure
 * functions.
 */
import { isTie } from './carry-errors.ts';
import type { HorizonModel } from './carry-model.ts';
import { modelLogOdds, ODDS_WEIGHT_COUNT, oddsInputs } from './carry-odds.ts';
import { type Occasions, type PastForecasts, signsOf } from './carry-past.ts';
import { carryDeviation } from './carry-squeeze.ts';
import { addObservation, createRidgeSums, solveRidge, weightedSum } from './ridge.ts';

/**
 * Penalty on the distance from the given weights. Its unit is one decision whose outcome shares no hour with another.
 */
const PENALTY = 100;
/** Number of Newton steps. After four steps from the given weights, the results already agree to six digits. */
const STEPS = 6;
/** Minimum number of outcomes for a fit. With fewer, the given weights apply. */
const OUTCOMES_MIN = 1_000;
/** With more outcomes than this, only every second, third, … one is used. */
const OUTCOMES_MAX = 40_000;
/** Number of outcomes in one slice of the fit. */
const OUTCOMES_PER_SLICE = 4_000;
/**
 * Log-odds are limited to ±12, because beyond that the weight p (1 − p) is practically zero, and the Newton step
 * divides by it.
 */
const LOG_ODDS_MAX = 12;

type Outcome = { readonly row: number; readonly own: number; readonly isPositive: boolean };
type Outcomes = { readonly occasions: Occasions; readonly list: readonly Outcome[] };

/**
 * Fits the weights and yields after each slice of outcomes. `index` is the index of the horizon. `shareOwn` is the
 * fraction of an outcome's hours that no later decision's outcome shares.
 */
export function* fitOddsSteps(
	past: PastForecasts,
	horizon: Omit<HorizonModel, 'weights' | 'oddsWeights'>,
	index: number,
	shareOwn: number,
	toward: readonly number[],
): Generator<undefined, readonly number[]> {
	const outcomes = yield* outcomesOf(past, horizon, index);
	if (outcomes.list.length < OUTCOMES_MIN) return toward;
	let weights = toward;
	for (let step = 0; step < STEPS; step += 1) {
		weights = yield* newtonStep(outcomes, weights, shareOwn, toward);
	}
	return weights;
}

function* outcomesOf(
	{ occasions, rows, expected, received }: PastForecasts,
	horizon: Omit<HorizonModel, 'weights' | 'oddsWeights'>,
	index: number,
): Generator<undefined, Outcomes> {
	const everyNth = Math.ceil(expected.length / OUTCOMES_MAX);
	const list: Outcome[] = [];
	for (let at = 0; at < expected.length; at += everyNth) {
		const row = rows[at] as number;
		const arrived = received[at] as number;
		if (isTie(arrived)) continue;
		const movement = occasions.movement[row] as number;
		const sd = carryDeviation(index, horizon.sdFactor * movement, occasions.excess[row] as number);
		const own = modelLogOdds(horizon, horizon.recalibration * (expected[at] as number), sd);
		list.push({ row, own, isPositive: arrived > 0 });
		if (list.length % OUTCOMES_PER_SLICE === 0) yield;
	}
	return { occasions, list };
}

/** Performs one Newton step, as a least-squares fit to working log-odds. */
function* newtonStep(
	{ occasions, list }: Outcomes,
	weights: readonly number[],
	shareOwn: number,
	toward: readonly number[],
): Generator<undefined, readonly number[]> {
	const sums = createRidgeSums(ODDS_WEIGHT_COUNT);
	for (const [at, { row, own, isPositive }] of list.entries()) {
		if (at % OUTCOMES_PER_SLICE === 0) yield;
		const hasLikeClocks = occasions.hasLikeClocks[row] === 1;
		const inputs = oddsInputs({ signs: signsOf(occasions, row), hasLikeClocks }, own);
		const shift = weightedSum(weights, inputs);
		const logOdds = Math.max(-LOG_ODDS_MAX, Math.min(LOG_ODDS_MAX, own + shift));
		const probability = 1 / (1 + Math.exp(-logOdds));
		const curvature = probability * (1 - probability);
		const target = shift + ((isPositive ? 1 : 0) - probability) / curvature;
		addObservation(sums, inputs, target, (occasions.weight[row] as number) * shareOwn * curvature);
	}
	return solveRidge(sums, PENALTY, toward);
}

import { expect, test } from 'vitest';
import { seededRandom } from '../runtime/seeded-random.ts';
import { ODDS_WEIGHT_COUNT, SIGN_FEATURE_NAMES } from './carry-odds.ts';
import { fitOddsSteps } from './carry-odds-fit.ts';
import { createPastForecasts, type PastForecasts } from './carry-past.ts';
import { neutralCarryModel } from './carry-prior.ts';

const HORIZON = neutralCarryModel().horizons[0];
const NOTHING = new Array<number>(ODDS_WEIGHT_COUNT).fill(0);

/**
 * Creates forecasts of zero whose outcome follows the sign balance of the last week, with log-odds of `pull` times
 * that balance.
 */
function signedForecasts(count: number, pull: number, weight = 1): PastForecasts {
	const { unit } = seededRandom(11);
	const past = createPastForecasts(count, 1);
	for (let index = 0; index < count; index += 1) {
		const balance = 2 * unit() - 1;
		const signs = new Float64Array(SIGN_FEATURE_NAMES.length);
		signs[0] = balance;
		const received = unit() < 1 / (1 + Math.exp(-pull * balance)) ? 1 : -1;
		past.add(
			{ movement: 1, excess: 0, isLevel: false, signs, hasLikeClocks: false, weight },
			Float64Array.of(0),
			Float64Array.of(received),
		);
	}
	return past.of(0);
}

function fitted(past: PastForecasts, toward: readonly number[] = NOTHING) {
	if (HORIZON === undefined) throw new Error('The neutral model has no horizon.');
	const steps = fitOddsSteps(past, HORIZON, 0, 1, toward);
	let yields = 0;
	for (;;) {
		const step = steps.next();
		if (step.done === true) return { weights: step.value, yields };
		yields += 1;
	}
}

test('learns the side from signs, and almost nothing from other inputs', () => {
	const { weights, yields } = fitted(signedForecasts(30_000, 1.5));
	expect(weights[0]).toBeGreaterThan(1.2);
	expect(weights[0]).toBeLessThan(1.6);
	for (const weight of weights.slice(1)) expect(Math.abs(weight)).toBeLessThan(0.05);
	expect(yields).toBeGreaterThan(3);
});

test('keeps the given weights with few outcomes, and stays near them with little weight', () => {
	const toward = NOTHING.map((_, index) => index / 10);
	expect(fitted(signedForecasts(999, 1.5), toward)).toEqual({ weights: toward, yields: 0 });
	const faint = fitted(signedForecasts(5_000, 1.5, 1e-3)).weights[0] ?? 0;
	expect(faint).toBeGreaterThan(0);
	expect(faint).toBeLessThan(0.05);
});

test('learns nothing from outcomes of exactly zero or from outdated ones', () => {
	for (const weight of fitted(signedForecasts(5_000, 1.5, 0)).weights) expect(weight).toBeCloseTo(0, 12);
	const past = signedForecasts(5_000, 1.5);
	const tied: PastForecasts = { ...past, received: past.received.map(() => 0) };
	expect(fitted(tied).weights).toEqual(NOTHING);
});

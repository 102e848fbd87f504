import { expect, test } from 'vitest';
import { seededRandom } from '../runtime/seeded-random.ts';
import { judgeSteps } from './carry-errors.ts';
import { SIGN_FEATURE_NAMES } from './carry-odds.ts';
import { createPastForecasts, type Occasion, type PastForecasts } from './carry-past.ts';
import { neutralCarryModel } from './carry-prior.ts';

const PRIOR = neutralCarryModel().horizons[0];

function judgedInSlices(past: PastForecasts) {
	if (PRIOR === undefined) throw new Error('The neutral model has no horizon.');
	const steps = judgeSteps(past, PRIOR, 0);
	for (let yields = 0; ; yields += 1) {
		const step = steps.next();
		if (step.done === true) return { judgement: step.value, yields };
	}
}

const judged = (past: PastForecasts) => judgedInSlices(past).judgement;

function forecasts(
	count: number,
	of: (unit: () => number) => readonly [expected: number, received: number],
	occasionOf: (index: number) => Partial<Occasion> = () => ({}),
): PastForecasts {
	const { unit } = seededRandom(7);
	const past = createPastForecasts(count, 1);
	for (let index = 0; index < count; index += 1) {
		const [expected, received] = of(unit);
		const occasion = {
			movement: 1,
			excess: 0,
			isLevel: false,
			signs: new Float64Array(SIGN_FEATURE_NAMES.length),
			hasLikeClocks: true,
			weight: 1,
			...occasionOf(index),
		};
		past.add(occasion, Float64Array.of(expected), Float64Array.of(received));
	}
	return past.of(0);
}

test('forecasts two thirds when half arrives, as if a third had arrived in full', () => {
	const past = forecasts(4_000, (unit) => {
		const expected = unit() - 0.5;
		return [expected, expected / 2];
	});
	expect(judged(past).recalibration).toBeCloseTo((0.5 + 0.5) / 1.5, 6);
});

test('puts 68.27 % of errors within one sd factor of movement', () => {
	const past = forecasts(5_000, (unit) => [0, unit() - 0.5]);
	expect(judged(past).sdFactor).toBeCloseTo(0.6827 / 2, 1);
});

test('counts outcomes of exactly zero apart from the errors', () => {
	const past = forecasts(
		4_000,
		(unit) => [0.1, unit() < 0.25 ? 0 : 1],
		(index) => ({ isLevel: index % 4 === 0 }),
	);
	const { tieShareLevel, tieShareMoving, errorQuantiles } = judged(past);
	expect(tieShareLevel).toBeCloseTo(0.25, 1);
	expect(tieShareMoving).toBeCloseTo(0.25, 1);
	expect(errorQuantiles[0]).toBeGreaterThan(0);
});

test('counts ties after a level headline apart from other ties', () => {
	const past = forecasts(
		4_000,
		(unit) => [0.1, unit() < 0.5 ? 0 : 1],
		(index) => ({ isLevel: index % 2 === 0 }),
	);
	past.received.forEach((_, index) => {
		past.received[index] = index % 2 === 0 ? 0 : 1;
	});
	const { tieShareLevel, tieShareMoving } = judged(past);
	// The prior says that no outcome is a tie, and counts as twenty outcomes.
	expect(tieShareLevel).toBeCloseTo(2_000 / 2_020, 12);
	expect(tieShareMoving).toBe(0);
});

test('measures errors beside a headline beyond its scale by the wider deviation', () => {
	const quiet = forecasts(4_000, (unit) => [0, unit() - 0.5]);
	const squeezed = forecasts(
		4_000,
		(unit) => [0, unit() - 0.5],
		() => ({ excess: 10 }),
	);
	expect(judged(squeezed).sdFactor).toBe(judged(quiet).sdFactor);
	expect(judged(squeezed).errorQuantiles.at(-1)).toBeLessThan(
		0.2 * (judged(quiet).errorQuantiles.at(-1) ?? 0),
	);
});

test('changes nothing with few forecasts', () => {
	const past = forecasts(999, () => [1, 0]);
	expect(judged(past)).toMatchObject({ recalibration: 1, sdFactor: 1, tieShareMoving: 0 });
});

test('yields to other work between two orderings of the forecasts', () => {
	expect(judgedInSlices(forecasts(1_000, () => [1, 0])).yields).toBe(6);
	expect(judgedInSlices(forecasts(999, () => [1, 0])).yields).toBe(0);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forecastCarry } from '../../test/support/forecast-carry.ts';
import { type NoisyLeg, noisyLeg, upTo } from '../../test/support/settled-legs.ts';
import { type CarryPair, carryFitSteps, fitCarryModel } from './carry-fit.ts';
import { CARRY_HORIZONS_HOURS } from './carry-model.ts';
import { neutralCarryModel } from './carry-prior.ts';
import { createLegHistory, type LegSettlements } from './leg-history.ts';

const NOW = 24 * 200;
const LEG: Omit<NoisyLeg, 'seed' | 'mean'> = { interval: 8, from: 0, to: NOW, noise: 4e-6 };

function pairOf(key: string, first: LegSettlements, second: LegSettlements): CarryPair {
	return { key, first: createLegHistory(first), second: createLegHistory(second) };
}

/** Creates pairs whose spread persists, each at its own level. */
function lastingPairs(spreads: readonly number[]): readonly (readonly [LegSettlements, LegSettlements])[] {
	return spreads.map((spread, index) => [
		noisyLeg({ ...LEG, seed: 2 * index, mean: 1e-5 + spread }),
		noisyLeg({ ...LEG, seed: 2 * index + 1, mean: 1e-5 }),
	]);
}

test('forecasts the past payment when spreads persist', () => {
	const legs = lastingPairs([8e-6, -8e-6, 4e-6, -4e-6, 1e-6, -1e-6]);
	const pairs = legs.map(([first, second], index) => pairOf(String(index), first, second));
	const model = fitCarryModel(pairs, NOW, neutralCarryModel());
	expect(model.rows).toBeGreaterThan(3_000);
	const [first, second] = legs[0] ?? [];
	if (first === undefined || second === undefined) throw new Error('No pair was made.');
	const forecast = forecastCarry(model, first, second, NOW);
	CARRY_HORIZONS_HOURS.forEach((hours, index) => {
		const lasting = 8e-6 * hours;
		expect(Math.abs((forecast?.expected[index] ?? 0) / lasting - 1)).toBeLessThan(0.2);
	});
	expect(forecast).toMatchObject({ basis: 'own_history', calibrated: true });
});

test('forecasts almost nothing when spreads do not persist', () => {
	const pairs = Array.from({ length: 12 }, (_, index) =>
		pairOf(
			String(index),
			noisyLeg({ ...LEG, seed: 2 * index, mean: 1e-5 }),
			noisyLeg({ ...LEG, seed: 2 * index + 1, mean: 1e-5 }),
		),
	);
	const model = fitCarryModel(pairs, NOW, neutralCarryModel());
	const headline = noisyLeg({ ...LEG, seed: 99, mean: 1e-5 });
	headline.rates[headline.rates.length - 1] = 8 * (1e-5 + 4e-6);
	const forecast = forecastCarry(model, headline, noisyLeg({ ...LEG, seed: 98, mean: 1e-5 }), NOW);
	const [day, sd] = [forecast?.expected[1] ?? Number.NaN, forecast?.sd[1] ?? 0];
	expect(Math.abs(day)).toBeLessThan(sd);
	expect(Math.abs(day)).toBeLessThan(0.25 * 24 * 4e-6);
});

test('ignores settlements after the hour of the fit', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: 0, max: 1_000 }),
			fc.integer({ min: 1_500, max: 2_300 }),
			(seed, atHour) => {
				const legs = [1, 2, 3].map((offset) =>
					noisyLeg({
						seed: seed + offset,
						interval: offset === 3 ? 1 : 8,
						from: 0,
						to: 2_400,
						mean: 1e-5,
						noise: 1e-5,
						missing: 0.02,
					}),
				) as [LegSettlements, LegSettlements, LegSettlements];
				const modelOf = ([a, b, c]: typeof legs) =>
					fitCarryModel([pairOf('ab', a, b), pairOf('ac', a, c)], atHour, neutralCarryModel());
				expect(modelOf(legs)).toEqual(modelOf(legs.map((leg) => upTo(leg, atHour)) as typeof legs));
			},
		),
		{ numRuns: 10 },
	);
});

test('fits the same model in slices', () => {
	const pairs = lastingPairs([3e-6, -5e-6]).map(([first, second], index) =>
		pairOf(String(index), first, second),
	);
	const steps = carryFitSteps(pairs, NOW, neutralCarryModel());
	let slices = 0;
	let step = steps.next();
	for (; step.done !== true; step = steps.next()) slices += 1;
	// Each of the two passes over each of the two pairs yields after every 200 decisions and at its end. There are
	// too few decisions for calibration and odds, which would add yields.
	expect(step.value.rows).toBeGreaterThan(400);
	expect(slices).toBe(4 + 2 * Math.floor(step.value.rows / 200));
	expect(step.value).toEqual(fitCarryModel(pairs, NOW, neutralCarryModel()));
});

test('keeps the prior without data', () => {
	const prior = neutralCarryModel();
	const model = fitCarryModel([], NOW, prior);
	expect(model.rows).toBe(0);
	model.horizons.forEach((horizon, index) => {
		expect(horizon.weights).toEqual(
			prior.horizons[index]?.weights.map((weight) => expect.closeTo(weight, 12)),
		);
		expect(horizon.recalibration).toBe(1);
	});
});

test('returns a model of plain data', () => {
	const pairs = lastingPairs([3e-6]).map(([first, second]) => pairOf('a', first, second));
	const model = fitCarryModel(pairs, NOW, neutralCarryModel());
	expect(JSON.parse(JSON.stringify(model))).toEqual(model);
});

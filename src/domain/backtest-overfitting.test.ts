import { describe, expect, test } from 'vitest';
import { drawnNormal } from '../../test/support/drawn-normal.ts';
import { overfittingOf } from './backtest-overfitting.ts';

/** Draws daily returns of `count` trials. Each has the mean that `meanOf` gives, with a deviation of 1. */
function drawTrials(
	seed: number,
	count: number,
	days: number,
	meanOf: (trial: number) => number,
): number[][] {
	const normal = drawnNormal(seed);
	return Array.from({ length: count }, (_, trial) =>
		Array.from({ length: days }, () => meanOf(trial) + normal()),
	);
}

describe('the probability of backtest overfitting', () => {
	test('is about one half for trials without skill', () => {
		const draws = Array.from(
			{ length: 24 },
			(_, seed) => overfittingOf(drawTrials(seed, 20, 60, () => 0))?.probability ?? Number.NaN,
		);
		const mean = draws.reduce((sum, value) => sum + value, 0) / draws.length;
		expect(mean).toBeGreaterThan(0.42);
		expect(mean).toBeLessThan(0.62);
	});

	test('is about 0 if one trial dominates', () => {
		const trials = drawTrials(3, 20, 320, (trial) => (trial === 7 ? 0.5 : 0));
		expect(overfittingOf(trials)).toEqual({ probability: 0, blocks: 16, choices: 12_870 });
	});

	test('is high if the best trial in one half is the worst in the other', () => {
		const days = 160;
		const trials = Array.from({ length: 10 }, (_, trial) =>
			Array.from({ length: days }, (_, day) => {
				const isOwn = Math.floor(day / 16) === trial;
				return (isOwn ? 1 : -1 / 9) + (day % 2 === 0 ? 0.01 : -0.01);
			}),
		);
		expect(overfittingOf(trials)?.probability).toBeGreaterThan(0.9);
	});

	test('uses fewer blocks for fewer days, and needs 20 days and two trials', () => {
		expect(overfittingOf(drawTrials(1, 3, 33, () => 0))).toMatchObject({ blocks: 6, choices: 20 });
		expect(overfittingOf(drawTrials(1, 3, 19, () => 0))).toBeNull();
		expect(overfittingOf(drawTrials(1, 1, 90, () => 0))).toBeNull();
		expect(overfittingOf([])).toBeNull();
	});

	test('counts equal trials as at the median', () => {
		const [returns = []] = drawTrials(1, 1, 40, () => 0);
		expect(overfittingOf([returns, returns, returns])?.probability).toBe(1);
	});

	test('refuses trials over different days', () => {
		expect(() => overfittingOf([[1, 2], [1]])).toThrow(RangeError);
	});
});

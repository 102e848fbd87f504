import { describe, expect, test } from 'vitest';
import { drawnNormal } from '../../test/support/drawn-normal.ts';
import {
	deflatedSharpe,
	expectedBestSharpe,
	probabilisticSharpe,
	returnShape,
	yearlySharpe,
} from './sharpe-ratio.ts';

/**
 * The numerical example of Bailey and López de Prado (2014): a yearly ratio of 2.5 over five years of 250 daily
 * returns, the best of 100 trials whose yearly ratios have a variance of ½.
 */
const EXAMPLE = { count: 1250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 };
const VARIANCE = 0.5 / 250;

describe('the Sharpe ratio', () => {
	test('is the mean over the standard deviation, with the moments of the sample', () => {
		const shape = returnShape([0.01, 0.02, -0.01, 0.04]);
		expect(shape.count).toBe(4);
		expect(shape.sharpe).toBeCloseTo(0.015 / Math.sqrt(0.0013 / 3), 12);
		expect(shape.skewness).toBeCloseTo(0, 12);
		expect(shape.kurtosis).toBeCloseTo(1.85207100591716, 10);
		expect(yearlySharpe(0.1)).toBeCloseTo(1.9104973174542799, 12);
	});

	test('is 0 for returns that do not vary', () => {
		expect(returnShape([0.1, 0.1, 0.1, 0.1]).sharpe).toBe(0);
		expect(returnShape([0, 0, 0]).sharpe).toBe(0);
	});
});

describe('the probabilistic Sharpe ratio', () => {
	test('is one half at its own ratio and falls with a higher benchmark', () => {
		expect(probabilisticSharpe(EXAMPLE, EXAMPLE.sharpe)).toBeCloseTo(0.5, 12);
		expect(probabilisticSharpe(EXAMPLE, 0.1)).toBeGreaterThan(probabilisticSharpe(EXAMPLE, 0.12));
	});

	test('is lower for returns with a long left tail', () => {
		const normal = { ...EXAMPLE, skewness: 0, kurtosis: 3 };
		expect(probabilisticSharpe(EXAMPLE, 0.1)).toBeLessThan(probabilisticSharpe(normal, 0.1));
	});
});

describe('the deflated Sharpe ratio', () => {
	test('expects 0.1132 of the best of 100 trials, as in the paper', () => {
		expect(expectedBestSharpe(100, VARIANCE)).toBeCloseTo(0.1132, 4);
	});

	test.each([
		['0.9004 after 100 trials', EXAMPLE, 100, 0.9004],
		['0.9505 after 46 trials', EXAMPLE, 46, 0.9505],
		['0.9505 after 88 trials of normal returns', { ...EXAMPLE, skewness: 0, kurtosis: 3 }, 88, 0.9505],
	])('is %s, as in the paper', (_name, shape, trials, expected) => {
		expect(probabilisticSharpe(shape, expectedBestSharpe(trials, VARIANCE))).toBeCloseTo(expected, 4);
	});

	test('takes the variance from the ratios of the trials', () => {
		const spread = Math.sqrt(VARIANCE * (99 / 100));
		const sharpes = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? spread : -spread));
		expect(deflatedSharpe(EXAMPLE, sharpes)).toBeCloseTo(0.9004, 4);
	});

	test('equals the probability of a positive ratio for one trial', () => {
		expect(deflatedSharpe(EXAMPLE, [EXAMPLE.sharpe])).toBe(probabilisticSharpe(EXAMPLE, 0));
	});

	test('expects the mean of the best of simulated trials without skill', () => {
		const normal = drawnNormal(11);
		const best = Array.from({ length: 4_000 }, () => Math.max(...Array.from({ length: 50 }, normal)));
		const mean = best.reduce((sum, value) => sum + value, 0) / best.length;
		expect(Math.abs(mean - expectedBestSharpe(50, 1))).toBeLessThan(0.06);
	});
});

import { describe, expect, test } from 'vitest';
import { fallsBelowPeak, largestFall } from './drawdown.ts';

describe('the drawdown', () => {
	test('is the largest fall below an earlier peak', () => {
		expect(largestFall([100, 120, 90, 130, 110])).toEqual({ usd: 30, share: 0.25 });
		expect(fallsBelowPeak([100, 120, 90, 130, 110])).toEqual([0, 0, 30, 0, 20]);
	});

	test('takes the largest share and the largest amount from different falls', () => {
		expect(largestFall([10, 5, 100, 90])).toEqual({ usd: 10, share: 0.5 });
	});

	test('is 0 for equity that never falls, and for none', () => {
		expect(largestFall([1, 2, 3])).toEqual({ usd: 0, share: 0 });
		expect(largestFall([])).toEqual({ usd: 0, share: 0 });
	});

	test('has no share below a peak of zero', () => {
		expect(largestFall([0, -5])).toEqual({ usd: 5, share: 0 });
	});
});

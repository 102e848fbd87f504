import { describe, expect, test } from 'vitest';
import { normalProbability, normalQuantile } from './normal-distribution.ts';

/** Values of Abramowitz and Stegun (1972), "Handbook of Mathematical Functions", tables 26.1 and 26.5. */
const PUBLISHED = [
	[0, 0.5],
	[0.5, 0.691462461274013],
	[1, 0.841344746068543],
	[1.5, 0.933192798731142],
	[2, 0.977249868051821],
	[3, 0.99865010196837],
	[4, 0.999968328758167],
] as const;

describe('the standard normal distribution', () => {
	test.each(PUBLISHED)('has the published probability at %f', (x, probability) => {
		expect(normalProbability(x)).toBeCloseTo(probability, 14);
		expect(normalProbability(-x)).toBeCloseTo(1 - probability, 14);
	});

	test.each([
		[0.975, 1.959963984540054],
		[0.99, 2.326347874040841],
		[0.999, 3.090232306167814],
		[0.9999, 3.719016485455709],
		[0.00001, -4.264890793922825],
	])('has the published quantile at %f', (probability, x) => {
		expect(normalQuantile(probability)).toBeCloseTo(x, 10);
	});

	test('inverts the quantile over the whole range', () => {
		for (let percent = 1; percent < 100; percent += 1)
			expect(normalProbability(normalQuantile(percent / 100))).toBeCloseTo(percent / 100, 13);
	});

	test('ends at 0 and 1 and keeps the order in the tails', () => {
		expect([normalProbability(-40), normalProbability(40)]).toEqual([0, 1]);
		expect(normalProbability(Number.NaN)).toBeNaN();
		expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
	});

	test.each([-0.1, 1.1, Number.NaN])('refuses the quantile of %f', (probability) => {
		expect(() => normalQuantile(probability)).toThrow(RangeError);
	});
});

import { expect, test } from 'vitest';
import { decisionOf, payingSeries } from '../test/support/scored-walks.ts';
import { isMet } from './goals.ts';
import { squeezeScores } from './squeeze-scores.ts';

const SERIES = payingSeries(() => 0);

function squeezed(hour: number, received: number | undefined, changes = {}) {
	return decisionOf(SERIES, hour, {
		headline: -4,
		headlineScales: 3.01,
		received: new Array<number | undefined>(6).fill(received),
		...changes,
	});
}

test('only decisions beyond three scales are scored', () => {
	const [score] = squeezeScores([squeezed(0, 1), squeezed(7, 1, { headlineScales: 3 })], 0);
	expect(score?.count).toBe(1);
	expect(squeezeScores([], 0)[0]?.oneSd.ours.value).toBeNaN();
});

test('coverage is the share within one and two deviations of the forecast', () => {
	// Each forecast is 1 bp with a standard deviation of 1 bp.
	const scores = squeezeScores(
		[1, 2, 2.5, 3, 3.5, undefined].map((carry, at) => squeezed(7 * at, carry)),
		0,
	);
	expect(scores.map(({ hours }) => hours)).toEqual([8, 24, 72, 168, 336, 720]);
	for (const { oneSd, twoSd } of scores) {
		expect(oneSd.ours.value).toBeCloseTo(2 / 5, 12);
		expect(twoSd.ours.value).toBeCloseTo(4 / 5, 12);
		expect([isMet(oneSd), isMet(twoSd)]).toEqual([false, false]);
	}
});

test('a reversal is carry against the headline, and a tie is none', () => {
	const [score] = squeezeScores(
		[squeezed(0, 1), squeezed(7, 0), squeezed(14, -1), squeezed(21, 1, { headline: 4 })],
		0,
	);
	expect(score?.count).toBe(4);
	expect(score?.cameTrue.value).toBeCloseTo(1 / 4, 12);
	// A negative headline reverses if carry is positive (probability 0.75). A positive headline reverses if carry is
	// negative (0.25).
	expect(score?.stated.value).toBeCloseTo((3 * 0.75 + 0.25) / 4, 12);
});

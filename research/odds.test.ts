import { expect, test } from 'vitest';
import { seededRandom } from '../src/runtime/seeded-random.ts';
import {
	calibrationError,
	type Odds,
	skillAgainstBaseRate,
	skillAgainstClimatology,
	withClimatology,
} from './odds.ts';

function odds(hour: number, event: 0 | 1, series = 'a', probability = 0.5): Odds {
	return { hour, series, probability, event };
}

test('the climatology is 0.3 until 30 outcomes of all series are over', () => {
	const rated = withClimatology(
		Array.from({ length: 40 }, (_, index) => odds(7 * index, 1)),
		7,
	);
	expect(rated[0]?.climatology).toBeCloseTo(0.3, 12);
	expect(rated[29]?.climatology).toBeCloseTo((29 + 30 * 0.3) / (29 + 30), 12);
	expect(rated[30]?.climatology).toBeCloseTo(1, 12);
});

test('an outcome counts once its horizon is over, and not before', () => {
	const rows = [odds(0, 1), odds(7, 0), odds(24, 0), odds(30, 0), odds(31, 0)];
	const climatology = withClimatology(rows, 24).map((row) => row.climatology);
	expect(climatology).toEqual(
		[0.3, 0.3, 10 / 31, 10 / 31, 10 / 32].map((share) => expect.closeTo(share, 12)),
	);
});

test('a series counts its own events, and the pool as 30 more of them', () => {
	const rows = [
		...Array.from({ length: 60 }, (_, index) => odds(0, index % 2 === 0 ? 1 : 0, index < 30 ? 'a' : 'b')),
		...Array.from({ length: 10 }, () => odds(1, 1, 'a')),
		odds(100, 0, 'a'),
		odds(100, 0, 'c'),
	];
	const rated = withClimatology(rows, 24);
	const pool = 40 / 70;
	expect(rated.at(-2)?.climatology).toBeCloseTo((25 + 30 * pool) / (40 + 30), 12);
	expect(rated.at(-1)?.climatology).toBeCloseTo(pool, 12);
});

test('skill is 1 for certainty that is right, 0 for the reference itself', () => {
	const rows = withClimatology(
		Array.from({ length: 200 }, (_, index) => odds(10 * index, index % 3 === 0 ? 1 : 0)),
		8,
	);
	const right = rows.map((row) => ({ ...row, probability: row.event }));
	const same = rows.map((row) => ({ ...row, probability: row.climatology }));
	expect(skillAgainstClimatology(right, 0).value).toBe(1);
	expect(skillAgainstClimatology(same, 0).value).toBe(0);
	expect(
		skillAgainstBaseRate(
			rows.map((row) => ({ ...row, probability: 67 / 200 })),
			0,
		).value,
	).toBeCloseTo(0, 12);
	expect(skillAgainstBaseRate(right, 0).value).toBe(1);
});

test('the calibration error is the mean distance within ten bins, weighted by count', () => {
	const rows = [
		...Array.from({ length: 30 }, (_, index) => odds(0, index < 15 ? 1 : 0, 'a', 0.15)),
		...Array.from({ length: 10 }, () => odds(0, 1, 'a', 0.95)),
	];
	expect(calibrationError(rows, 0).value).toBeCloseTo((30 * 0.35 + 10 * 0.05) / 40, 12);
	expect(calibrationError([odds(0, 1, 'a', 1)], 0).value).toBe(0);
});

test('outcomes drawn with the stated odds are calibrated', () => {
	const { unit } = seededRandom(5);
	const rows = Array.from({ length: 20_000 }, (_, index) => {
		const probability = unit();
		return odds(index, unit() < probability ? 1 : 0, 'a', probability);
	});
	expect(calibrationError(rows, 0).value).toBeLessThan(0.01);
});

import { expect, test } from 'vitest';
import { bellAt, noiseAt, streamOf, uniformAt, uniformBetween } from './seeded.ts';

const KNOTS = Array.from({ length: 20_000 }, (_, knot) => knot - 10_000);

test('a position on a stream always has the same number, also for knots beyond 32 bits', () => {
	const stream = streamOf(7, 'prices');
	for (const knot of [0, -3, 1_763_700_000, 2 ** 32, 2 ** 45 + 1]) {
		expect(uniformAt(stream, knot)).toBe(uniformAt(streamOf(7, 'prices'), knot));
	}
	expect(uniformAt(stream, 5)).not.toBe(uniformAt(stream, 5 + 2 ** 32));
	expect(uniformAt(stream, 5)).not.toBe(uniformAt(streamOf(8, 'prices'), 5));
	expect(uniformAt(stream, 5)).not.toBe(uniformAt(streamOf(7, 'price'), 5));
});

test('uniforms fill [0, 1) evenly', () => {
	const stream = streamOf(1, 'even');
	const buckets = new Array<number>(10).fill(0);
	for (const knot of KNOTS) {
		const bucket = Math.floor(uniformAt(stream, knot) * 10);
		buckets[bucket] = (buckets[bucket] ?? 0) + 1;
	}
	for (const count of buckets) expect(Math.abs(count - 2000)).toBeLessThan(250);
});

test('bell-shaped numbers have mean 0, deviation 1 and stay within 3', () => {
	const values = KNOTS.map((knot) => bellAt(streamOf(2, 'bell'), knot));
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	const variance = values.reduce((sum, value) => sum + value * value, 0) / values.length;
	expect(Math.abs(mean)).toBeLessThan(0.03);
	expect(variance).toBeGreaterThan(0.95);
	expect(variance).toBeLessThan(1.05);
	expect(Math.max(...values.map(Math.abs))).toBeLessThanOrEqual(3);
});

test('neighbouring knots and parallel streams are unrelated', () => {
	const a = streamOf(3, 'a');
	const b = streamOf(3, 'b');
	const correlation = (f: (knot: number) => number, g: (knot: number) => number): number =>
		KNOTS.reduce((sum, knot) => sum + f(knot) * g(knot), 0) / KNOTS.length;
	expect(
		Math.abs(
			correlation(
				(k) => bellAt(a, k),
				(k) => bellAt(a, k + 1),
			),
		),
	).toBeLessThan(0.03);
	expect(
		Math.abs(
			correlation(
				(k) => bellAt(a, k),
				(k) => bellAt(b, k),
			),
		),
	).toBeLessThan(0.03);
});

test('noise meets its knots and does not jump between them', () => {
	const stream = streamOf(4, 'noise');
	for (let at = -5000; at < 20_000; at += 1000)
		expect(noiseAt(stream, at, 1000)).toBe(bellAt(stream, at / 1000));
	for (let at = 0; at < 20_000; at += 1) {
		expect(Math.abs(noiseAt(stream, at + 1, 1000) - noiseAt(stream, at, 1000))).toBeLessThan(0.01);
	}
});

test('a range is respected', () => {
	for (const knot of KNOTS.slice(0, 500)) {
		const value = uniformBetween(streamOf(5, 'range'), knot, -2, 3);
		expect(value).toBeGreaterThanOrEqual(-2);
		expect(value).toBeLessThan(3);
	}
});

import { expect, test } from 'vitest';
import { SPARK_HEIGHT, SPARK_WIDTH, sparkOf } from './spark-path.ts';

test('spans the whole width, with zero in view', () => {
	const spark = sparkOf([0.001, 0.002, 0.003]);
	expect(spark).toMatchObject({ low: 0.001, high: 0.003, last: 0.003, zeroY: SPARK_HEIGHT - 2 });
	expect(spark?.path).toBe(`M0 16.7L45 9.3L${SPARK_WIDTH} 2`);
});

test('interrupts the curve at unknown days and shows a single known day', () => {
	expect(sparkOf([-1, null, 1, 1])?.path).toBe('M0 24h1M60 2L90 2');
});

test('draws a constant zero and nothing without a known day', () => {
	expect(sparkOf([0, 0])?.zeroY).toBe(2);
	expect(sparkOf([null, null])).toBeUndefined();
	expect(sparkOf([])).toBeUndefined();
});

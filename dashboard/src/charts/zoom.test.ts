import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { panned, zoomed } from './zoom.ts';

describe('zooming', () => {
	test('halves the visible part around its middle, or around the pointer', () => {
		expect(zoomed({ from: 0, to: 100 }, 0.5, 101)).toEqual({ from: 25, to: 75 });
		expect(zoomed({ from: 0, to: 100 }, 0.5, 101, 20)).toEqual({ from: 10, to: 60 });
	});

	test('shows at least four steps and at most the whole axis', () => {
		expect(zoomed({ from: 50, to: 52 }, 0.5, 101)).toEqual({ from: 49, to: 53 });
		expect(zoomed({ from: 10, to: 90 }, 4, 101)).toEqual({ from: 0, to: 100 });
		expect(zoomed({ from: 0, to: 1 }, 0.5, 2)).toEqual({ from: 0, to: 1 });
	});

	test('stays within the axis', () => {
		const part = fc.tuple(fc.integer({ min: -50, max: 150 }), fc.integer({ min: 0, max: 150 }));
		const factor = fc.double({ min: 0.1, max: 10, noNaN: true });
		fc.assert(
			fc.property(part, factor, fc.integer({ min: -50, max: 150 }), ([from, span], by, around) => {
				const range = zoomed({ from, to: from + span }, by, 101, around);
				expect(range.from).toBeGreaterThanOrEqual(0);
				expect(range.to).toBeLessThanOrEqual(100 + 1e-9);
				expect(range.to - range.from).toBeGreaterThanOrEqual(4 - 1e-9);
			}),
		);
	});
});

describe('moving', () => {
	test('shifts the visible part and stops at both ends', () => {
		expect(panned({ from: 20, to: 40 }, 10, 101)).toEqual({ from: 30, to: 50 });
		expect(panned({ from: 20, to: 40 }, -30, 101)).toEqual({ from: 0, to: 20 });
		expect(panned({ from: 20, to: 40 }, 90, 101)).toEqual({ from: 80, to: 100 });
	});
});

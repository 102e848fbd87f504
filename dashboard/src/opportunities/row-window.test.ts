import { describe, expect, test } from 'vitest';
import {
	type Measures,
	PAGE_ROWS,
	PAGES_MAX,
	pageOf,
	pagesOf,
	rowAt,
	rowByKey,
	rowsDrawn,
	rowsInView,
	scrollTo,
	topOf,
} from './row-window.ts';

const plain: Measures = { rowPx: 50, rowCount: 1_000, unfolded: undefined };
const folded: Measures = { ...plain, unfolded: { index: 3, px: 120 } };

describe('rows in view', () => {
	test('include rows of which one pixel is in view', () => {
		expect(rowsInView(0, 500, plain)).toEqual({ from: 0, count: 10 });
		expect(rowsInView(25, 500, plain)).toEqual({ from: 0, count: 11 });
		expect(rowsInView(49_999, 500, plain)).toEqual({ from: 999, count: 1 });
	});

	test('are empty for an empty list', () => {
		expect(rowsInView(0, 500, { ...plain, rowCount: 0 })).toEqual({ from: 0, count: 0 });
	});

	test('move down below an unfolded row', () => {
		expect(topOf(3, folded)).toBe(150);
		expect(topOf(4, folded)).toBe(320);
		expect([199, 200, 319, 320].map((px) => rowAt(px, folded))).toEqual([3, 3, 3, 4]);
	});

	test('leave no gap between rows, unfolded or not', () => {
		for (const measures of [plain, folded])
			for (let index = 0; index < 20; index += 1) expect(rowAt(topOf(index, measures), measures)).toBe(index);
	});
});

describe('rendered rows', () => {
	test('are the rows in view and a few more, within the list', () => {
		expect(rowsDrawn({ from: 0, count: 10 }, 1_000)).toEqual({ from: 0, count: 16 });
		expect(rowsDrawn({ from: 100, count: 10 }, 1_000)).toEqual({ from: 94, count: 22 });
		expect(rowsDrawn({ from: 990, count: 10 }, 1_000)).toEqual({ from: 984, count: 16 });
		expect(rowsDrawn({ from: 0, count: 0 }, 0)).toEqual({ from: 0, count: 0 });
	});

	test('fit into the subscribed pages and include the first row in view', () => {
		for (let from = 0; from < 200; from += 1)
			for (const count of [1, 13, 40, 70, 200]) {
				const drawn = rowsDrawn({ from, count }, 10_000);
				const pages = pagesOf(drawn);
				expect(pages.length).toBeLessThanOrEqual(PAGES_MAX);
				expect(pageOf(drawn.from + drawn.count - 1)).toBe(pages.at(-1));
				expect(drawn.from).toBeLessThanOrEqual(from);
				expect(drawn.from + drawn.count).toBeGreaterThan(from);
			}
	});

	test('need page 1 even for an empty list, because it has the number of rows', () => {
		expect(pagesOf({ from: 0, count: 0 })).toEqual([1]);
		expect(pagesOf({ from: PAGE_ROWS - 1, count: 2 })).toEqual([1, 2]);
	});
});

describe('keys', () => {
	test('move from row to row within the list', () => {
		const from = (key: string, index: number) => rowByKey(key, index, 10, 100);
		expect([from('ArrowDown', 5), from('ArrowUp', 5)]).toEqual([6, 4]);
		expect([from('PageDown', 5), from('PageUp', 50)]).toEqual([14, 41]);
		expect([from('Home', 50), from('End', 50)]).toEqual([0, 99]);
		expect([from('ArrowUp', 0), from('ArrowDown', 99), from('PageDown', 98)]).toEqual([0, 99, 99]);
		expect(from('x', 5)).toBeUndefined();
	});

	test('scroll only until the row is in view', () => {
		expect(scrollTo(5, 0, 500, plain)).toBe(0);
		expect(scrollTo(10, 0, 500, plain)).toBe(50);
		expect(scrollTo(5, 400, 500, plain)).toBe(250);
		expect(scrollTo(10, 0, 500, folded)).toBe(170);
	});
});

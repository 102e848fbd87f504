import { expect, test } from 'vitest';
import { createColumns } from './columns.ts';

test('keeps the numbers of all rows while it grows', () => {
	const columns = createColumns(['left', 'right'] as const);
	for (let row = 0; row < 1_000; row += 1) {
		columns.ensure(row);
		columns.left[columns.row(row)] = row;
		columns.right[columns.row(row)] = -row;
	}
	for (let row = 0; row < 1_000; row += 1) {
		expect(columns.left[columns.row(row)]).toBe(row);
		expect(columns.right[columns.row(row)]).toBe(-row);
	}
});

test('an unwritten row has zeros', () => {
	const columns = createColumns(['left', 'right'] as const);
	columns.left[columns.row(255)] = 7;
	columns.right[columns.row(255)] = 7;
	columns.ensure(10_000);
	expect(columns.left[columns.row(10_000)]).toBe(0);
	expect(columns.right[columns.row(10_000)]).toBe(0);
});

test('a wide column has adjacent numbers, and a repeated name is rejected', () => {
	const columns = createColumns(['a', 'wide', 'b'], 1, { wide: 3 });
	columns.ensure(9);
	columns.wide.set([1, 2, 3], columns.row(9));
	columns.b[columns.row(9)] = 4;
	columns.wide.set([5, 6, 7], columns.row(8));
	expect([...columns.wide.subarray(columns.row(9), columns.row(9) + 3)]).toEqual([1, 2, 3]);
	expect([columns.a[columns.row(9)], columns.b[columns.row(9)], columns.b[columns.row(8)]]).toEqual([
		0, 4, 0,
	]);
	expect(() => createColumns(['a', 'b', 'a'])).toThrow('named twice');
});

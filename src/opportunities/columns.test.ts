import { expect, test } from 'vitest';
import { createColumns } from './columns.ts';

test('numbers of many rows stay where they were put while rows come', () => {
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

test('a row that has not been written to holds zeros', () => {
	const columns = createColumns(['left', 'right'] as const);
	columns.left[columns.row(255)] = 7;
	columns.right[columns.row(255)] = 7;
	columns.ensure(10_000);
	expect(columns.left[columns.row(10_000)]).toBe(0);
	expect(columns.right[columns.row(10_000)]).toBe(0);
});

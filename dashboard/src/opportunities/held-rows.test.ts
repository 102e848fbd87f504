import { describe, expect, test } from 'vitest';
import { type ListedRow, NOTHING_SHOWN, type Opportunity, type Pages, shownRows } from './held-rows.ts';

/** Creates a row. Its spread identifies the version of its figures. */
function row(id: string, spread = 0): ListedRow {
	return { record: { opportunity_id: id, spread } as Opportunity, receivedAt: 0 };
}
const pages = (...all: readonly (readonly ListedRow[])[]): Pages =>
	new Map(all.map((rows, at) => [at + 1, rows]));
const ids = (shown: { readonly pages: Pages }) =>
	[...shown.pages.values()].flat().map(({ record }) => record.opportunity_id);
const spreads = (shown: { readonly pages: Pages }) =>
	[...shown.pages.values()].flat().map(({ record }) => record.spread);

const before = shownRows(NOTHING_SHOWN, pages([row('a', 1), row('b', 1), row('c', 1)]), 'none');
const moved = pages([row('b', 2), row('a', 2), row('c', 1)]);

describe('without a hold', () => {
	test('shows the live rows', () => {
		expect(ids(shownRows(before, moved, 'none'))).toEqual(['b', 'a', 'c']);
	});
});

describe('while the order is held', () => {
	test('keeps rows in place and updates their figures', () => {
		const shown = shownRows(before, moved, 'order');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([2, 2, 1]);
		expect(shown.movedCount).toBe(2);
	});

	test('keeps the last figures of a row that left the loaded pages and marks it as gone', () => {
		const shown = shownRows(before, pages([row('b', 2), row('c', 2), row('x', 2)]), 'order');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([1, 2, 2]);
		expect([...shown.gone]).toEqual(['a']);
	});

	test('updates a row that moved to another loaded page', () => {
		const two = shownRows(NOTHING_SHOWN, pages([row('a')], [row('b')]), 'none');
		const shown = shownRows(two, pages([row('b', 3)], [row('a', 3)]), 'order');
		expect(ids(shown)).toEqual(['a', 'b']);
		expect(spreads(shown)).toEqual([3, 3]);
		expect(shown.gone.size).toBe(0);
	});

	test('shows a new page live and forgets a page out of view', () => {
		const shown = shownRows(before, new Map([[2, [row('d')]]]), 'order');
		expect(ids(shown)).toEqual(['d']);
		expect(shown.movedCount).toBe(0);
	});

	test('appends rows to a page that has grown', () => {
		const longer = pages([row('a'), row('b'), row('c'), row('d')]);
		expect(ids(shownRows(before, longer, 'order'))).toEqual(['a', 'b', 'c', 'd']);
	});
});

describe('while everything is held', () => {
	test('changes neither order nor figures', () => {
		const shown = shownRows(before, moved, 'all');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([1, 1, 1]);
		expect(shown.movedCount).toBe(2);
	});
});

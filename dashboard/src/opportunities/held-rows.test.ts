import { describe, expect, test } from 'vitest';
import { type ListedRow, NOTHING_SHOWN, type Opportunity, type Pages, shownRows } from './held-rows.ts';

/** A row whose figures are told apart by its spread. */
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

describe('while nobody reads', () => {
	test('the live rows are shown', () => {
		expect(ids(shownRows(before, moved, 'none'))).toEqual(['b', 'a', 'c']);
	});
});

describe('while somebody reads', () => {
	test('rows stay where they are, and their figures go on', () => {
		const shown = shownRows(before, moved, 'order');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([2, 2, 1]);
		expect(shown.movedCount).toBe(2);
	});

	test('a row that went to a page that is not there is kept as it was last, and said to be gone', () => {
		const shown = shownRows(before, pages([row('b', 2), row('c', 2), row('x', 2)]), 'order');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([1, 2, 2]);
		expect([...shown.gone]).toEqual(['a']);
	});

	test('a row that has gone to another page goes on there', () => {
		const two = shownRows(NOTHING_SHOWN, pages([row('a')], [row('b')]), 'none');
		const shown = shownRows(two, pages([row('b', 3)], [row('a', 3)]), 'order');
		expect(ids(shown)).toEqual(['a', 'b']);
		expect(spreads(shown)).toEqual([3, 3]);
		expect(shown.gone.size).toBe(0);
	});

	test('a page that is scrolled to is shown as it is, one that was left is forgotten', () => {
		const shown = shownRows(before, new Map([[2, [row('d')]]]), 'order');
		expect(ids(shown)).toEqual(['d']);
		expect(shown.movedCount).toBe(0);
	});

	test('a page that has become longer shows what was added', () => {
		const longer = pages([row('a'), row('b'), row('c'), row('d')]);
		expect(ids(shownRows(before, longer, 'order'))).toEqual(['a', 'b', 'c', 'd']);
	});
});

describe('while it is paused', () => {
	test('neither order nor figures change', () => {
		const shown = shownRows(before, moved, 'all');
		expect(ids(shown)).toEqual(['a', 'b', 'c']);
		expect(spreads(shown)).toEqual([1, 1, 1]);
		expect(shown.movedCount).toBe(2);
	});
});

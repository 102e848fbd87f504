import { expect, test } from 'vitest';
import { COLUMNS, shownColumns } from './columns.ts';
import { haveSameCoins, toggled } from './favourites.ts';
import { comparableRate } from './rates.ts';

const ids = (columns: ReturnType<typeof shownColumns>) => columns.map(({ id }) => id);

test('a wide screen shows every column that the visitor did not hide', () => {
	expect(shownColumns([], true)).toEqual(COLUMNS);
	expect(ids(shownColumns(['size', 'nosuch'], true))).not.toContain('size');
	expect(shownColumns(['size', 'nosuch'], true)).toHaveLength(COLUMNS.length - 1);
});

test('nobody can hide the coin and its expected net', () => {
	expect(
		ids(
			shownColumns(
				COLUMNS.map(({ id }) => id),
				true,
			),
		),
	).toEqual(['coin', 'net']);
});

test('a narrow table leaves out some columns', () => {
	const narrow = ids(shownColumns([], false));
	expect(narrow).not.toContain('age');
	expect(narrow).toContain('history');
});

test('a star adds a coin and removes it, and 100 favourites are the most', () => {
	expect(toggled(['BTC'], 'ETH')).toEqual(['BTC', 'ETH']);
	expect(toggled(['BTC', 'ETH'], 'BTC')).toEqual(['ETH']);
	const full = Array.from({ length: 100 }, (_, index) => `C${index}`);
	expect(toggled(full, 'BTC')).toEqual(full);
	expect(toggled(full, 'C0')).toHaveLength(99);
	expect(haveSameCoins(['BTC', 'ETH'], ['ETH', 'BTC'])).toBe(true);
	expect(haveSameCoins(['BTC'], ['ETH'])).toBe(false);
	expect(haveSameCoins(['BTC'], ['BTC', 'ETH'])).toBe(false);
});

test('rates of different intervals are comparable', () => {
	expect(comparableRate(0.0001, 1)).toEqual({ per8h: 0.0008, perYear: 0.876 });
	expect(comparableRate(0.0008, 8)).toEqual({ per8h: 0.0008, perYear: 0.876 });
	expect(comparableRate(null, 8)).toBeNull();
	expect(comparableRate(0.0001, null)).toBeNull();
	expect(comparableRate(0.0001, 0)).toBeNull();
});

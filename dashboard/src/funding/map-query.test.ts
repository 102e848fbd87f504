import { describe, expect, test } from 'vitest';
import {
	directionOf,
	mapParams,
	readQuery,
	searchFault,
	sortedBy,
	toggled,
	writeQuery,
} from './map-query.ts';

const query = (text = '') => readQuery(new URLSearchParams(text));

describe('the address', () => {
	test.each([
		'',
		'sort=volume&order=worst_first',
		'q=pepe&exchanges=bybit%2Cokx&favourites=yes',
		'unit=per_year&coin=BTC&days=365',
		'sort=symbol&coin=1INCH',
	])('%j is read and written again', (text) => {
		expect(writeQuery(query(text)).toString()).toBe(text);
	});

	test('replaces invalid values with their defaults', () => {
		expect(query('sort=apr&order=up&days=14&unit=per_day&favourites=1')).toEqual(query());
	});

	test('drops the range without a coin, because nothing shows it', () => {
		expect(writeQuery(query('days=90')).toString()).toBe('');
	});
});

describe('the parameters', () => {
	test('name only the chosen filters', () => {
		expect(mapParams(query(), [])).toEqual({ sortby: 'spread', order: 'best_first' });
		expect(mapParams(query('q=%20pepe%20&exchanges=okx&favourites=yes'), ['BTC'])).toEqual({
			sortby: 'spread',
			order: 'best_first',
			q: 'pepe',
			exchanges: ['okx'],
			coins: ['BTC'],
		});
	});

	test('are absent if no coin can match', () => {
		expect(mapParams(query('favourites=yes'), [])).toBeUndefined();
		expect(mapParams(query(`q=${'x'.repeat(33)}`), [])).toBeUndefined();
		expect(searchFault('x'.repeat(33))).toContain('32');
		expect(searchFault('x'.repeat(32))).toBeUndefined();
	});

	test('contain at most 100 favourites', () => {
		const many = Array.from({ length: 120 }, (_, index) => `C${index}`);
		expect(mapParams(query('favourites=yes'), many)?.coins).toHaveLength(100);
	});
});

test('a second click on a heading reverses the order, and another heading starts with the best', () => {
	const once = sortedBy(query('sort=spread'), 'volume');
	const twice = sortedBy(once, 'volume');
	expect([once.sort, once.order, twice.order, sortedBy(twice, 'volume').order]).toEqual([
		'volume',
		'best_first',
		'worst_first',
		'best_first',
	]);
	expect(sortedBy(twice, 'symbol')).toMatchObject({ sort: 'symbol', order: 'best_first' });
});

test('a column states its direction: coins rise and figures fall if the best is first', () => {
	expect(directionOf(query('sort=symbol'), 'symbol')).toBe('ascending');
	expect(directionOf(query('sort=symbol&order=worst_first'), 'symbol')).toBe('descending');
	expect(directionOf(query(), 'spread')).toBe('descending');
	expect(directionOf(query('order=worst_first'), 'spread')).toBe('ascending');
	expect(directionOf(query(), 'volume')).toBe('none');
});

test('a star adds a coin to the favourites, or removes it', () => {
	expect(toggled(['BTC'], 'ETH')).toEqual(['BTC', 'ETH']);
	expect(toggled(['BTC', 'ETH'], 'BTC')).toEqual(['ETH']);
});

import { expect, test } from 'vitest';
import {
	budgetFault,
	directionOf,
	hasFilter,
	hiddenFilterCount,
	type ListQuery,
	listParams,
	readQuery,
	SORTS,
	sortedBy,
	textFault,
	withoutFilters,
	writeQuery,
} from './list-query.ts';

const PLAIN: ListQuery = {
	sort: 'net_apr',
	isWorstFirst: false,
	isByCoin: false,
	coins: [],
	q: '',
	pair: '',
	verdict: undefined,
	isTradableOnly: false,
	budget: '',
};
const FULL: ListQuery = {
	sort: 'spread',
	isWorstFirst: true,
	isByCoin: true,
	coins: ['BTC', '1000PEPE'],
	q: 'btc',
	pair: 'bybit-kucoin',
	verdict: 'no_trade',
	isTradableOnly: true,
	budget: '1,250.5',
};

test('writes only values that differ from the default', () => {
	expect(writeQuery(PLAIN).toString()).toBe('');
	expect(writeQuery(FULL).toString()).toBe(
		'sort=spread&order=worst&group=coin&coins=BTC%2C1000PEPE&q=btc&exchanges=bybit-kucoin&verdict=no_trade&tradable=yes&budget=1%2C250.5',
	);
});

test('reads back every address that it writes', () => {
	for (const query of [PLAIN, FULL, ...SORTS.map(({ key }) => ({ ...PLAIN, sort: key }))])
		expect(readQuery(new URLSearchParams(writeQuery(query).toString()))).toEqual(query);
});

test('reads invalid values as their default', () => {
	expect(
		readQuery(
			new URLSearchParams('sort=beauty&verdict=maybe&tradable=1&more=2&order=up&group=sector&coins=,'),
		),
	).toEqual(PLAIN);
});

test('sends the service only filters that are set', () => {
	expect(listParams(PLAIN)).toEqual({ sortby: 'net_apr', tradable_only: false });
	expect(listParams({ ...FULL, q: '  btc ' })).toEqual({
		sortby: 'spread',
		tradable_only: true,
		order: 'worst_first',
		group_by: 'coin',
		coins: ['BTC', '1000PEPE'],
		q: 'btc',
		exchangepair: 'bybit-kucoin',
		verdict: 'no_trade',
		max_min_amount: 1250.5,
	});
	expect(listParams({ ...PLAIN, budget: '2,5' })).toEqual(listParams(PLAIN));
});

test('counts only values that hide something as filters', () => {
	expect(hasFilter({ ...PLAIN, sort: 'symbol', isWorstFirst: true, isByCoin: true, q: ' ' })).toBe(false);
	expect(withoutFilters(FULL)).toEqual({ ...PLAIN, sort: 'spread', isWorstFirst: true, isByCoin: true });
	expect([PLAIN, FULL].map(hiddenFilterCount)).toEqual([0, 3]);
	for (const part of [
		{ q: 'a' },
		{ pair: 'a-b' },
		{ verdict: 'trade' },
		{ isTradableOnly: true },
		{ budget: '5' },
		{ coins: ['BTC'] },
	] as const)
		expect(hasFilter({ ...PLAIN, ...part })).toBe(true);
});

test('reads at most 100 different coins', () => {
	const coins = Array.from({ length: 120 }, (_, index) => `C${index}`);
	const read = readQuery(new URLSearchParams({ coins: ['C0', ...coins].join(',') }));
	expect(read.coins).toEqual(coins.slice(0, 100));
});

test('sorts the best first, and the other way round at the second click on the same column', () => {
	const once = sortedBy({ ...PLAIN, isWorstFirst: true }, 'break_even_hours');
	expect([once.sort, directionOf(once, 'break_even_hours')]).toEqual(['break_even_hours', 'ascending']);
	const twice = sortedBy(once, 'break_even_hours');
	expect(directionOf(twice, 'break_even_hours')).toBe('descending');
	expect(directionOf(twice, 'spread')).toBeUndefined();
	expect(sortedBy(twice, 'break_even_hours')).toEqual(once);
});

test('refuses a text of more than 32 characters', () => {
	expect(textFault('x'.repeat(32))).toBeUndefined();
	expect(textFault('x'.repeat(33))).toBe('A symbol has at most 32 characters; you typed 33.');
});

test('refuses a minimum size that is not a positive amount', () => {
	for (const fine of ['', ' ', '100', '1,250.5']) expect(budgetFault(fine)).toBeUndefined();
	expect(budgetFault('2,5')).toBe('Use a decimal point: 2.5');
	expect(budgetFault('0')).toBe('The amount must be above 0 USD.');
});

import { expect, test } from 'vitest';
import {
	budgetFault,
	hasFilter,
	type ListQuery,
	listParams,
	readQuery,
	SORTS,
	textFault,
	writeQuery,
} from './list-query.ts';

const PLAIN: ListQuery = {
	sort: 'net_apr',
	q: '',
	pair: '',
	verdict: undefined,
	isTradableOnly: false,
	budget: '',
};
const FULL: ListQuery = {
	sort: 'spread',
	q: 'btc',
	pair: 'bybit-kucoin',
	verdict: 'no_trade',
	isTradableOnly: true,
	budget: '1,250.5',
};

test('writes only values that differ from the default', () => {
	expect(writeQuery(PLAIN).toString()).toBe('');
	expect(writeQuery(FULL).toString()).toBe(
		'sort=spread&q=btc&exchanges=bybit-kucoin&verdict=no_trade&tradable=yes&budget=1%2C250.5',
	);
});

test('reads back every address that it writes', () => {
	for (const query of [PLAIN, FULL, ...SORTS.map(({ key }) => ({ ...PLAIN, sort: key }))])
		expect(readQuery(new URLSearchParams(writeQuery(query).toString()))).toEqual(query);
});

test('reads invalid values as their default', () => {
	expect(readQuery(new URLSearchParams('sort=beauty&verdict=maybe&tradable=1&more=2'))).toEqual(PLAIN);
});

test('sends the service only filters that are set', () => {
	expect(listParams(PLAIN)).toEqual({ sortby: 'net_apr', tradable_only: false });
	expect(listParams({ ...FULL, q: '  btc ' })).toEqual({
		sortby: 'spread',
		tradable_only: true,
		q: 'btc',
		exchangepair: 'bybit-kucoin',
		verdict: 'no_trade',
		max_min_amount: 1250.5,
	});
	expect(listParams({ ...PLAIN, budget: '2,5' })).toEqual(listParams(PLAIN));
});

test('counts only values that hide something as filters', () => {
	expect(hasFilter({ ...PLAIN, sort: 'symbol', q: ' ' })).toBe(false);
	for (const part of [
		{ q: 'a' },
		{ pair: 'a-b' },
		{ verdict: 'trade' },
		{ isTradableOnly: true },
		{ budget: '5' },
	] as const)
		expect(hasFilter({ ...PLAIN, ...part })).toBe(true);
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

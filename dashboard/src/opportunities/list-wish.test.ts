import { expect, test } from 'vitest';
import {
	budgetFault,
	hasFilter,
	type ListWish,
	listParams,
	readWish,
	SORTS,
	textFault,
	writeWish,
} from './list-wish.ts';

const PLAIN: ListWish = {
	sort: 'net_apr',
	q: '',
	pair: '',
	verdict: undefined,
	isTradableOnly: false,
	budget: '',
};
const FULL: ListWish = {
	sort: 'spread',
	q: 'btc',
	pair: 'bybit-kucoin',
	verdict: 'no_trade',
	isTradableOnly: true,
	budget: '1,250.5',
};

test('the address of the default is empty, and says everything else', () => {
	expect(writeWish(PLAIN).toString()).toBe('');
	expect(writeWish(FULL).toString()).toBe(
		'sort=spread&q=btc&exchanges=bybit-kucoin&verdict=no_trade&tradable=yes&budget=1%2C250.5',
	);
});

test('what was written is read back', () => {
	for (const wish of [PLAIN, FULL, ...SORTS.map(({ key }) => ({ ...PLAIN, sort: key }))])
		expect(readWish(new URLSearchParams(writeWish(wish).toString()))).toEqual(wish);
});

test('what the address says wrongly is as by default', () => {
	expect(readWish(new URLSearchParams('sort=beauty&verdict=maybe&tradable=1&more=2'))).toEqual(PLAIN);
});

test('the service is asked for what is wished, and not for what is empty', () => {
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

test('only what leaves something out is a filter', () => {
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

test('a text that is too long to ask for is said to be', () => {
	expect(textFault('x'.repeat(32))).toBeUndefined();
	expect(textFault('x'.repeat(33))).toBe('Part of a symbol has at most 32 characters; this has 33.');
});

test('a budget that is no amount is said to be', () => {
	for (const fine of ['', ' ', '100', '1,250.5']) expect(budgetFault(fine)).toBeUndefined();
	expect(budgetFault('2,5')).toBe('Use a point: 2.5');
	expect(budgetFault('0')).toBe('An amount is above 0 USD.');
});

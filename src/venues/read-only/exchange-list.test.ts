import { expect, test } from 'vitest';
import { tradedAs } from '../facts.ts';
import { ccxtExchanges, dataExchangeFault } from './exchange-list.ts';

const known = ccxtExchanges();

test('lists exchanges with linear perpetuals, and no other files of ccxt', () => {
	expect(known).toEqual(expect.arrayContaining(['gate', 'bitget', 'krakenfutures', 'mexc', 'htx', 'phemex']));
	expect(known).not.toEqual(expect.arrayContaining(['base']));
	expect(known.filter((name) => !/^[a-z][a-z0-9]+$/.test(name))).toEqual([]);
});

test.each([
	['gates', /similar: gate/],
	['krakenfuture', /similar: krakenfutures|, krakenfutures/],
	['bitgte', /similar: bitget/],
	['zzzzzzzzzz', /installed ccxt supports$/],
])('refuses %s and names similar exchanges', (name, rule) => {
	expect(dataExchangeFault(name, known, undefined)).toMatch(rule);
});

test('refuses a ccxt class of an exchange that is already traded', () => {
	expect(dataExchangeFault('binanceusdm', known, tradedAs('binanceusdm'))).toBe(
		'must call this exchange binance, the name under which the service trades on it',
	);
	expect(tradedAs('binancecoinm')).toBe('binance');
	expect(tradedAs('kucoinfutures')).toBe('kucoin');
	expect(tradedAs('gate')).toBeUndefined();
	expect(dataExchangeFault('gate', known, undefined)).toBeUndefined();
});

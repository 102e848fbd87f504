import { expect, test } from 'vitest';
import { tradedAs } from '../facts.ts';
import { ccxtExchanges, dataExchangeFault } from './exchange-list.ts';

const known = ccxtExchanges();

test('the installed ccxt has the exchanges that are known to have linear perpetuals, and nothing that is none', () => {
	expect(known).toEqual(expect.arrayContaining(['gate', 'bitget', 'krakenfutures', 'mexc', 'htx', 'phemex']));
	expect(known).not.toEqual(expect.arrayContaining(['base']));
	expect(known.filter((name) => !/^[a-z][a-z0-9]+$/.test(name))).toEqual([]);
});

test.each([
	['gates', /similar: gate/],
	['krakenfuture', /similar: krakenfutures|, krakenfutures/],
	['bitgte', /similar: bitget/],
	['zzzzzzzzzz', /installed ccxt$/],
])('%s is refused with what is near', (name, rule) => {
	expect(dataExchangeFault(name, known, undefined)).toMatch(rule);
});

test('a class of ccxt under which an exchange is traded at already is not listed twice', () => {
	expect(dataExchangeFault('binanceusdm', known, tradedAs('binanceusdm'))).toBe(
		'must name this exchange binance, the name under which it is traded',
	);
	expect(tradedAs('binancecoinm')).toBe('binance');
	expect(tradedAs('kucoinfutures')).toBe('kucoin');
	expect(tradedAs('gate')).toBeUndefined();
	expect(dataExchangeFault('gate', known, undefined)).toBeUndefined();
});

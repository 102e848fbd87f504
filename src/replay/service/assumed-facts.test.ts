import { expect, test } from 'vitest';
import { assumedFacts } from './assumed-facts.ts';

test('states what is assumed about exchanges without an adapter', () => {
	expect(assumedFacts(['my-exchange', 'binance', 'kraken', 'kraken'])).toEqual([
		'The service has no adapter for kraken, my-exchange. Accounts there are assumed to hold USDT, to pay funding on the mark price, to need maintenance margin of the value at the mark price, and to count positions that change within 20 s of a settlement or not.',
	]);
});

test('states nothing about exchanges with an adapter', () => {
	expect(assumedFacts(['binance', 'bybit', 'hyperliquid', 'kucoin', 'okx'])).toEqual([]);
});

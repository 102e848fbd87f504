import { expect, test } from 'vitest';
import { exchangePair, parseExchangePair } from './exchange-pair.ts';

const KNOWN = ['bybit', 'kucoin', 'my-exchange'];

test('parses a pair of known exchanges in either order', () => {
	expect(parseExchangePair('bybit-kucoin', KNOWN)).toEqual(exchangePair('bybit', 'kucoin'));
	expect(parseExchangePair('kucoin-bybit', KNOWN)).toEqual(exchangePair('bybit', 'kucoin'));
});

test('parses a pair with a hyphen in the name of an exchange', () => {
	expect(parseExchangePair('bybit-my-exchange', KNOWN)).toEqual(exchangePair('bybit', 'my-exchange'));
	expect(parseExchangePair('my-exchange-bybit', KNOWN)).toEqual(exchangePair('bybit', 'my-exchange'));
});

test('rejects unknown exchanges, one exchange alone, and an exchange with itself', () => {
	for (const text of ['', '-', 'bybit', 'bybit-', '-bybit', 'bybit-okx', 'bybit-bybit', 'bybit-kucoin-okx'])
		expect(parseExchangePair(text, KNOWN), text).toBeUndefined();
});

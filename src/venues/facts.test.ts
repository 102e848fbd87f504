import { expect, test } from 'vitest';
import { isDecentralised, settlementTermsOf, VENUE_FACTS, VENUE_NAMES } from './facts.ts';
import { VENUE_MODULES } from './modules.ts';

test('registers each exchange under its own name, with facts and module', () => {
	expect(Object.keys(VENUE_MODULES)).toEqual(VENUE_NAMES);
	for (const venue of VENUE_NAMES) {
		expect(VENUE_FACTS[venue].name).toBe(venue);
		expect(VENUE_MODULES[venue].facts).toBe(VENUE_FACTS[venue]);
	}
});

test('Hyperliquid is the only DEX among the traded exchanges', () => {
	expect(VENUE_NAMES.filter(isDecentralised)).toEqual(['hyperliquid']);
});

test.each<[string, boolean]>([
	['dydx', true],
	['kraken', false],
	['toString', false],
])('knows whether the read-only exchange %s is a DEX: %j', (venue, expected) => {
	expect(isDecentralised(venue)).toBe(expected);
});

test('OKX may settle a minute late, the others twenty seconds', () => {
	expect(
		['okx', 'bybit', 'kucoin', 'constructor'].map((venue) => settlementTermsOf(venue).uncertaintyMs),
	).toEqual([60_000, 20_000, 20_000, 20_000]);
});

test('Hyperliquid pays on the oracle price, all others on the mark price', () => {
	const kinds = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'].map(
		(venue) => settlementTermsOf(venue).paidOn,
	);
	expect(kinds).toEqual(['mark', 'mark', 'mark', 'mark', 'oracle']);
});

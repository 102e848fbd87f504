import { expect, test } from 'vitest';
import { isDecentralised, VENUE_NAMES } from './venues.ts';

test('Hyperliquid alone is a DEX among the exchanges traded at', () => {
	expect(VENUE_NAMES.filter(isDecentralised)).toEqual(['hyperliquid']);
});

test.each<[string, boolean]>([
	['dydx', true],
	['kraken', false],
	['toString', false],
])('knows whether %s, which is only read, is a DEX: %j', (venue, expected) => {
	expect(isDecentralised(venue)).toBe(expected);
});

import { expect, test } from 'vitest';
import { TESTABLE_VENUES, VENUE_NAMES } from '../venues/facts.ts';
import { readConfig } from './config.ts';

function venuesOf(given: Parameters<typeof readConfig>[0]): readonly string[] {
	const read = readConfig(given);
	return 'config' in read ? read.config.venues : read.faults.map(({ path, rule }) => `${path} ${rule}`);
}

test('uses all exchanges by default, and in testnet mode those with a test environment', () => {
	for (const mode of ['simulated', 'paper', 'live']) expect(venuesOf({ mode })).toEqual(VENUE_NAMES);
	expect(venuesOf({ mode: 'testnet' })).toEqual(TESTABLE_VENUES);
	expect(venuesOf({ mode: 'testnet', venues: ['okx', 'bybit'] })).toEqual(['okx', 'bybit']);
});

test.each([['kucoin'], ['gate']])('refuses %s in testnet mode, without a test environment', (venue) => {
	expect(venuesOf({ mode: 'testnet', venues: ['okx', 'bybit', venue] })).toEqual([
		`venues must be among bybit, binance, okx, hyperliquid in testnet mode, because ${venue} has no test environment that this service supports`,
	]);
});

import { describe, expect, test } from 'vitest';
import { formatDecimal } from '../../domain/decimal.ts';
import { resolveCoin } from './coins.ts';

describe('what a venue calls a coin', () => {
	test.each([
		['BTC', 'BTC', '1'],
		['XBT', 'BTC', '1'],
		['1000PEPE', 'PEPE', '1000'],
		['10000SATS', 'SATS', '10000'],
		['1000000MOG', 'MOG', '1000000'],
		['1000000BABYDOGE', 'BABYDOGE', '1000000'],
		['SHIB1000', 'SHIB', '1000'],
		// Names that only look like a multiple.
		['1INCH', '1INCH', '1'],
		['1000X', 'X', '1000'],
		['4', '4', '1'],
		['1000', '1000', '1'],
		['0G', '0G', '1'],
		['API3', 'API3', '1'],
		['C98', 'C98', '1'],
	])('%s is %s × %s', (base, coin, coins) => {
		const resolved = resolveCoin(base);
		expect([resolved.coin, formatDecimal(resolved.coinsPerUnit)]).toEqual([coin, coins]);
	});
});

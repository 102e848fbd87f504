import { expect, test } from 'vitest';
import { sidesOf } from './directions.ts';

test('both sides have the names that people write', () => {
	const named = { direction: 'Long KuCoin / Short Bybit', long_venue: 'kucoin', short_venue: 'bybit' };
	expect(sidesOf(named)).toEqual({ long: 'KuCoin', short: 'Bybit' });
});

test('a direction that is written otherwise leaves the names of the service', () => {
	const odd = { direction: 'KuCoin over Bybit', long_venue: 'kucoin', short_venue: 'bybit' };
	expect(sidesOf(odd)).toEqual({ long: 'kucoin', short: 'bybit' });
});

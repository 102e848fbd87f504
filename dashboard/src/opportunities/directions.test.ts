import { expect, test } from 'vitest';
import { sidesOf } from './directions.ts';

test('takes both names from the direction', () => {
	const named = { direction: 'Long KuCoin / Short Bybit', long_venue: 'kucoin', short_venue: 'bybit' };
	expect(sidesOf(named)).toEqual({ long: 'KuCoin', short: 'Bybit' });
});

test('uses the identifiers if the direction has another form', () => {
	const odd = { direction: 'KuCoin over Bybit', long_venue: 'kucoin', short_venue: 'bybit' };
	expect(sidesOf(odd)).toEqual({ long: 'kucoin', short: 'bybit' });
});

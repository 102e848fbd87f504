import { expect, test } from 'vitest';
import { venueName } from './venues.ts';

test('spells known exchanges as people do and gives others a capital letter', () => {
	expect(['kucoin', 'okx', 'gate'].map(venueName)).toEqual(['KuCoin', 'OKX', 'Gate']);
});

import { expect, test } from 'vitest';
import { venueName } from './venues.ts';

test('exchanges are written as people know them, and one that is not known with a capital', () => {
	expect(['kucoin', 'okx', 'gate'].map(venueName)).toEqual(['KuCoin', 'OKX', 'Gate']);
});

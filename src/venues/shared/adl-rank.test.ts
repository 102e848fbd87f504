import { expect, test } from 'vitest';
import { adlRankOf } from './adl-rank.ts';

test.each([
	// Bybit: 1 to 5, and 0 without a position.
	[0, 1, 5, 0],
	[1, 1, 5, 0],
	['3', 1, 5, 0.5],
	[5, 1, 5, 1],
	// Binance: 0 to 4.
	['1', 0, 4, 0.25],
	[4, 0, 4, 1],
	// OKX: 0 to 5.
	['0', 0, 5, 0],
	['5', 0, 5, 1],
	// KuCoin: a percentile.
	[0.76, 0, 1, 0.76],
	// No number, or one beyond the scale.
	['', 0, 5, null],
	[undefined, 0, 5, null],
	['high', 0, 5, null],
	[9, 0, 5, 1],
])('rank %s on a scale of %s to %s is %s', (rank, first, last, expected) => {
	expect(adlRankOf({ rank }, 'rank', first, last)).toBe(expected);
});

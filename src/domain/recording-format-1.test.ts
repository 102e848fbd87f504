import { describe, expect, test } from 'vitest';
import { parseDecimal } from './decimal.ts';
import { readFormat1 } from './recording-format-1.ts';

const HEAD = { at: 1_000, venue: 'bybit', symbol: 'BTCUSDT' };

describe('lines of format 1', () => {
	test('have the best level of each side', () => {
		expect(readFormat1('book 1000 bybit BTCUSDT 99.99 1.5 - -')).toEqual({
			...{ kind: 'book', ...HEAD },
			book: { bids: [[parseDecimal('99.99'), parseDecimal('1.5')]], asks: [] },
		});
		expect(readFormat1('book 1000 bybit BTCUSDT - - - -')).toEqual({ kind: 'book', ...HEAD, book: null });
	});

	test('have the running estimate with mark and index', () => {
		const unknown = { fundingCap: null, fundingFloor: null, otherIndex: null };
		expect(readFormat1('estimate 1000 bybit BTCUSDT -0.0001 28800000 2000 100.5 -')).toEqual({
			...{ kind: 'estimate', ...HEAD, ...unknown },
			funding: { predictedRate: parseDecimal('-0.0001'), intervalMs: 28_800_000, nextSettlementAt: 2_000 },
			mark: parseDecimal('100.5'),
			index: null,
		});
		expect(readFormat1('estimate 1000 bybit BTCUSDT - - - - 7')).toEqual({
			...{ kind: 'estimate', ...HEAD, ...unknown },
			...{ funding: null, mark: null, index: parseDecimal('7') },
		});
	});

	test.each([
		'',
		'carrywire recording 1',
		'book',
		'book 1 bybit BTCUSDT 1 2 3',
		'book 1 bybit BTCUSDT 1 2 3 4 5',
		'book x bybit BTCUSDT 1 2 3 4',
		'book 1 bybit BTCUSDT 1 2 3 NaN',
		'estimate 1 bybit BTCUSDT 0.1 - 5 1 1',
		'estimate 1 bybit BTCUSDT 0.1 8 5 1',
		'trade 1 bybit BTCUSDT 1 2 3 4',
	])('are not an observation: %j', (line) => {
		expect(readFormat1(line)).toBeUndefined();
	});
});

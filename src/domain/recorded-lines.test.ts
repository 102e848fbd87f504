import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, parseDecimal } from './decimal.ts';
import { bookLine, estimateLine, readRecordedLine } from './recorded-lines.ts';

const decimal = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((value) => value as Decimal);
const head = {
	at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
	venue: fc.constantFrom('bybit', 'kucoin'),
	symbol: fc.stringMatching(/^[A-Z0-9-]{1,20}$/),
};
const level = fc.option(fc.record({ price: decimal, quantity: decimal }));
const book = fc.record({ kind: fc.constant('book' as const), ...head, bid: level, ask: level });
const estimate = fc.record({
	kind: fc.constant('estimate' as const),
	...head,
	funding: fc.option(
		fc.record({
			predictedRate: decimal,
			intervalMs: fc.integer({ min: 1, max: 86_400_000 }),
			nextSettlementAt: head.at,
		}),
	),
	mark: fc.option(decimal),
	index: fc.option(decimal),
});

describe('lines of a recording', () => {
	test('follow the formats', () => {
		const bid = { price: parseDecimal('99.99'), quantity: parseDecimal('1.5') };
		expect(bookLine({ kind: 'book', at: 1_000, venue: 'bybit', symbol: 'BTCUSDT', bid, ask: null })).toBe(
			'book 1000 bybit BTCUSDT 99.99 1.5 - -\n',
		);
		expect(
			estimateLine({
				kind: 'estimate',
				at: 1_000,
				venue: 'kucoin',
				symbol: 'XBTUSDTM',
				funding: { predictedRate: parseDecimal('-0.0001'), intervalMs: 28_800_000, nextSettlementAt: 2_000 },
				mark: parseDecimal('100.5'),
				index: null,
			}),
		).toBe('estimate 1000 kucoin XBTUSDTM -0.0001 28800000 2000 100.5 -\n');
	});

	test('read back exactly', () => {
		fc.assert(
			fc.property(book, (row) => {
				expect(readRecordedLine(bookLine(row).trimEnd())).toEqual(row);
			}),
		);
		fc.assert(
			fc.property(estimate, (row) => {
				expect(readRecordedLine(estimateLine(row).trimEnd())).toEqual(row);
			}),
		);
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
	])('reject %j', (line) => {
		expect(readRecordedLine(line)).toBeUndefined();
	});
});

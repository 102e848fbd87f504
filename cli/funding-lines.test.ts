import { expect, test } from 'vitest';
import type { FundingHistoryResult, FundingMapResult } from '../client/methods.ts';
import { fundingHistoryMethod } from '../src/api/methods/funding-history.ts';
import { fundingMapMethod } from '../src/api/methods/funding-map.ts';
import { fundingHistoryLines, fundingMapLines, rateUnitOf } from './funding-lines.ts';

const CHECK = { width: 300, paint: (text: string) => text };
const MAP = fundingMapMethod.example.result as FundingMapResult;
const HISTORY = fundingHistoryMethod.example.result as FundingHistoryResult;

test('shows each exchange in a column, in the unit, and marks rates that are not fresh', () => {
	const [row] = MAP.data;
	if (row === undefined) throw new Error('The example has a row.');
	const [bybit, hyperliquid] = row.cells;
	const stale = { ...hyperliquid, state: 'stale' } as (typeof row.cells)[number];
	const map = { ...MAP, data: [{ ...row, cells: [{ ...bybit, state: 'down' } as typeof stale, stale] }] };
	const [head, first] = fundingMapLines(map, 'per_8h', CHECK);
	expect(head).toMatch(/^COIN +BYBIT +HYPERLIQUID +SPREAD % \/ 8 h +LONG +SHORT +VOLUME 24 h USD$/);
	expect(first).toMatch(/^BTC +0\.0100 ! +0\.0040 ~ +0\.0060 +hyperliquid +bybit +9,412,000,000$/);
	expect(fundingMapLines(MAP, 'per_year', CHECK)[1]).toMatch(/^BTC +10\.95 +4\.38 +6\.57 /);
});

test('leaves the cell of an exchange empty that does not list the coin, and explains unknown figures', () => {
	const [row] = MAP.data;
	if (row === undefined) throw new Error('The example has a row.');
	const map: FundingMapResult = {
		...MAP,
		data: [
			{
				...row,
				cells: row.cells.slice(0, 1),
				spread: null,
				reasons: [{ field: 'spread', code: 'TOO_FEW_RATES', message: 'Fewer than two exchanges.' }],
			},
		],
	};
	const lines = fundingMapLines(map, 'per_8h', CHECK);
	expect(lines[1]).toMatch(/^BTC +0\.0100 +– +– +– +9,412,000,000$/);
	expect(lines.at(-1)).toBe('– BTC: Fewer than two exchanges. (spread)');
});

test('shows the mean of each contract with the known share of the range, and why one is not read', () => {
	const [series] = HISTORY.series;
	if (series === undefined) throw new Error('The example has a series.');
	const history: FundingHistoryResult = {
		...HISTORY,
		series: [{ ...series, covered: 0.5, failure: 'The exchange did not answer.' }],
		left_out: 2,
	};
	const lines = fundingHistoryLines(history, 'per_year', CHECK);
	expect(lines[0]).toContain('MEAN % / YEAR');
	expect(lines[1]).toMatch(/^bybit +BTCUSDT +10\.95 +50 +21 /);
	expect(lines).toContain('2 contracts with small volumes are left out.');
	expect(lines.at(-1)).toBe('bybit BTCUSDT: The exchange did not answer.');
});

test('refuses an unknown unit', () => {
	expect(rateUnitOf('funding-map', {})).toBe('per_8h');
	expect(() => rateUnitOf('funding-map', { unit: 'per_day' })).toThrow('must be one of per_8h, per_year');
});

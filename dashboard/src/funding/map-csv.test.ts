import { describe, expect, test } from 'vitest';
import type { MapCell, MapExchange, MapRow } from './live-map.svelte.ts';
import { collectCsv, mapCsv, sortedRows } from './map-csv.ts';

const exchange = (name: string): MapExchange => ({
	exchange: name,
	data_only: false,
	state: 'fresh',
	reason: null,
	contracts: 1,
});

function cell(name: string, rate: number): MapCell {
	return {
		exchange: name,
		symbol: '=SUM(A1)',
		quote: 'USDT',
		rate,
		interval_hours: 4,
		rate_8h: rate * 2,
		apr: rate * 2_190,
		month_mean_apr: null,
		next_funding_timestamp: 1_795_190_400,
		volume_24h: null,
		tradable: true,
		state: 'stale',
		age_ms: 9_000,
		other_contracts: [],
	};
}

function row(base: string, change: Partial<MapRow> = {}): MapRow {
	return { base, volume_24h: null, spread: null, cells: [], reasons: [], ...change };
}

const spreadOf = (spread_8h: number) => ({
	long_exchange: 'bybit',
	short_exchange: 'okx',
	spread_8h,
	spread_apr: spread_8h * 1_095,
});

test('writes one row per coin with exact figures, units in the heading, and no formulas', () => {
	const csv = mapCsv(
		[exchange('bybit'), exchange('okx')],
		[row('1INCH', { volume_24h: 12.5, spread: spreadOf(0.0000001234), cells: [cell('okx', -0.00005)] })],
	);
	const [head = '', first = '', ...rest] = csv.split('\r\n');
	expect(rest).toEqual(['']);
	expect(head.split(',').slice(0, 8)).toEqual([
		'Coin',
		'Volume 24 h (USD)',
		'Widest spread (fraction per 8 h)',
		'Widest spread (fraction per year)',
		'Long exchange',
		'Short exchange',
		'Bybit symbol',
		'Bybit rate (fraction per interval)',
	]);
	expect(first).toBe(
		"1INCH,12.5,0.0000001234,0.000135123,bybit,okx,,,,,,,,,'=SUM(A1),-0.00005,4,-0.0001,-0.1095,2026-11-20T16:00:00.000Z,,stale",
	);
	expect(first.split(',')).toHaveLength(head.split(',').length);
});

describe('the order of the rows', () => {
	const rows = [
		row('B', { spread: spreadOf(0.1), volume_24h: 1 }),
		row('A', { spread: spreadOf(0.1), volume_24h: null }),
		row('C', { volume_24h: 3 }),
	];
	test.each([
		[undefined, undefined, 'ABC'],
		['spread', 'worst_first', 'ABC'],
		['volume', 'best_first', 'CBA'],
		['volume', 'worst_first', 'BCA'],
		['symbol', 'worst_first', 'CBA'],
	] as const)('%s %s', (sortby, order, coins) => {
		expect(
			sortedRows(rows, sortby, order)
				.map(({ base }) => base)
				.join(''),
		).toBe(coins);
	});
});

test('reads every page by coin, so that moving rates lose no row, and keeps the order of the map', async () => {
	const all = Array.from({ length: 250 }, (_, index) => row(`C${index}`, { volume_24h: index }));
	const asked: object[] = [];
	const progress: number[] = [];
	const answer = async (_method: string, params: { readonly page: number; readonly limit: number }) => {
		asked.push(params);
		const { page, limit } = params;
		return {
			exchanges: [exchange('bybit')],
			data: all.slice((page - 1) * limit, page * limit),
			pagination: { total_count: all.length, has_next: page * limit < all.length },
		};
	};
	const call = answer as unknown as Parameters<typeof collectCsv>[0];
	const csv = await collectCsv(call, { q: 'c', sortby: 'volume', order: 'best_first' }, (done) => {
		progress.push(done);
	});
	expect(progress).toEqual([100, 200, 250]);
	expect(asked).toMatchObject([1, 2, 3].map((page) => ({ q: 'c', sortby: 'symbol', page, limit: 100 })));
	const lines = csv.trimEnd().split('\r\n');
	expect(lines).toHaveLength(251);
	expect(lines[1]).toMatch(/^C249,249,/);
	expect(lines[250]).toMatch(/^C0,0,/);
});

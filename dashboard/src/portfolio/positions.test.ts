import { expect, test } from 'vitest';
import type { ExecutionRecord, Portfolio } from '../../../client/methods.ts';
import { PORTFOLIO_EXAMPLE } from '../../../src/api/rpc/portfolio-example.ts';
import {
	heldPositions,
	POSITION_COLUMNS,
	type PositionFilter,
	type PositionKey,
	type PositionSort,
	positionsCsv,
	positionValue,
	sortedPositions,
} from './positions.ts';

const [HELD] = (PORTFOLIO_EXAMPLE as unknown as Portfolio).executions as readonly [ExecutionRecord];
const ALL: PositionFilter = { coin: '', exchange: '', status: '' };

type Change = {
	readonly symbol: string;
	readonly exchanges?: readonly [string, string];
	readonly status?: ExecutionRecord['execution']['status'];
	readonly created?: string;
	readonly net?: number | null;
	readonly delta?: number;
};

const position = (
	id: string,
	{
		symbol,
		exchanges = ['bybit', 'okx'],
		status = 'running',
		created = '2026-11-20T00:00:00.000Z',
		net = 0,
		delta = 0,
	}: Change,
): ExecutionRecord => ({
	...HELD,
	execution: {
		...HELD.execution,
		id,
		symbol,
		long_exchange: exchanges[0],
		short_exchange: exchanges[1],
		status,
		status_reason: null,
		created_at: created,
	},
	pnl: { ...HELD.pnl, total_pnl: net },
	risk: { ...HELD.risk, net_delta: delta },
	advice: null,
});

const ENTRIES = [
	position('old', { symbol: 'BTCUSDT', net: 5 }),
	position('new', { symbol: 'ETHUSDT', created: '2026-11-22T00:00:00.000Z', net: -3, status: 'closing' }),
	position('mid', {
		symbol: 'SOLUSDT',
		created: '2026-11-21T00:00:00.000Z',
		net: null,
		exchanges: ['okx', 'kucoin'],
	}),
	position('uneven', { symbol: 'ADAUSDT', created: '2026-11-19T00:00:00.000Z', net: 1, delta: 2 }),
];
const idsOf = (entries: readonly ExecutionRecord[]) => entries.map(({ execution }) => execution.id);

test.each<[string, PositionSort | undefined, readonly string[]]>([
	['newest first without a sort', undefined, ['uneven', 'new', 'mid', 'old']],
	['by net, highest first', { key: 'net', isDescending: true }, ['uneven', 'old', 'new', 'mid']],
	[
		'by net, lowest first, unknown last',
		{ key: 'net', isDescending: false },
		['uneven', 'new', 'old', 'mid'],
	],
	['by coin', { key: 'coin', isDescending: false }, ['uneven', 'old', 'new', 'mid']],
	['by age, oldest first', { key: 'age', isDescending: true }, ['uneven', 'old', 'mid', 'new']],
])('sorts %s; positions that need attention stay first', (_, sort, expected) => {
	expect(idsOf(sortedPositions(ENTRIES, ALL, sort))).toEqual(expected);
});

test.each<[Partial<PositionFilter>, readonly string[]]>([
	[{ coin: 'et' }, ['new']],
	[{ exchange: 'kucoin' }, ['mid']],
	[{ exchange: 'okx', status: 'running' }, ['uneven', 'mid', 'old']],
	[{ coin: 'sol', exchange: 'bybit' }, []],
])('filters by %o', (change, expected) => {
	expect(idsOf(sortedPositions(ENTRIES, { ...ALL, ...change }, undefined))).toEqual(expected);
});

test('keeps the order of the rows on the page; new rows come last', () => {
	const wanted = sortedPositions(ENTRIES, ALL, { key: 'net', isDescending: true });
	expect(idsOf(heldPositions(['mid', 'gone', 'old', 'new'], wanted))).toEqual([
		'mid',
		'old',
		'new',
		'uneven',
	]);
});

test('exports every column unrounded, with times as dates and quoted text', () => {
	const names = Object.fromEntries(POSITION_COLUMNS.map(({ key }) => [key, `the "${key}", USD`])) as Record<
		PositionKey,
		string
	>;
	const entry = position('exec_1', { symbol: 'BTCUSDT', net: 1.23456789 });
	const [head = '', row = ''] = positionsCsv([entry], names).split('\r\n');
	expect(head.startsWith('"the ""coin"", USD","the ""exchanges"", USD"')).toBe(true);
	expect(row).toContain('BTC,Bybit / OKX,Running,');
	expect(row).toContain(',1.23456789,');
	expect(row).toContain('2026-11-20T00:00:00.000Z');
	expect(row.endsWith(',exec_1')).toBe(true);
	expect(row.split(',')).toHaveLength(POSITION_COLUMNS.length + 1);
});

test('reads the price basis from both mark prices, and nothing from one', () => {
	const leg = (mark: number | null) => ({ ...HELD.long_position, mark_price: mark });
	const marked = { ...HELD, long_position: leg(100), short_position: leg(101) };
	expect(positionValue(marked, 'basis')).toBeCloseTo(0.01, 12);
	expect(positionValue({ ...marked, short_position: leg(null) }, 'basis')).toBeNull();
});

import { expect, test } from 'vitest';
import { parseDecimal } from '../domain/decimal.ts';
import type { HistoryQuery } from '../ports/portfolio.ts';
import { type HistoryRow, historyIds } from './history.ts';

const ALL: HistoryQuery = {
	sort: 'createdAt',
	order: 'desc',
	symbol: undefined,
	longExchange: undefined,
	shortExchange: undefined,
	outcome: undefined,
	from: undefined,
	until: undefined,
};

function row(
	executionId: string,
	createdAt: number,
	symbol: string,
	total: string,
	closedAt: number | null,
	exchanges: readonly [string, string] = ['bybit', 'okx'],
): HistoryRow {
	return {
		executionId,
		longExchange: exchanges[0],
		shortExchange: exchanges[1],
		endedAt: closedAt ?? createdAt,
		isFailed: closedAt === null,
		values: {
			createdAt: createdAt,
			closedAt: closedAt,
			symbol,
			status: closedAt === null ? 'failed' : 'closed',
			held: closedAt === null ? null : closedAt - createdAt,
			filledAmount: parseDecimal('100'),
			pricePnl: parseDecimal(total),
			fundingPnl: parseDecimal('0'),
			feeCost: parseDecimal('0'),
			slippageCost: parseDecimal('0'),
			totalPnl: parseDecimal(total),
			totalPnlPct: null,
		},
	};
}

const ROWS: readonly HistoryRow[] = [
	row('profit', 10, 'BTCUSDT', '10.5', 40),
	row('loss', 20, 'ETHUSDT', '-2', 30, ['okx', 'bybit']),
	row('small', 30, 'BTCUSDT', '9', 90),
	row('failed', 40, 'SOLUSDT', '0', null),
];

test.each<[string, Partial<HistoryQuery>, readonly string[]]>([
	['newest first', {}, ['failed', 'small', 'loss', 'profit']],
	['oldest first', { order: 'asc' }, ['profit', 'loss', 'small', 'failed']],
	['by exact profit', { sort: 'totalPnl' }, ['profit', 'small', 'failed', 'loss']],
	['by profit, lowest first', { sort: 'totalPnl', order: 'asc' }, ['loss', 'failed', 'small', 'profit']],
	[
		'by symbol, newest first within one',
		{ sort: 'symbol', order: 'asc' },
		['small', 'profit', 'loss', 'failed'],
	],
	['with missing values last', { sort: 'held' }, ['small', 'profit', 'loss', 'failed']],
	[
		'with missing values last in the other direction',
		{ sort: 'held', order: 'asc' },
		['loss', 'profit', 'small', 'failed'],
	],
])('sorts %s', (_, change, expected) => {
	expect(historyIds(ROWS, { ...ALL, ...change })).toEqual(expected);
});

test.each<[string, Partial<HistoryQuery>, readonly string[]]>([
	['the beginning of the symbol in any case', { symbol: 'bt' }, ['small', 'profit']],
	['the exchange of the long leg', { longExchange: 'okx' }, ['loss']],
	['the exchange of the short leg', { shortExchange: 'okx' }, ['failed', 'small', 'profit']],
	['profits', { outcome: 'profit' }, ['small', 'profit']],
	['losses without failures', { outcome: 'loss' }, ['loss']],
	['failures', { outcome: 'failed' }, ['failed']],
	['the time of the end, until exclusive', { from: 30, until: 90 }, ['failed', 'loss', 'profit']],
	['all filters together', { symbol: 'BTC', outcome: 'profit', from: 50 }, ['small']],
])('filters by %s', (_, change, expected) => {
	expect(historyIds(ROWS, { ...ALL, ...change })).toEqual(expected);
});

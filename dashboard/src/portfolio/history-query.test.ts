import { expect, test } from 'vitest';
import type { ExecutionRecord, Portfolio } from '../../../client/methods.ts';
import { PORTFOLIO_EXAMPLE } from '../../../src/api/rpc/portfolio-example.ts';
import { endReason, historyParams, NEWEST, NO_FILTER, nextOrder, periodFault } from './history-query.ts';

const [HELD] = (PORTFOLIO_EXAMPLE as unknown as Portfolio).executions as readonly [ExecutionRecord];

test('sends no filter that is empty, and ends the period after its last day', () => {
	expect(historyParams(NO_FILTER, NEWEST, 2, 20)).toEqual({
		include_closed: true,
		page: 2,
		limit: 20,
		sort: 'created_at',
		order: 'desc',
	});
	const filter = {
		coin: ' btc ',
		long: 'okx',
		short: 'bybit',
		outcome: 'loss',
		from: '2026-02-27',
		to: '2026-02-28',
	} as const;
	expect(historyParams(filter, { sort: 'total_pnl', order: 'asc' }, 1, 20)).toEqual({
		include_closed: true,
		page: 1,
		limit: 20,
		sort: 'total_pnl',
		order: 'asc',
		symbol: 'btc',
		long_exchange: 'okx',
		short_exchange: 'bybit',
		outcome: 'loss',
		from: '2026-02-27',
		until: '2026-03-01',
	});
});

test('reverses the order of costs, which the page shows as negative figures', () => {
	expect(historyParams(NO_FILTER, { sort: 'fee_cost', order: 'desc' }, 1, 20).order).toBe('asc');
});

test('sorts figures downward first and text upward first, then returns to the newest', () => {
	const down = nextOrder(NEWEST, 'total_pnl');
	const up = nextOrder(down, 'total_pnl');
	expect([down.order, up.order, nextOrder(up, 'total_pnl')]).toEqual(['desc', 'asc', NEWEST]);
	expect(nextOrder(up, 'symbol')).toEqual({ sort: 'symbol', order: 'asc' });
});

test('refuses a period that ends before it begins, and accepts one day', () => {
	expect(periodFault({ ...NO_FILTER, from: '2026-01-02', to: '2026-01-01' })).toBeDefined();
	expect(periodFault({ ...NO_FILTER, from: '2026-01-01', to: '2026-01-01' })).toBeUndefined();
	expect(periodFault({ ...NO_FILTER, to: '2026-01-01' })).toBeUndefined();
});

test('says in words that a position was closed on request, and repeats other reasons', () => {
	const ended = (reason: string | null) =>
		endReason({ ...HELD, execution: { ...HELD.execution, status_reason: reason } });
	expect(ended('closed by close_execution')).toBe('Closed on request.');
	expect(ended('part closed by close_execution')).toBe('Partly closed on request.');
	expect(ended('take profit')).toBe('take profit');
	expect(ended(null)).toBeNull();
});

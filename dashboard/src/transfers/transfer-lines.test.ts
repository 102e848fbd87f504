import { describe, expect, test } from 'vitest';
import { type RequestedTransfer, transferLines } from './transfer-lines.ts';

const NOW = Date.UTC(2026, 10, 28, 12);
const TRANSFER: RequestedTransfer = {
	transfer_id: 'mv_1',
	from: 'bybit',
	to: 'kucoin',
	amount: 1_250,
	by: '2026-11-29T12:00:00.000Z',
	asked_by: 'pot',
	pot_id: 'pot_1',
	planned_at: '2026-11-28T12:00:00.000Z',
	state: 'planned',
	changed_at: '2026-11-28T12:00:00.000Z',
	under_way: 0,
	arrived: 0,
	message: 'KuCoin needs it.',
	sentence: { id: 'margin.transferWhy', facts: {} },
	without: { message: 'The pot closes a part.', sentence: { id: 'margin.transferWhy', facts: {} } },
};
const lineOf = (change: Partial<RequestedTransfer>, now = NOW) =>
	transferLines([{ ...TRANSFER, ...change }], now)[0];

describe('the line of a transfer', () => {
	test('states both exchanges, the amount, the state and the time', () => {
		expect(lineOf({})).toMatchObject({
			id: 'mv_1',
			move: 'Move 1,250.00 USD from Bybit to KuCoin.',
			state: 'Not seen yet.',
			due: expect.stringMatching(/^It should arrive by 29 Nov, \d\d:00\.$/),
		});
	});

	test('has no time once the money is there, the time is over, or nobody knows it', () => {
		expect(lineOf({ state: 'arrived' })).toMatchObject({ state: 'Arrived.', due: '' });
		expect(lineOf({ state: 'late' }, NOW + 30 * 3_600_000)).toMatchObject({ state: 'Late.', due: '' });
		expect(lineOf({ by: null })?.due).toBe('');
	});

	test('is missing for a transfer that is no longer needed', () => {
		expect(lineOf({ state: 'withdrawn' })).toBeUndefined();
	});
});

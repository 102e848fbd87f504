/** Tests that funding of our own positions is not counted as that of others when a response leaves a record out. */
import { expect, test } from 'vitest';
import { runningExecution } from '../../test/support/running-execution.ts';
import { foldAccount } from '../domain/account-books.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { AccountEvent } from '../domain/event.ts';
import { legPlan } from '../domain/execution.ts';
import type { FundingPaymentReport } from '../ports/account-payments.ts';
import { type ForeignOptions, recordForeign } from './foreign-records.ts';

const OPENED_AT = Date.UTC(2026, 10, 21, 7, 30);
const SETTLED_AT = Date.UTC(2026, 10, 21, 8);
const MINUTE_MS = 60_000;

const state = runningExecution({ openedAt: OPENED_AT });
const { venue, instrument } = legPlan(state, 'long');

const payment: FundingPaymentReport = {
	recordId: 'payment-1',
	symbol: instrument.symbol,
	settledAt: SETTLED_AT,
	rate: parseDecimal('-0.0001'),
	amount: parseDecimal('0.1'),
	quantity: fromInteger(10),
};

/** Reads the records at a time; the read for our executions found nothing to book. */
async function recordedAt(
	now: number,
): Promise<{ readonly isRead: boolean; readonly events: readonly AccountEvent[] }> {
	const events: AccountEvent[] = [];
	const trading = {
		venue,
		accountFills: async () => [],
		fundingPayments: async () => [payment],
	} as unknown as ForeignOptions['trading'];
	const isRead = await recordForeign(
		{
			trading,
			account: {
				books: () => foldAccount([]),
				eventCount: () => 0,
				append: async (added) => void events.push(...added),
			},
			ours: () => ({ taken: new Map() }) as unknown as ReturnType<ForeignOptions['ours']>,
			executionsOn: async () => [state],
			bookOurs: async () => true,
			isMoving: () => false,
		},
		instrument.symbol,
		OPENED_AT,
		now,
	);
	return { isRead, events };
}

test('a recent payment of a position that we held waits for the read that books it', async () => {
	expect(await recordedAt(SETTLED_AT + MINUTE_MS)).toEqual({ isRead: false, events: [] });
});

test('a payment that none of our executions books in ten minutes belongs to others', async () => {
	const { isRead, events } = await recordedAt(SETTLED_AT + 11 * MINUTE_MS);
	expect(isRead).toBe(true);
	expect(events).toMatchObject([{ type: 'UnmanagedFundingRecorded', amount: payment.amount }]);
});

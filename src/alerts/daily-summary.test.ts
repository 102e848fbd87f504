import { expect, test } from 'vitest';
import { runningEvents } from '../../test/support/running-execution.ts';
import { parseDecimal as d, ZERO } from '../domain/decimal.ts';
import type { FundingRecord } from '../domain/event.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import type { PortfolioRecord } from '../ports/portfolio.ts';
import { bookedBetween, summaryAlert, summaryDue, summaryId } from './daily-summary.ts';

const HOUR_MS = 3_600_000;
const DUE = Date.UTC(2026, 10, 21, 8);
const FROM = DUE - 24 * HOUR_MS;

const payment = (recordId: string, leg: 'long' | 'short', amount: string): FundingRecord => ({
	recordId,
	leg,
	settledAt: 0,
	rate: null,
	amount: d(amount),
});
/**
 * An execution opened before the summary's 24 hours. One payment is earlier than this period, two are within it, and
 * one is later.
 */
const events = runningEvents({
	openedAt: FROM - HOUR_MS,
	funding: [
		payment('before', 'long', '7'),
		payment('first', 'short', '2.5'),
		payment('second', 'long', '-1'),
		payment('after', 'short', '9'),
	],
});
const times = [FROM - 1, FROM, DUE - 1, DUE];
const journal = events.map((event, streamSeq) => ({
	event,
	streamSeq,
	recordedAt: event.type === 'FundingBooked' ? (times.shift() ?? 0) : FROM - HOUR_MS,
}));

test('is due at the last full hour setting before now', () => {
	expect(summaryDue(DUE - 1, 8)).toBe(DUE - 24 * HOUR_MS);
	expect(summaryDue(DUE, 8)).toBe(DUE);
	expect(summaryDue(DUE + 24 * HOUR_MS - 1, 8)).toBe(DUE);
	expect(summaryDue(DUE, 0)).toBe(DUE - 8 * HOUR_MS);
	expect(summaryId('user_a', DUE)).not.toBe(summaryId('user_a', DUE + 24 * HOUR_MS));
	expect(summaryId('user_a', DUE)).not.toBe(summaryId('user_b', DUE));
});

test('counts only amounts booked within the day', () => {
	expect(bookedBetween(journal, FROM, DUE)).toEqual({
		received: d('2.5'),
		paid: d('1'),
		fees: ZERO,
		price: ZERO,
	});
	expect(bookedBetween(journal, 0, FROM)).toMatchObject({ received: d('7'), fees: d('1') });
	expect(bookedBetween(journal, 0, FROM - HOUR_MS)).toEqual({
		received: ZERO,
		paid: ZERO,
		fees: ZERO,
		price: ZERO,
	});
});

const portfolioOf = (...unexplained: readonly (string | null)[]) =>
	({
		summary: { totalUnrealizedPnl: d('-3.25') },
		accounts: unexplained.map((amount, at) => ({
			exchange: ['bybit', 'kucoin'][at],
			unexplained: amount === null ? null : d(amount),
		})),
	}) as unknown as Pick<PortfolioRecord, 'summary' | 'accounts'>;

test('reports sums, open executions and unexplained amounts', () => {
	const open = [foldExecution(journal)];
	const booked = [
		bookedBetween(journal, FROM, DUE),
		{ received: ZERO, paid: ZERO, fees: d('0.75'), price: d('-0.5') },
	];
	const facts = { userId: 'user_a', due: DUE, now: DUE + 5, booked, open };
	const quiet = summaryAlert({ ...facts, portfolio: portfolioOf('0.01', null) });
	expect(quiet).toMatchObject({
		severity: 'info',
		raisedAt: DUE + 5,
		message:
			'You earned 0.25 USD in the 24 h until 21 Nov, 08:00 UTC: funding received 2.50 USD, funding paid 1.00 USD, price changes -0.50 USD, fees 0.75 USD. Open: 1 execution, 2,000.00 USD deployed, unrealised -3.25 USD.',
		facts: {
			earned: 0.25,
			fundingReceived: 2.5,
			fundingPaid: 1,
			pricePnl: -0.5,
			fees: 0.75,
			openExecutions: 1,
			deployed: 2000,
			unrealizedPnl: -3.25,
			unexplained: [{ exchange: 'bybit', amount: 0.01 }],
		},
	});
	const alarmed = summaryAlert({ ...facts, portfolio: portfolioOf('0', '-0.02') });
	expect(alarmed.severity).toBe('warning');
	expect(alarmed.message).toMatch(/ No record explains a change of -0\.0200 USD at KuCoin\.$/);
	const unread = summaryAlert({ ...facts, open: [], portfolio: undefined });
	expect(unread).toMatchObject({
		severity: 'info',
		facts: { unexplained: null, unrealizedPnl: null, deployed: 0 },
	});
	expect(unread.alertId).toBe(quiet.alertId);
});

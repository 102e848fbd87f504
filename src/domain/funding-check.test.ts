import { describe, expect, test } from 'vitest';
import { settlementTermsOf } from '../venues/facts.ts';
import { parseDecimal as d, fromInteger } from './decimal.ts';
import type { FundingRecord } from './event.ts';
import { computedPayment, fundingDoubts, isPaidOtherwise } from './funding-check.ts';

const HOUR = 3_600_000;
const record = (settledAt: number, change: Partial<FundingRecord> = {}): FundingRecord => ({
	recordId: `r${settledAt}`,
	leg: 'long',
	settledAt,
	rate: d('0.0001'),
	amount: d('-0.05'),
	...change,
});
const doubtsOf = (
	records: readonly FundingRecord[],
	change: { readonly now?: number; readonly rate?: string } = {},
) =>
	fundingDoubts({
		terms: settlementTermsOf('bybit'),
		timeline: { times: [HOUR / 2], held: [fromInteger(5)] },
		records,
		published: [HOUR, 2 * HOUR, 3 * HOUR].map((settledAt) => ({
			settledAt,
			rate: d(change.rate ?? '0.0001'),
		})),
		now: change.now ?? 10 * HOUR,
	});

describe('our computation of a settlement', () => {
	test('charges a long at a positive rate and pays a short, to eight places', () => {
		expect(computedPayment(fromInteger(5), d('100.37'), d('0.000123'))).toBe(d('-0.06172755'));
		expect(computedPayment(fromInteger(-5), d('100.37'), d('0.000123'))).toBe(d('0.06172755'));
	});

	test('accepts a difference within the venue’s tolerance, and reports a larger one', () => {
		expect(isPaidOtherwise(settlementTermsOf('bybit'), d('-1.004'), fromInteger(-1))).toBe(false);
		expect(isPaidOtherwise(settlementTermsOf('bybit'), d('-1.006'), fromInteger(-1))).toBe(true);
		expect(isPaidOtherwise(settlementTermsOf('kucoin'), d('-1.006'), fromInteger(-1))).toBe(false);
		expect(isPaidOtherwise(settlementTermsOf('kucoin'), d('-1.011'), fromInteger(-1))).toBe(true);
		for (const venue of ['okx', 'binance']) {
			expect(isPaidOtherwise(settlementTermsOf(venue), d('-1.019'), fromInteger(-1))).toBe(false);
			expect(isPaidOtherwise(settlementTermsOf(venue), d('-1.021'), fromInteger(-1))).toBe(true);
		}
		expect(isPaidOtherwise(settlementTermsOf('hyperliquid'), d('-1.006'), fromInteger(-1))).toBe(true);
		expect(isPaidOtherwise(settlementTermsOf('bybit'), fromInteger(1), fromInteger(-1))).toBe(true);
		expect(isPaidOtherwise(settlementTermsOf('bybit'), d('0.0000005'), d('0'))).toBe(false);
	});
});

describe('doubts', () => {
	test('reports nothing if every published settlement has its record', () => {
		expect(doubtsOf([record(HOUR), record(2 * HOUR + 1_500), record(3 * HOUR - 900)])).toEqual([]);
	});

	test('reports a settlement without a record after five minutes, not before', () => {
		const records = [record(HOUR), record(2 * HOUR)];
		expect(doubtsOf(records)).toEqual([{ kind: 'missing', settledAt: 3 * HOUR }]);
		expect(doubtsOf(records, { now: 3 * HOUR + 4 * 60_000 })).toEqual([]);
	});

	test('reports nothing for a rate of zero, or if the leg was not certainly held', () => {
		expect(doubtsOf([], { rate: '0' })).toEqual([]);
		const leg = {
			terms: settlementTermsOf('bybit'),
			timeline: { times: [HOUR + 5_000, 2 * HOUR - 5_000], held: [fromInteger(5), fromInteger(0)] },
			records: [],
			published: [HOUR, 2 * HOUR].map((settledAt) => ({ settledAt, rate: d('0.0001') })),
			now: 10 * HOUR,
		};
		expect(fundingDoubts(leg)).toEqual([]);
	});

	test('reports an amount other than ours and a rate other than the published one', () => {
		const records = [
			record(HOUR, { expected: d('-0.05') }),
			record(2 * HOUR, { expected: d('-0.04') }),
			record(3 * HOUR, { rate: d('0.0002') }),
		];
		expect(doubtsOf(records)).toEqual([
			{ kind: 'amount', settledAt: 2 * HOUR, amount: d('-0.05'), computed: d('-0.04') },
			{ kind: 'rate', settledAt: 3 * HOUR, rate: d('0.0002'), published: d('0.0001') },
		]);
	});
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PORTFOLIO_EXAMPLE } from '../api/rpc/portfolio-example.ts';
import { textOf } from '../sentences/sentence.ts';
import { parseDecimal as d, toNumber } from './decimal.ts';
import { isReversed } from './exit-reversal.ts';
import { adviceFigures, type Outlook, stayAdvice } from './stay-advice.ts';

const PAYS: Outlook = { monthMean: 0.0712, expectedMonth: 0.0061, roundTrip: 0.0024, exitGap: 0 };

test('states why it holds, and what would change that', () => {
	const { action, reason } = PORTFOLIO_EXAMPLE.executions[0].advice;
	const advice = stayAdvice(PAYS);
	expect({ ...advice, reason: textOf(advice.reason) }).toEqual({ action, reason });
});

test('states why it closes', () => {
	const { action, reason } = stayAdvice({ ...PAYS, monthMean: -0.0365, expectedMonth: -0.0031 });
	expect(action).toBe('close');
	expect(textOf(reason)).toBe(
		'Mean carry over the last 30 days has turned negative: -3.65 % a year. Forecast loss over the next 30 days: 0.31 % of a leg’s notional, more than half the cost of a round trip (0.12 %).',
	);
});

test('writes enough digits to distinguish the loss from half a round trip, and the mean from zero', () => {
	const close = stayAdvice({ ...PAYS, monthMean: -0.000_01, expectedMonth: -0.001_201 });
	expect(textOf(close.reason)).toMatch(
		/turned negative: -0\.001 % a year\. .* 30 days: 0\.1201 % of a leg’s notional, .*\(0\.12 %\)/,
	);
	const hold = stayAdvice({ ...PAYS, monthMean: -0.02, expectedMonth: -0.001_199 });
	expect(hold.action).toBe('hold');
	expect(textOf(hold.reason)).toMatch(
		/is -2 % a year; .* -0\.1199 % of a leg’s notional\. .* below -0\.12 %\.$/,
	);
});

test('states why it gives no advice', () => {
	const unknown = { unknown: 'There is no current order book of bybit SOLUSDT.' };
	expect(stayAdvice(unknown)).toEqual({ action: 'unknown', reason: unknown.unknown });
	expect(adviceFigures(unknown)).toEqual({ monthMean: null, expectedMonth: null, closeBelow: null });
});

test('returns the figures of the outlook to twelve places', () => {
	expect(adviceFigures({ ...PAYS, monthMean: 1 / 3 })).toEqual({
		monthMean: d('0.333333333333'),
		expectedMonth: d('0.0061'),
		closeBelow: d('-0.0012'),
	});
});

test('gives the advice of the exit rule, and figures that agree with it', () => {
	const share = fc.integer({ min: -1_000, max: 1_000 }).map((bps) => bps / 10_000);
	const outlooks = fc.record({
		monthMean: share,
		expectedMonth: share,
		roundTrip: fc.integer({ min: 1, max: 200 }).map((bps) => bps / 10_000),
		exitGap: share,
	});
	fc.assert(
		fc.property(outlooks, (outlook) => {
			const { monthMean, expectedMonth, closeBelow } = adviceFigures(outlook);
			if (monthMean === null || expectedMonth === null || closeBelow === null)
				throw new Error('Every input is known.');
			const leaves = isReversed({ ...outlook, exitPremium: 0 });
			expect(stayAdvice(outlook).action).toBe(leaves ? 'close' : 'hold');
			expect(toNumber(monthMean) < 0 && toNumber(expectedMonth) < toNumber(closeBelow)).toBe(leaves);
		}),
	);
});

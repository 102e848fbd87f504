/** Honesty test 4: the same policy acting one step later is run beside, and shows an edge that lasts one step. */
import { describe, expect, test } from 'vitest';
import type { Recording, SettledRow } from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { renderReport } from '../report/render-report.ts';

const START = Date.UTC(2026, 0, 1);
const FROM = START + 31 * DAY_MS;
const UNTIL = FROM + 2 * DAY_MS;
/** A rate that announces a payment an hour later, and that payment, as fractions. */
const SIGNAL = 0.0001;
const PAYMENT = 0.012;
const SIGNAL_EVERY_HOURS = 6;

/** Both exchanges settle both coins every hour. `rate` is that of AAA at Bybit; all others are constant. */
function hourly(rate: (hour: number) => number): Recording {
	const settled: SettledRow[] = [];
	for (let at = START; at <= UNTIL; at += HOUR_MS)
		for (const coin of ['AAA', 'BBB'])
			for (const [venue, quote] of [
				['bybit', 'USDT'],
				['hyperliquid', 'USDC'],
			] as const) {
				const isAaa = coin === 'AAA' && venue === 'bybit';
				const constant = coin === 'BBB' && venue === 'bybit' ? 0.000001 : 0;
				settled.push({ at, venue, coin, quote, hours: 1, rate: isAaa ? rate(at / HOUR_MS) : constant });
			}
	return { settled, prices: [] };
}

const ORDER = { from: FROM, until: UNTIL, compare: true, without: ['DIRECTION'] };

describe('one step late', () => {
	test('an edge that lasts one step is fragile', async () => {
		const recording = hourly((hour) => {
			const since = hour % SIGNAL_EVERY_HOURS;
			return since === 0 ? SIGNAL : since === 1 ? PAYMENT : 0;
		});
		const result = await runOnRecording(recording, {
			...{ ...ORDER, policy: 'top-headline' },
			set: { holdHours: 0, count: 1 },
		});
		const { verdict, oneStepLate } = result.honesty;
		expect(result.outcome.parts.net).toBeGreaterThan(0);
		expect(oneStepLate?.stepMs).toBe(HOUR_MS);
		expect(oneStepLate?.outcome.trades).toBeGreaterThan(0);
		expect(oneStepLate?.outcome.parts.net).toBeLessThan(0);
		expect(verdict).toBe('fragile');
		expect(renderReport(result)).toContain('Fragile');
	});

	test('an edge that lasts for days is steady', async () => {
		const result = await runOnRecording(
			hourly(() => SIGNAL),
			{ ...ORDER, policy: 'month-mean', set: {} },
		);
		const { verdict, oneStepLate } = result.honesty;
		expect(result.outcome.parts.net).toBeGreaterThan(0);
		expect(verdict).toBe('steady');
		// The late position opens an hour later, so it lacks the rate of one hour on its leg of 1,000 USD.
		const lacks = result.outcome.parts.net - (oneStepLate?.outcome.parts.net ?? 0);
		expect(lacks).toBeCloseTo(SIGNAL * 1_000, 6);
	});
});

/** Tests that a replay can switch off rules of the service by name, and that they apply otherwise. */
import { describe, expect, test } from 'vitest';
import type { Recording, SettledRow } from '../../../test/support/drawn-recording.ts';
import { runOnRecording } from '../../../test/support/ordered-replay.ts';
import { USUAL_PACE } from '../../app/service-pace.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';

const START = Date.UTC(2026, 0, 1);
const FROM = START + 31 * DAY_MS;
const UNTIL = FROM + 12 * HOUR_MS;

/** A coin at two exchanges that settle every hour; only Bybit's rate is not zero. */
function hourly(rate: number): Recording {
	const settled: SettledRow[] = [];
	for (let at = START; at <= UNTIL; at += HOUR_MS)
		for (const [venue, quote] of [
			['bybit', 'USDT'],
			['hyperliquid', 'USDC'],
		] as const)
			settled.push({ at, venue, quote, coin: 'AAA', hours: 1, rate: venue === 'bybit' ? rate : 0 });
	return { settled, prices: [] };
}

async function outcome(recording: Recording, without: readonly string[]) {
	const order = { policy: 'month-mean', from: FROM, until: UNTIL, without };
	const { positions, refusals, settings } = await runOnRecording(recording, order);
	expect(settings.without).toEqual(without);
	return { opened: positions.length, refused: refusals.map(({ code }) => code) };
}

describe('a guard', () => {
	// 0.1 % an hour is 876 % a year.
	const extreme = hourly(0.001);

	test('refuses an opening', async () => {
		const { opened, refused } = await outcome(extreme, []);
		expect([opened, refused.length]).toEqual([0, 1]);
	});

	test('can be switched off by its code', async () => {
		expect(await outcome(extreme, ['TOO_GOOD'])).toEqual({ opened: 1, refused: [] });
	});

	test('still applies if another one is switched off', async () => {
		expect((await outcome(extreme, ['THIN_BOOK', 'QUOTE_STALE'])).opened).toBe(0);
	});
});

test('a service that runs by itself keeps its usual pace', () => {
	expect(USUAL_PACE).toEqual({
		sampleMs: 60_000,
		settlements: {
			readDelaysMs: [400, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
			sweepPeriodMs: 60_000,
			lateRecordMs: 600_000,
		},
		paperSweepMs: 60_000,
		forecastEveryMs: 0,
		raisesAlerts: true,
		midSampleMs: 5_000,
		scoreMs: 60_000,
		keepsFolds: true,
		storesMids: true,
		refits: true,
	});
});

import { describe, expect, test } from 'vitest';
import { completeClock, intervalMsOf } from './settlement-clock.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

describe('ccxt’s interval', () => {
	test.each([
		['8h', 8 * HOUR_MS],
		['1h', HOUR_MS],
		['30m', HOUR_MS / 2],
		['1d', 24 * HOUR_MS],
		['0.5h', HOUR_MS / 2],
		['7200000', 2 * HOUR_MS],
		[28_800_000, 8 * HOUR_MS],
	])('%s is read', (written, intervalMs) => {
		expect(intervalMsOf(written)).toBe(intervalMs);
	});

	test.each(['NaNh', '8', 'h', '', '-8h', '8 hours', undefined, null, {}])('%s is unknown', (written) => {
		expect(intervalMsOf(written)).toBeUndefined();
	});
});

describe('interval and next settlement that the exchange does not state', () => {
	const settled = [NOON, NOON - 4 * HOUR_MS];

	test('follow from its last two settlements', () => {
		expect(completeClock({ intervalMs: undefined, next: undefined, settled }, NOON + 1)).toEqual({
			intervalMs: 4 * HOUR_MS,
			next: NOON + 4 * HOUR_MS,
		});
	});

	test('follow from settlements recorded some seconds late', () => {
		const late = [NOON + 7_000, NOON - 4 * HOUR_MS + 2_000];
		expect(
			completeClock({ intervalMs: undefined, next: NOON + 4 * HOUR_MS, settled: late }, NOON + 8_000),
		).toEqual({
			intervalMs: 4 * HOUR_MS,
			next: NOON + 4 * HOUR_MS,
		});
	});

	test('are unknown if the stated next settlement contradicts the history', () => {
		expect(
			completeClock({ intervalMs: undefined, next: NOON + HOUR_MS, settled }, NOON + 1).intervalMs,
		).toBeUndefined();
		expect(
			completeClock({ intervalMs: undefined, next: NOON + 8 * HOUR_MS, settled }, NOON + 4 * HOUR_MS + 1)
				.intervalMs,
		).toBeUndefined();
	});

	test('are unknown from one settlement or none, without a default of eight hours', () => {
		expect(completeClock({ intervalMs: undefined, next: undefined, settled: [NOON] }, NOON + 1)).toEqual({
			intervalMs: undefined,
			next: undefined,
		});
		expect(completeClock({ intervalMs: 8 * HOUR_MS, next: undefined, settled: [] }, NOON)).toEqual({
			intervalMs: 8 * HOUR_MS,
			next: undefined,
		});
	});

	test('continue by whole intervals while the history lags, but not for too long', () => {
		const facts = { intervalMs: HOUR_MS, next: undefined, settled };
		expect(completeClock(facts, NOON + 3 * HOUR_MS).next).toBe(NOON + 4 * HOUR_MS);
		expect(completeClock(facts, NOON + 25 * HOUR_MS).next).toBeUndefined();
	});
});

test('prefers stated values to the history', () => {
	const facts = { intervalMs: HOUR_MS, next: NOON + HOUR_MS, settled: [NOON, NOON - 8 * HOUR_MS] };
	expect(completeClock(facts, NOON + 1)).toEqual({ intervalMs: HOUR_MS, next: NOON + HOUR_MS });
});

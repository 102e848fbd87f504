import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastSettlement, settlementsWithin } from './settlements.ts';

const HOUR = 3_600_000;
const T0 = Date.UTC(2026, 10, 21, 8);

const clock = (nextSettlementAt: number, intervalHours: number) => ({
	nextSettlementAt,
	intervalMs: intervalHours * HOUR,
});

describe('settlements within a horizon', () => {
	test('count the own instants of two venues with eight hours, four hours out of phase', () => {
		const entry = T0 + HOUR;
		const bybit = settlementsWithin(clock(T0 + 8 * HOUR, 8), entry, 24 * HOUR, 20_000);
		const kucoin = settlementsWithin(clock(T0 + 4 * HOUR, 8), entry, 24 * HOUR, 20_000);
		expect(bybit.map(({ at }) => (at - T0) / HOUR)).toEqual([8, 16, 24]);
		expect(kucoin.map(({ at }) => (at - T0) / HOUR)).toEqual([4, 12, 20]);
		expect([...bybit, ...kucoin].every(({ counts }) => counts === 'always')).toBe(true);
	});

	test('include the end of the horizon', () => {
		const found = settlementsWithin(clock(T0, 8), T0 - HOUR, 9 * HOUR, 20_000);
		expect(found.map(({ at }) => at)).toEqual([T0, T0 + 8 * HOUR]);
		const shorter = settlementsWithin(clock(T0, 8), T0 - HOUR, 9 * HOUR - 1, 20_000);
		expect(shorter.map(({ at }) => at)).toEqual([T0]);
	});

	test.each([
		[-20_001, 'always'],
		[-20_000, 'payment_only'],
		[0, 'payment_only'],
		[20_000, 'payment_only'],
		[20_001, undefined],
	])('count an entry %d ms from the instant: %s', (offset, counts) => {
		// The venue may report the following settlement already, or still the one that has just passed.
		for (const next of [T0, T0 + 8 * HOUR, T0 + 16 * HOUR]) {
			const found = settlementsWithin(clock(next, 8), T0 + offset, HOUR, 20_000);
			expect(found.find(({ at }) => at === T0)?.counts).toBe(counts);
		}
	});

	test('agree with a walk over every instant of the clock', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -40, max: 40 }),
				fc.constantFrom(1, 2, 4, 8),
				fc.integer({ min: -30 * 3_600, max: 30 * 3_600 }),
				fc.integer({ min: 1, max: 200 }),
				fc.constantFrom(0, 20, 60),
				(nextHours, intervalHours, entrySeconds, horizonHours, uncertaintySeconds) => {
					const entry = T0 + entrySeconds * 1_000;
					const uncertainty = uncertaintySeconds * 1_000;
					const next = T0 + nextHours * HOUR;
					const expected: [number, string][] = [];
					for (let at = T0 - 400 * HOUR; at <= T0 + 400 * HOUR; at += HOUR) {
						if ((at - next) % (intervalHours * HOUR) !== 0) continue;
						const isNear = Math.abs(at - entry) <= uncertainty;
						const isInside = at > entry && at <= entry + horizonHours * HOUR;
						if (isNear) expected.push([at, 'payment_only']);
						else if (isInside) expected.push([at, 'always']);
					}
					const found = settlementsWithin(
						clock(next, intervalHours),
						entry,
						horizonHours * HOUR,
						uncertainty,
					);
					expect(found.map(({ at, counts }) => [at, counts])).toEqual(expected);
				},
			),
		);
	});

	test('are none for a clock without a positive interval, and limited in number for an absurd one', () => {
		expect(settlementsWithin({ nextSettlementAt: T0, intervalMs: 0 }, T0, HOUR, 0)).toEqual([]);
		expect(settlementsWithin({ nextSettlementAt: T0, intervalMs: Number.NaN }, T0, HOUR, 0)).toEqual([]);
		expect(settlementsWithin({ nextSettlementAt: T0, intervalMs: 1 }, T0, 2_160 * HOUR, 0)).toHaveLength(
			4_320,
		);
	});
});

describe('the last settlement', () => {
	const MINUTE = 60_000;

	test.each([
		['an interval before the next one', clock(T0 + 8 * HOUR, 8), T0 + HOUR, T0],
		['the reported one, if it has passed', clock(T0, 8), T0 + MINUTE, T0],
		['a later one, if the report is hours old', clock(T0, 1), T0 + 3 * HOUR + MINUTE, T0 + 3 * HOUR],
		['one that our slow clock has not reached', clock(T0 + 8 * HOUR, 8), T0 - MINUTE / 2, T0],
		['never far in the future', clock(T0 + 24 * HOUR, 8), T0 + HOUR, T0],
	])('is %s', (_what, known, now, expected) => {
		expect(lastSettlement(known, now, MINUTE)).toBe(expected);
	});

	test('is unknown without an interval', () => {
		expect(lastSettlement(clock(T0, 0), T0, MINUTE)).toBeUndefined();
	});

	test('is before the next one, and no more than an interval before our clock or the clocks’ difference after it', () => {
		const offset = fc.integer({ min: -48 * HOUR, max: 48 * HOUR });
		fc.assert(
			fc.property(offset, fc.integer({ min: 1, max: 8 }), (ahead, hours) => {
				const next = T0 + ahead;
				const last = lastSettlement(clock(next, hours), T0, MINUTE) ?? Number.NaN;
				expect(Math.abs(next - last) % (hours * HOUR)).toBe(0);
				expect(last).toBeLessThanOrEqual(T0 + MINUTE);
				expect(last).toBeGreaterThan(T0 - hours * HOUR - 1);
				if (next > T0) expect(last).toBeLessThan(next);
			}),
		);
	});
});

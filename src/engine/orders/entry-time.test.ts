import { expect, test } from 'vitest';
import { ENTRY_TIME_MS } from '../../domain/opportunity.ts';
import { entryTime } from './entry-time.ts';

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 10, 21, 16);
const GUARD_MS = 20_000;
const DIRECT = { mode: 'single-direct', makerMs: 0, openWithinMs: 60_000 } as const;
const eightHours = { nextSettlementAt: AT, intervalMs: 8 * HOUR_MS };

test.each([
	['far from a settlement', AT - HOUR_MS, AT - HOUR_MS],
	['at the edge of the guard', AT - GUARD_MS, AT - GUARD_MS],
	['inside the guard', AT - GUARD_MS + 1, AT + GUARD_MS],
	['at the settlement', AT, AT + GUARD_MS],
	[
		'just after a settlement, when the clock already shows the next one',
		AT - 8 * HOUR_MS + 5_000,
		AT - 8 * HOUR_MS + GUARD_MS,
	],
])('direct, %s', (_what, now, begin) => {
	expect(entryTime(DIRECT, [eightHours], GUARD_MS, now)).toBe(begin + ENTRY_TIME_MS);
});

test('waits for both of two consecutive settlements', () => {
	const other = { nextSettlementAt: AT + 30_000, intervalMs: HOUR_MS };
	expect(entryTime(DIRECT, [other, eightHours], GUARD_MS, AT - 1_000)).toBe(
		AT + 30_000 + GUARD_MS + ENTRY_TIME_MS,
	);
});

test('returns the latest instant for the other modes', () => {
	const now = AT - HOUR_MS;
	const delay = { mode: 'single-delay', makerMs: 30_000, openWithinMs: 90_000 } as const;
	expect(entryTime(delay, [eightHours], GUARD_MS, now)).toBe(now + 30_000 + ENTRY_TIME_MS);
	const grid = { mode: 'grid', makerMs: 0, openWithinMs: 4 * HOUR_MS } as const;
	expect(entryTime(grid, [eightHours], GUARD_MS, now)).toBe(now + 4 * HOUR_MS);
	expect(entryTime(grid, [], GUARD_MS, now)).toBe(now + 4 * HOUR_MS);
});

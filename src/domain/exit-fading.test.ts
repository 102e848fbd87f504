import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal as d } from './decimal.ts';
import {
	FADING_BAND_APR,
	fadedChecks,
	fadedFor,
	fadedOf,
	NOT_FADED,
	spreadApr,
	stayNetApr,
} from './exit-fading.ts';
import { hasHeld, type Persistence } from './exit-persistence.ts';
import { HOUR_MS } from './funding.ts';

const LIMITS = { checkGapMsMax: 2_000, forgetMs: 60_000 };

test('the spread adds both legs per year, each with its own interval', () => {
	const legs = [
		{ comingReceipt: d('0.0001'), intervalMs: 8 * HOUR_MS },
		{ comingReceipt: d('-0.00002'), intervalMs: 4 * HOUR_MS },
	];
	expect(spreadApr(legs)).toBeCloseTo(0.0001 * 1_095 - 0.00002 * 2_190, 12);
});

test.each([
	[{ comingReceipt: null, intervalMs: HOUR_MS }],
	[{ comingReceipt: d('0.0001'), intervalMs: null }],
	[{ comingReceipt: d('0.0001'), intervalMs: 0 }],
])('the spread is unknown while a leg is unknown: %o', (leg) => {
	expect(spreadApr([{ comingReceipt: d('0.0001'), intervalMs: HOUR_MS }, leg])).toBeUndefined();
});

test('the net subtracts half a round trip and is annualised over the time that is left', () => {
	expect(stayNetApr(0.004, 0.002, 720 * HOUR_MS)).toBeCloseTo((0.003 * 8_760) / 720, 12);
	expect(stayNetApr(Number.NaN, 0.002, 720 * HOUR_MS)).toBeUndefined();
});

test.each([
	[0.049, 'below'],
	[0.05, 'between'],
	[0.0599, 'between'],
	[0.05 + FADING_BAND_APR, 'above'],
	[undefined, 'unknown'],
	[Number.NaN, 'unknown'],
] as const)('at a limit of 5 %% a year, %s is %s', (apr, faded) => {
	expect(fadedOf(apr, d('5'))).toBe(faded);
});

test('time below the limit adds up, pauses in the band and is lost above it', () => {
	let kept: Persistence | undefined;
	const passed = (faded: 'below' | 'between' | 'above', seconds: number, from: number): number => {
		for (let second = 0; second < seconds; second += 1)
			kept = fadedFor(kept, faded, from + second * 1_000, LIMITS);
		return from + seconds * 1_000;
	};
	let now = passed('below', 10, 0);
	expect(hasHeld(kept, 9_000)).toBe(true);
	now = passed('between', 600, now);
	expect(hasHeld(kept, 1)).toBe(false);
	now = passed('below', 2, now);
	expect([hasHeld(kept, 10_000), hasHeld(kept, 11_000)]).toEqual([true, false]);
	passed('above', 1, now);
	expect(kept).toBeUndefined();
});

test('one check below the limit confirms nothing; a second one ten minutes later does', () => {
	const times = { everyMs: 600_000, forgetMs: 3_600_000 };
	const first = fadedChecks(NOT_FADED, 'below', 0, times);
	expect(first).toEqual({ since: 0, confirmed: false });
	expect(fadedChecks(first, 'below', 600_000, times).confirmed).toBe(true);
	expect(fadedChecks(first, 'below', 599_999, times).confirmed).toBe(false);
	expect(fadedChecks(first, 'between', 600_000, times)).toEqual(first);
	expect(fadedChecks(first, 'unknown', 600_000, times)).toBe(first);
	expect(fadedChecks(first, 'above', 600_000, times)).toBe(NOT_FADED);
	expect(fadedChecks(first, 'below', 3_600_001, times)).toEqual({ since: 3_600_001, confirmed: false });
});

test('a higher figure is never worse than a lower one', () => {
	const apr = fc.double({ min: -10, max: 10, noNaN: true });
	const rank = { below: 0, between: 1, above: 2, unknown: 3 } as const;
	fc.assert(
		fc.property(apr, apr, fc.integer({ min: -1_000, max: 1_000 }), (a, b, limit) => {
			const [low, high] = [Math.min(a, b), Math.max(a, b)].map(
				(each) => rank[fadedOf(each, d(String(limit)))],
			);
			expect(low).toBeLessThanOrEqual(high ?? Number.NaN);
		}),
	);
});

import { expect, test } from 'vitest';
import { fromInteger } from '../../domain/decimal.ts';
import { createVirtualClock } from '../../runtime/virtual-clock.ts';
import { instability, isStable } from './unstable-venue.ts';
import { createVenueStability } from './venue-stability.ts';

const WINDOW_MS = 60_000;
const LIMITS = { venueErrorPctMax: fromInteger(50), venueErrorsMin: 4 };

async function pass(clock: ReturnType<typeof createVirtualClock>, ms: number): Promise<void> {
	let over = false;
	clock.after(ms, () => {
		over = true;
	});
	while (!over) await clock.advance(clock.now() + ms);
}

test('counts each venue separately and forgets outcomes older than the window', async () => {
	const clock = createVirtualClock(0);
	const stability = createVenueStability({ clock, windowMs: WINDOW_MS });
	expect(stability.counts('bybit')).toEqual({ answered: 0, failed: 0 });
	stability.note('bybit', 'failed');
	stability.note('kucoin', 'answered');
	await pass(clock, WINDOW_MS - 5_000);
	stability.note('bybit', 'answered');
	expect(stability.counts('bybit')).toEqual({ answered: 1, failed: 1 });
	expect(stability.counts('kucoin')).toEqual({ answered: 1, failed: 0 });
	await pass(clock, 10_001);
	expect(stability.counts('bybit')).toEqual({ answered: 1, failed: 0 });
	await pass(clock, 100 * WINDOW_MS);
	expect(stability.counts('bybit')).toEqual({ answered: 0, failed: 0 });
	stability.note('bybit', 'failed');
	expect(stability.counts('bybit')).toEqual({ answered: 0, failed: 1 });
});

test.each([
	['a few lost requests prove nothing', { answered: 0, failed: 3 }, true],
	['half of the requests is the limit', { answered: 4, failed: 4 }, true],
	['more than half is unstable', { answered: 3, failed: 4 }, false],
	['no request is stable', { answered: 0, failed: 0 }, true],
])('%s: %j', (_what, counts, stable) => {
	expect(isStable(counts, LIMITS)).toBe(stable);
	expect(instability('bybit', counts, LIMITS) === null).toBe(stable);
});

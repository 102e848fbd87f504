/** Tests `carrywire venue` at each simulated exchange, while a request limit refuses its requests. */
import { expect, test } from 'vitest';
import { runVenueCommand } from '../../cli/venue.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type TradedVenue, VENUE_NAMES } from '../../src/venues/facts.ts';
import { VENUE_MODULES } from '../../src/venues/modules.ts';
import { startSimulator } from '../conformance/harness.ts';
import { credentialsOf } from './fixture.ts';

const READ_PAST_THE_SERVICE = VENUE_NAMES.filter((venue) => VENUE_MODULES[venue].plainReads !== undefined);
/** Maximum pause that the command waits out, milliseconds. */
const WAITED_MS_MAX = 15_000;
/**
 * Exchanges whose limit windows may be longer than `WAITED_MS_MAX`. A pause lasts until the end of the window, so it
 * can be short or long.
 */
const LONG_WINDOWS: readonly TradedVenue[] = ['kucoin', 'binance'];

/**
 * Creates a clock like the machine's, except that every pause ends at once and its monotonic time stands still. A slow
 * first attempt otherwise counts toward `WAITED_MS_MAX`, and the test cannot tell which pauses are too long.
 */
function clockWithoutPauses(): Clock & { readonly pauses: number[] } {
	const pauses: number[] = [];
	const after: Clock['after'] = (delayMs, task) => {
		pauses.push(delayMs);
		return systemClock.after(0, task);
	};
	const begun = systemClock.monotonic();
	return { ...systemClock, monotonic: () => begun, after, pauses };
}

test.each(READ_PAST_THE_SERVICE)('%s: waits out a limit or states when to retry', async (venue) => {
	await using simulator = await startSimulator({ exchange: venue, settleInSeconds: 3_000 });
	const account = await simulator.createAccount('reader', { deposit: '10000' });
	await simulator.admin('POST', '/faults', { operation: 'any', count: 1, action: { kind: 'rateLimit' } });
	const clock = clockWithoutPauses();
	const [answer] = await Promise.allSettled([
		runVenueCommand({
			venue,
			what: 'positions',
			credentials: credentialsOf(account),
			redirectPort: simulator.port,
			site: undefined,
			json: true,
			clock,
		}),
	]);
	if (answer.status === 'fulfilled') {
		expect(JSON.parse(answer.value)).toEqual({ exchange: venue, positions: [] });
		expect(clock.pauses).toHaveLength(1);
		expect(clock.pauses[0]).toBeLessThanOrEqual(WAITED_MS_MAX);
	} else {
		expect(LONG_WINDOWS).toContain(venue);
		const [, seconds] =
			/accepts no more requests now\. .* Try again in (\d+) s\.$/.exec(`${answer.reason}`) ?? [];
		expect(Number(seconds) * 1_000).toBeGreaterThan(WAITED_MS_MAX);
		expect(clock.pauses).toEqual([]);
	}
});

/**
 * Checks that order connections are open before a user opens, and stay open while a position may have to be reduced.
 */
import { expect, test } from 'vitest';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { keepOrdersWarm } from '../../src/engine/drive/warm-orders.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { createVirtualClock, passTime } from '../../src/runtime/virtual-clock.ts';
import { runningExecution } from '../support/running-execution.ts';
import { createTradingFixture } from '../support/trading-fixture.ts';

const START_AT = Date.UTC(2026, 10, 23);

test('a preview keeps the connections to both exchanges open for longer than its validity', async () => {
	const fixture = createTradingFixture(1);
	const asked: (readonly [string, number])[] = [];
	for (const venue of [fixture.bybit, fixture.kucoin])
		Object.assign(venue, { keepOrdersWarm: (forMs: number) => asked.push([venue.venue, forMs]) });
	const opportunityId = fixture.feed('SOL');
	await fixture.settled(fixture.execute({ opportunityId, preview: true }));
	expect(asked.map(([venue]) => venue).sort()).toEqual(['bybit', 'kucoin']);
	for (const [, forMs] of asked) expect(forMs).toBeGreaterThan(30_000);
});

test('an execution keeps the connections open until it ends', async () => {
	const clock = createVirtualClock(START_AT);
	const asked: {
		readonly user: string;
		readonly venue: string;
		readonly at: number;
		readonly until: number;
	}[] = [];
	const running = runningExecution({ openedAt: START_AT });
	const other = runningExecution({ number: 1, openedAt: START_AT });
	const ended = { ...other, phase: 'closed' as const, plan: { ...other.plan, userId: 'user_b' } };
	let states: readonly ExecutionState[] = [running, ended];
	const stop = keepOrdersWarm({
		states: () => states,
		tradingFor: (user, venue) =>
			({
				keepOrdersWarm(forMs: number) {
					const at = clock.monotonic();
					asked.push({ user, venue, at, until: at + forMs });
				},
			}) as unknown as VenueTrading,
		clock,
	});
	await passTime(clock, 3_600_000);
	const { userId, legs } = running.plan;
	expect(new Set(asked.map(({ user, venue }) => `${user} ${venue}`))).toEqual(
		new Set([`${userId} ${legs.long.venue}`, `${userId} ${legs.short.venue}`]),
	);
	for (const [index, { at }] of asked.slice(2).entries())
		expect(at, 'no gap before it').toBeLessThan(asked[index]?.until ?? 0);
	expect(Math.max(...asked.map(({ until }) => until))).toBeGreaterThan(clock.monotonic());
	states = [ended];
	const before = asked.length;
	await passTime(clock, 60_000);
	expect(asked).toHaveLength(before);
	stop();
	expect(clock.waiting()).toBe(0);
});

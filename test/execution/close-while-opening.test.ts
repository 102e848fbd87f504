/**
 * Tests a close at any point of an opening, alone and together with other calls. Both legs end flat, and the response
 * reports what is known.
 */
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, ONE, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { CloseAnswer } from '../../src/ports/order-service.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import {
	ANN,
	BELOW_LEVELS,
	BOB,
	begun,
	expectFlat,
	expectNoViolations,
	fixtureWith,
	GRID,
	gridBetweenSlices,
	opened,
	passFed,
	refusalOf,
	restingPartly,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;

type Terms = { readonly share?: Decimal; readonly maxSlippageBps?: Decimal };

function close(fixture: TradingFixture, id: string, { share = ONE, maxSlippageBps }: Terms = {}) {
	return fixture.orderService.close({ ...ANN, executionId: id, share, maxSlippageBps });
}

function expectFinal(answer: CloseAnswer, status: 'closed' | 'failed' = 'closed'): void {
	expect(answer).toMatchObject({ success: true, status });
	for (const figure of [answer.finalPnl, answer.finalRoiPct, answer.totalFunding, answer.durationHours])
		expect(figure).not.toBeNull();
}

describe('a close of one that is queued', () => {
	test('fails it with CANCELED and returns zeros, with no order sent, also on repeated calls', async () => {
		const fixture = fixtureWith();
		// Nothing opens within seconds of a settlement.
		fixture.clock.leap(Math.ceil(fixture.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
		fixture.feed('SOL');
		const id = await begun(fixture);
		await fixture.pass(100);
		const share = await refusalOf(fixture, close(fixture, id, { share: d('0.5') }));
		expect([share.code, share.field, stateOf(fixture, id).phase]).toEqual([
			'NOT_CLOSABLE',
			'share',
			'queued',
		]);
		const answer = await fixture.settled(close(fixture, id));
		expect({ ...answer, message: textOf(answer.message) }).toEqual({
			success: true,
			executionId: id,
			status: 'failed',
			message: 'CANCELED: closed by close_execution',
			finalPnl: ZERO,
			finalRoiPct: ZERO,
			totalFunding: ZERO,
			durationHours: ZERO,
		});
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await fixture.settled(close(fixture, id))).toEqual(answer);
		expect(await fixture.settled(fixture.controls.cancel(ANN, id, false))).toEqual(answer);
	});

	test('opens nothing when it comes between admission and the first step', async () => {
		const fixture = fixtureWith();
		const accepted = fixture.execute({});
		let closing: Promise<CloseAnswer> | undefined;
		while (closing === undefined) {
			await Promise.resolve();
			const [state] = fixture.driver.states();
			if (state !== undefined) closing = close(fixture, state.plan.executionId);
			else await fixture.pass(1);
		}
		const answer = await fixture.settled(closing);
		await fixture.settled(accepted);
		expectFinal(answer, stateOf(fixture, answer.executionId).phase as 'closed' | 'failed');
		await passFed(fixture, 5_000);
		expectFlat(fixture);
	});
});

describe('a close of one that is opening', () => {
	test('closes the filled part of a grid between two slices, and no slice follows', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const answer = await settledFed(fixture, close(fixture, id), BELOW_LEVELS);
		expectFinal(answer);
		expect(textOf(answer.message)).toContain('closed by close_execution');
		const sent = fixture.bybit.sentCount();
		await passFed(fixture, 60_000);
		expect(fixture.bybit.sentCount()).toBe(sent);
		expectFlat(fixture);
		expect(await fixture.settled(close(fixture, id))).toEqual(answer);
	});

	test('cancels a resting first leg and closes its fills', async () => {
		const fixture = fixtureWith();
		const id = await restingPartly(fixture);
		expectFinal(await settledFed(fixture, close(fixture, id)));
		expect([fixture.bybit.restingCount(), fixture.kucoin.restingCount()]).toEqual([0, 0]);
		expectFlat(fixture);
	});

	test('first resolves an unknown order, and does not report success when it is not closed in time', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(fixture);
		fixture.kucoin.refuseReads(true);
		await fixture.pass(100);
		const since = fixture.clock.now();
		const answer = await settledFed(fixture, close(fixture, id));
		expect(fixture.clock.now() - since).toBeGreaterThanOrEqual(20_000);
		expect(answer).toMatchObject({
			success: false,
			executionId: id,
			status: 'closing',
			message: {
				text: expect.stringContaining('5 SOL long and 0 SOL short are still open. The close continues'),
			},
			finalPnl: null,
			finalRoiPct: null,
			totalFunding: ZERO,
		});
		expect(answer.durationHours).toBeGreaterThan(ZERO);
		fixture.kucoin.refuseReads(false);
		fixture.kucoin.setFaults(NO_FAULTS);
		await passFed(fixture, 60_000);
		expect(stateOf(fixture, id).phase).toBe('closed');
		expectFlat(fixture);
		expectFinal(await fixture.settled(close(fixture, id)));
	});

	test('does not report success when it is filled but not confirmed flat', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		// A third party traded the contract. We are flat according to our fills, but the exchange reports a position.
		fixture.kucoin.placeByHand('SOLUSDTM', sub(fixture.kucoin.positionOf('SOLUSDTM'), ONE));
		const answer = await settledFed(fixture, close(fixture, id), BELOW_LEVELS);
		expect(stateOf(fixture, id).held).toEqual({ long: ZERO, short: ZERO });
		expect(answer).toMatchObject({ success: false, status: 'needs_attention', finalPnl: null });
		expect(textOf(answer.message)).toContain('but the exchanges have not confirmed it');
		fixture.kucoin.placeByHand('SOLUSDTM', ZERO);
		await passFed(fixture, 60_000, BELOW_LEVELS);
		expectFinal(await fixture.settled(close(fixture, id)));
		expectFlat(fixture);
	});

	test('ends an opening without fills as canceled', async () => {
		const fixture = fixtureWith();
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const id = await begun(fixture, GRID);
		await passFed(fixture, 3_000);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'opening', held: { long: ZERO, short: ZERO } });
		const answer = await settledFed(fixture, close(fixture, id));
		expect(answer).toMatchObject({ success: true, status: 'failed', finalPnl: ZERO });
		expect(textOf(answer.message)).toBe('CANCELED: closed by close_execution');
	});

	test('closes the rest too while the larger leg is being reduced', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const id = await begun(fixture);
		for (let waited = 0; stateOf(fixture, id).held.long === 0n && waited < 100; waited += 1)
			await fixture.pass(1);
		fixture.bybit.setFaults({ ...NO_FAULTS, unfilled: 1 });
		await passFed(fixture, 8_000);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'unwinding', close: undefined });
		const closing = close(fixture, id);
		fixture.bybit.setFaults(NO_FAULTS);
		expectFinal(await settledFed(fixture, closing));
		expectFlat(fixture);
	});

	test('waits hedged while nothing fills inside its guard, and a close without a guard ends it', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const { held } = stateOf(fixture, id);
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await settledFed(fixture, close(fixture, id, { maxSlippageBps: ONE }), BELOW_LEVELS);
		expect([first.success, first.status]).toEqual([false, 'closing']);
		expect(stateOf(fixture, id).held).toEqual(held);
		for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(NO_FAULTS);
		expectFinal(await settledFed(fixture, close(fixture, id), BELOW_LEVELS));
		expectFlat(fixture);
	});

	test('reports when it cannot be journaled, and is carried out once it can be', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		fixture.breakJournal(true);
		const late = await refusalOf(fixture, close(fixture, id));
		expect([late.code, late.message]).toEqual([
			'STORE_UNAVAILABLE',
			expect.stringContaining('It runs once it is saved'),
		]);
		fixture.breakJournal(false);
		await passFed(fixture, 30_000);
		expect(stateOf(fixture, id).phase).toBe('closed');
		expectFlat(fixture);
	});

	test('refuses a share, or another user’s execution, with advice and without a change', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const refused = await refusalOf(fixture, close(fixture, id, { share: d('0.5') }));
		expect([refused.code, refused.field, refused.message]).toEqual([
			'NOT_CLOSABLE',
			'share',
			expect.stringMatching(/this one is opening.*cancel_execution and its parameter keep/),
		]);
		const other = fixture.orderService.close({
			...BOB,
			executionId: id,
			share: ONE,
			maxSlippageBps: undefined,
		});
		expect((await refusalOf(fixture, other)).code).toBe('UNKNOWN_EXECUTION');
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'opening', close: undefined });
	});
});

describe('a close beside another', () => {
	test('waits with an equal close, and both return the same final figures', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		const both = await fixture.settled(Promise.all([close(fixture, id), close(fixture, id)]));
		expect(both[0]).toEqual(both[1]);
		expectFinal(both[0]);
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([2, 2]);
	});

	test.each([
		['a close by an exit rule', { reason: 'stop_loss_pct reached', remaining: ZERO }],
		['a close by a kill switch', { reason: 'closed by the operator', remaining: ZERO }],
		['a partial close by an exit rule', { reason: 'liquidation near', remaining: d('2.5') }],
	])('waits for %s or closes the rest, and ends flat', async (_whose, terms) => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		fixture.driver.submit(id, {
			kind: 'closeRequested',
			maxSlippageBps: fromInteger(10),
			firm: false,
			...terms,
		});
		expectFinal(await fixture.settled(close(fixture, id)));
		expectFlat(fixture);
	});

	test('replaces the close of a share: everything is closed, and both callers get an answer', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		const [part, whole] = await fixture.settled(
			Promise.all([close(fixture, id, { share: d('0.5') }), close(fixture, id)]),
		);
		for (const answer of [part, whole]) expectFinal(answer);
		expectFlat(fixture);
	});

	test('makes a cancel wait with it: the opening is closed once', async () => {
		const fixture = fixtureWith();
		const id = await gridBetweenSlices(fixture);
		const [closed, canceled] = await settledFed(
			fixture,
			Promise.all([close(fixture, id), fixture.controls.cancel(ANN, id, false)]),
			BELOW_LEVELS,
		);
		expect(canceled).toEqual(closed);
		const requests = (await fixture.journal.readExecution(id)).filter(
			({ event }) => event.type === 'CloseRequested',
		);
		expect(requests).toHaveLength(1);
		expectFlat(fixture);
	});

	test('is refused when the close under way does not keep its guard, and the refusal says how to wait', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		const first = close(fixture, id);
		const refused = await refusalOf(fixture, close(fixture, id, { maxSlippageBps: fromInteger(50) }));
		expect([refused.code, refused.message]).toEqual([
			'ALREADY_CLOSING',
			expect.stringContaining('To wait until the close is done, call without max_slippage_bps'),
		]);
		expectFinal(await fixture.settled(first));
	});

	test('waits with a close that has the same guard', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		fixture.feed('SOL');
		const guarded = { maxSlippageBps: fromInteger(20) };
		const both = await fixture.settled(
			Promise.all([close(fixture, id, guarded), close(fixture, id, guarded)]),
		);
		for (const answer of both) expectFinal(answer);
	});
});

const FAULTS: FaultRates = {
	lostRequest: 0.15,
	lateRequest: 0.15,
	lostAnswer: 0.15,
	rejected: 0.1,
	passing: 0.5,
	unfilled: 0.15,
	partial: 0.5,
	readFails: 0.2,
};

/** Other events within one second of the close. */
const BESIDE: Readonly<Record<string, (fixture: TradingFixture, id: string) => unknown>> = {
	'and nothing else': () => undefined,
	'and a second close': (fixture, id) => close(fixture, id).catch(() => undefined),
	'and a cancel': (fixture, id) => fixture.controls.cancel(ANN, id, false).catch(() => undefined),
	'and a cancel that keeps': (fixture, id) => fixture.controls.cancel(ANN, id, true).catch(() => undefined),
	'and a kill switch': (fixture) =>
		fixture.switches.halt({ target: { scope: 'service' }, reason: null, by: 'operator', closeAll: true }),
	'and an exit rule': (fixture, id) =>
		fixture.driver.submit(id, { kind: 'endOpening', reason: 'stop_loss_pct reached' }),
};

describe.each(Object.keys(BESIDE))(
	'a close %s at any instant of an opening, with faults and a crash',
	(beside) => {
		test.each(Array.from({ length: 24 }, (_, seed) => seed))(
			'leaves no unhedged leg, seed %i',
			async (seed) => {
				const fixture = fixtureWith(seed);
				const random = seededRandom(seed + 7_000);
				const mode = (['single-direct', 'single-delay', 'grid'] as const)[seed % 3] ?? 'grid';
				for (const venue of [fixture.bybit, fixture.kucoin]) {
					venue.setFaults({ ...FAULTS, readFails: 0 });
					venue.restMakers(random.chance(0.5));
				}
				const id = await begun(fixture, { mode });
				for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(FAULTS);
				await fixture.pass(1 + random.below(3_000));
				const other = BESIDE[beside];
				const isFirst = random.chance(0.5);
				if (isFirst) other?.(fixture, id);
				await fixture.pass(random.below(40));
				const outcome = close(fixture, id).catch((error: unknown) => error);
				if (!isFirst) other?.(fixture, id);
				let isRestarted = false;
				if (random.chance(0.4)) {
					await fixture.pass(random.below(400));
					fixture.restart();
					isRestarted = true;
				}
				await passFed(fixture, 40_000);
				for (const venue of [fixture.bybit, fixture.kucoin]) venue.setFaults(NO_FAULTS);
				await passFed(fixture, 60_000);
				await outcome;
				const state = stateOf(fixture, id);
				expectNoViolations(fixture);
				// If the close was lost in a crash before it was on disk, the filled part runs hedged.
				if (isRestarted && state.phase === 'running' && state.close === undefined) {
					expect(state.held.long).toBe(state.held.short);
					return;
				}
				expect([isEnded(state), sub(state.held.long, state.held.short)]).toEqual([true, ZERO]);
				expectFlat(fixture);
			},
		);
	},
);

/** A close at any moment of an opening, and beside other closes: both legs come out flat, and the answer says what is known. */
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, ONE, parseDecimal, sub, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { CloseAnswer } from '../../src/ports/desk.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
	ANN,
	BELOW_LEVELS,
	BOB,
	begun,
	expectFlat,
	expectNoViolations,
	GRID,
	gridBetweenSlices,
	opened,
	passFed,
	refusalOf,
	restingPartly,
	settledFed,
	stageWith,
	stateOf,
} from '../support/stage-steps.ts';
import type { TradingStage } from '../support/trading-stage.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const d = parseDecimal;

type Terms = { readonly share?: Decimal; readonly maxSlippageBps?: Decimal };

function close(stage: TradingStage, id: string, { share = ONE, maxSlippageBps }: Terms = {}) {
	return stage.desk.close({ ...ANN, executionId: id, share, maxSlippageBps });
}

function expectFinal(answer: CloseAnswer, status: 'closed' | 'failed' = 'closed'): void {
	expect(answer).toMatchObject({ success: true, status });
	for (const figure of [answer.finalPnl, answer.finalRoiPct, answer.totalFunding, answer.durationHours])
		expect(figure).not.toBeNull();
}

describe('a close of one that is queued', () => {
	test('fails it with CANCELED and answers zeros: nothing was sent, whatever is asked again', async () => {
		const stage = stageWith();
		// Within seconds of a settlement nothing is opened.
		stage.clock.leap(Math.ceil(stage.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
		stage.feed('SOL');
		const id = await begun(stage);
		await stage.pass(100);
		const share = await refusalOf(stage, close(stage, id, { share: d('0.5') }));
		expect([share.code, share.field, stateOf(stage, id).phase]).toEqual(['NOT_CLOSABLE', 'share', 'queued']);
		const answer = await stage.settled(close(stage, id));
		expect(answer).toEqual({
			success: true,
			executionId: id,
			status: 'failed',
			message: 'CANCELED: closed by close_execution',
			finalPnl: ZERO,
			finalRoiPct: ZERO,
			totalFunding: ZERO,
			durationHours: ZERO,
		});
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await stage.settled(close(stage, id))).toEqual(answer);
		expect(await stage.settled(stage.controls.cancel(ANN, id, false))).toEqual(answer);
	});

	test('in the instant between its admission and its first step opens nothing', async () => {
		const stage = stageWith();
		const accepted = stage.execute({});
		let closing: Promise<CloseAnswer> | undefined;
		while (closing === undefined) {
			await Promise.resolve();
			const [state] = stage.driver.states();
			if (state !== undefined) closing = close(stage, state.plan.executionId);
			else await stage.pass(1);
		}
		const answer = await stage.settled(closing);
		await stage.settled(accepted);
		expectFinal(answer, stateOf(stage, answer.executionId).phase as 'closed' | 'failed');
		await passFed(stage, 5_000);
		expectFlat(stage);
	});
});

describe('a close of one that is opening', () => {
	test('of a grid between two slices closes what is open, and no slice follows', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const answer = await settledFed(stage, close(stage, id), BELOW_LEVELS);
		expectFinal(answer);
		expect(answer.message).toContain('closed by close_execution');
		const sent = stage.bybit.sentCount();
		await passFed(stage, 60_000);
		expect(stage.bybit.sentCount()).toBe(sent);
		expectFlat(stage);
		expect(await stage.settled(close(stage, id))).toEqual(answer);
	});

	test('takes a first leg that rests off the book, and closes what it had filled', async () => {
		const stage = stageWith();
		const id = await restingPartly(stage);
		expectFinal(await settledFed(stage, close(stage, id)));
		expect([stage.bybit.restingCount(), stage.kucoin.restingCount()]).toEqual([0, 0]);
		expectFlat(stage);
	});

	test('while an order is unknown proves it first: not closed in time is no success', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(stage);
		stage.kucoin.refuseReads(true);
		await stage.pass(100);
		const since = stage.clock.now();
		const answer = await settledFed(stage, close(stage, id));
		expect(stage.clock.now() - since).toBeGreaterThanOrEqual(20_000);
		expect(answer).toMatchObject({
			success: false,
			executionId: id,
			status: 'closing',
			message: expect.stringContaining('5 SOL long and 0 short are still open, and the closing goes on'),
			finalPnl: null,
			finalRoiPct: null,
			totalFunding: ZERO,
		});
		expect(answer.durationHours).toBeGreaterThan(ZERO);
		stage.kucoin.refuseReads(false);
		stage.kucoin.setFaults(NO_FAULTS);
		await passFed(stage, 60_000);
		expect(stateOf(stage, id).phase).toBe('closed');
		expectFlat(stage);
		expectFinal(await stage.settled(close(stage, id)));
	});

	test('that is filled but not confirmed flat is no success, and says so', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		// A trade of somebody else on the contract: our fills say flat, the exchange does not.
		stage.kucoin.placeByHand('SOLUSDTM', sub(stage.kucoin.positionOf('SOLUSDTM'), ONE));
		const answer = await settledFed(stage, close(stage, id), BELOW_LEVELS);
		expect(stateOf(stage, id).held).toEqual({ long: ZERO, short: ZERO });
		expect(answer).toMatchObject({ success: false, status: 'needs_attention', finalPnl: null });
		expect(answer.message).toContain('but the exchanges do not confirm yet that nothing is held');
		stage.kucoin.placeByHand('SOLUSDTM', ZERO);
		await passFed(stage, 60_000, BELOW_LEVELS);
		expectFinal(await stage.settled(close(stage, id)));
		expectFlat(stage);
	});

	test('where nothing was filled ends it as cancelled', async () => {
		const stage = stageWith();
		for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const id = await begun(stage, GRID);
		await passFed(stage, 3_000);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'opening', held: { long: ZERO, short: ZERO } });
		const answer = await settledFed(stage, close(stage, id));
		expect(answer).toMatchObject({ success: true, status: 'failed', finalPnl: ZERO });
		expect(answer.message).toBe('CANCELED: closed by close_execution');
	});

	test('while the heavier leg is being cut closes the rest too', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const id = await begun(stage);
		for (let waited = 0; stateOf(stage, id).held.long === 0n && waited < 100; waited += 1)
			await stage.pass(1);
		stage.bybit.setFaults({ ...NO_FAULTS, unfilled: 1 });
		await passFed(stage, 8_000);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'unwinding', close: undefined });
		const closing = close(stage, id);
		stage.bybit.setFaults(NO_FAULTS);
		expectFinal(await settledFed(stage, closing));
		expectFlat(stage);
	});

	test('inside a guard that nothing fills waits hedged, and one without a guard ends it', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const { held } = stateOf(stage, id);
		for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
		const first = await settledFed(stage, close(stage, id, { maxSlippageBps: ONE }), BELOW_LEVELS);
		expect([first.success, first.status]).toEqual([false, 'closing']);
		expect(stateOf(stage, id).held).toEqual(held);
		for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults(NO_FAULTS);
		expectFinal(await settledFed(stage, close(stage, id), BELOW_LEVELS));
		expectFlat(stage);
	});

	test('that cannot be written down says so, and is carried out once it can be', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		stage.breakJournal(true);
		const late = await refusalOf(stage, close(stage, id));
		expect([late.code, late.message]).toEqual([
			'STORE_UNAVAILABLE',
			expect.stringContaining('carried out as soon as it is'),
		]);
		stage.breakJournal(false);
		await passFed(stage, 30_000);
		expect(stateOf(stage, id).phase).toBe('closed');
		expectFlat(stage);
	});

	test('of a share is refused with what to do instead, and changes nothing; so is somebody else’s', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const refused = await refusalOf(stage, close(stage, id, { share: d('0.5') }));
		expect([refused.code, refused.field, refused.message]).toEqual([
			'NOT_CLOSABLE',
			'share',
			expect.stringMatching(/this one is opening.*cancel_execution and keep/),
		]);
		const other = stage.desk.close({ ...BOB, executionId: id, share: ONE, maxSlippageBps: undefined });
		expect((await refusalOf(stage, other)).code).toBe('UNKNOWN_EXECUTION');
		expect(stateOf(stage, id)).toMatchObject({ phase: 'opening', close: undefined });
	});
});

describe('a close beside another', () => {
	test('that asks for the same waits with it: both are answered the same finals', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL');
		const both = await stage.settled(Promise.all([close(stage, id), close(stage, id)]));
		expect(both[0]).toEqual(both[1]);
		expectFinal(both[0]);
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([2, 2]);
	});

	test.each([
		['an exit rule’s', { reason: 'stop_loss_pct reached', remaining: ZERO }],
		['a kill switch’s', { reason: 'closed by the operator', remaining: ZERO }],
		['an exit rule’s of a part', { reason: 'liquidation near', remaining: d('2.5') }],
	])('%s waits with it or closes the rest: flat is what it answers', async (_whose, terms) => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL');
		stage.driver.submit(id, {
			kind: 'closeRequested',
			maxSlippageBps: fromInteger(10),
			firm: false,
			...terms,
		});
		expectFinal(await stage.settled(close(stage, id)));
		expectFlat(stage);
	});

	test('of a share takes its place: all of it is closed, and both callers are told', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL');
		const [part, whole] = await stage.settled(
			Promise.all([close(stage, id, { share: d('0.5') }), close(stage, id)]),
		);
		for (const answer of [part, whole]) expectFinal(answer);
		expectFlat(stage);
	});

	test('a cancel waits with it: the opening is closed once', async () => {
		const stage = stageWith();
		const id = await gridBetweenSlices(stage);
		const [closed, canceled] = await settledFed(
			stage,
			Promise.all([close(stage, id), stage.controls.cancel(ANN, id, false)]),
			BELOW_LEVELS,
		);
		expect(canceled).toEqual(closed);
		const requests = (await stage.journal.readExecution(id)).filter(
			({ event }) => event.type === 'CloseRequested',
		);
		expect(requests).toHaveLength(1);
		expectFlat(stage);
	});

	test('with a guard that the one under way does not keep is refused, and says how to wait', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL');
		const first = close(stage, id);
		const refused = await refusalOf(stage, close(stage, id, { maxSlippageBps: fromInteger(50) }));
		expect([refused.code, refused.message]).toEqual([
			'ALREADY_CLOSING',
			expect.stringContaining('call without max_slippage_bps to wait for the end'),
		]);
		expectFinal(await stage.settled(first));
	});

	test('with the same guard waits with it', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		stage.feed('SOL');
		const guarded = { maxSlippageBps: fromInteger(20) };
		const both = await stage.settled(Promise.all([close(stage, id, guarded), close(stage, id, guarded)]));
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

/** Other things that happen within the second of the close. */
const BESIDE: Readonly<Record<string, (stage: TradingStage, id: string) => unknown>> = {
	'and nothing else': () => undefined,
	'and a second close': (stage, id) => close(stage, id).catch(() => undefined),
	'and a cancel': (stage, id) => stage.controls.cancel(ANN, id, false).catch(() => undefined),
	'and a cancel that keeps': (stage, id) => stage.controls.cancel(ANN, id, true).catch(() => undefined),
	'and a kill switch': (stage) =>
		stage.switches.halt({ target: { scope: 'service' }, reason: null, by: 'operator', closeAll: true }),
	'and an exit rule': (stage, id) =>
		stage.driver.submit(id, { kind: 'endOpening', reason: 'stop_loss_pct reached' }),
};

describe.each(Object.keys(BESIDE))(
	'a close %s at any instant of an opening, over faults and a crash',
	(beside) => {
		test.each(Array.from({ length: 24 }, (_, seed) => seed))('leaves nothing, seed %i', async (seed) => {
			const stage = stageWith(seed);
			const random = seededRandom(seed + 7_000);
			const mode = (['single-direct', 'single-delay', 'grid'] as const)[seed % 3] ?? 'grid';
			for (const venue of [stage.bybit, stage.kucoin]) {
				venue.setFaults({ ...FAULTS, readFails: 0 });
				venue.restMakers(random.chance(0.5));
			}
			const id = await begun(stage, { mode });
			for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults(FAULTS);
			await stage.pass(1 + random.below(3_000));
			const other = BESIDE[beside];
			const isFirst = random.chance(0.5);
			if (isFirst) other?.(stage, id);
			await stage.pass(random.below(40));
			const outcome = close(stage, id).catch((error: unknown) => error);
			if (!isFirst) other?.(stage, id);
			let isRestarted = false;
			if (random.chance(0.4)) {
				await stage.pass(random.below(400));
				stage.restart();
				isRestarted = true;
			}
			await passFed(stage, 40_000);
			for (const venue of [stage.bybit, stage.kucoin]) venue.setFaults(NO_FAULTS);
			await passFed(stage, 60_000);
			await outcome;
			const state = stateOf(stage, id);
			expectNoViolations(stage);
			// The close may have died with its process before it was on disk: then what is open runs, hedged.
			if (isRestarted && state.phase === 'running' && state.close === undefined) {
				expect(state.held.long).toBe(state.held.short);
				return;
			}
			expect([isEnded(state), sub(state.held.long, state.held.short)]).toEqual([true, ZERO]);
			expectFlat(stage);
		});
	},
);

/**
 * Tests canceling, changing exit rules, rerunning a failed job, and a kill switch that closes all, with faulty venues
 * and crashes.
 */
import { describe, expect, test } from 'vitest';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import { resubmission } from '../../src/engine/orders/resubmission.ts';
import { executionFigures } from '../../src/portfolio/execution-record.ts';
import type { CloseAnswer, ExecuteAnswer } from '../../src/ports/order-service.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { testPlan } from '../support/execution-plans.ts';
import {
	ANN,
	BOB,
	begun,
	expectFlat,
	fixtureWith,
	opened,
	passFed,
	refusalOf,
	settledFed,
	stateOf,
} from '../support/fixture-steps.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import type { TradingFixture } from '../support/trading-fixture.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const cancel = (fixture: TradingFixture, id: string, by = ANN, keeps = false): Promise<CloseAnswer> =>
	fixture.controls.cancel(by, id, keeps);

describe('cancelling', () => {
	test('fails a queued execution with CANCELED and no order sent', async () => {
		const fixture = fixtureWith();
		// Nothing opens within seconds of a settlement.
		fixture.clock.leap(Math.ceil(fixture.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
		fixture.feed('SOL');
		const id = await begun(fixture);
		await fixture.pass(100);
		expect(stateOf(fixture, id).phase).toBe('queued');
		const answer = await fixture.settled(cancel(fixture, id));
		expect(answer).toMatchObject({ success: true, status: 'failed' });
		expect(textOf(answer.message)).toBe('CANCELED: by cancel_execution');
		expect([fixture.bybit.sentCount(), fixture.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await fixture.settled(cancel(fixture, id))).toEqual(answer);
	});

	test('unwinds an opening and returns its final figures', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(fixture);
		await fixture.pass(200);
		fixture.kucoin.setFaults(NO_FAULTS);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
		const answer = await settledFed(fixture, cancel(fixture, id));
		expect(answer).toMatchObject({ success: true, status: 'closed', executionId: id });
		expect(answer.finalPnl).toBeLessThan(ZERO);
		expectFlat(fixture);
		expect(stateOf(fixture, id).reason).toContain('cancel_execution');
		expect(await fixture.settled(cancel(fixture, id))).toEqual(answer);
	});

	test('stops waiting at its time limit and continues in the background', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(fixture);
		fixture.kucoin.refuseReads(true);
		await fixture.pass(100);
		const since = fixture.clock.now();
		const answer = await settledFed(fixture, cancel(fixture, id));
		expect(fixture.clock.now() - since).toBeGreaterThanOrEqual(20_000);
		expect(answer).toMatchObject({
			success: false,
			status: 'closing',
			finalPnl: null,
			totalFunding: ZERO,
			message: { text: expect.stringContaining('is closing its filled part') },
		});
		fixture.kucoin.refuseReads(false);
		fixture.kucoin.setFaults(NO_FAULTS);
		await passFed(fixture, 60_000);
		expect(isEnded(stateOf(fixture, id))).toBe(true);
		expectFlat(fixture);
	});

	test('is refused for a running, closing or ended execution, and for another user’s', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		const running = await refusalOf(fixture, cancel(fixture, id));
		expect([running.code, running.message]).toEqual([
			'NOT_CANCELABLE',
			expect.stringContaining('close_execution'),
		]);
		expect((await refusalOf(fixture, cancel(fixture, id, BOB))).code).toBe('UNKNOWN_EXECUTION');
		const closing = fixture.orderService.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await fixture.pass(5);
		expect((await refusalOf(fixture, cancel(fixture, id))).code).toBe('ALREADY_CLOSING');
		await fixture.settled(closing);
		expect((await refusalOf(fixture, cancel(fixture, id))).message).toContain('has ended');
		expectFlat(fixture);
	});

	test('reports when it cannot be journaled, and is carried out once it can be', async () => {
		const fixture = fixtureWith();
		fixture.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(fixture);
		await fixture.pass(100);
		fixture.breakJournal(true);
		const late = await refusalOf(fixture, cancel(fixture, id));
		expect([late.code, late.message]).toEqual([
			'STORE_UNAVAILABLE',
			expect.stringContaining('It runs once it is saved'),
		]);
		expect((await refusalOf(fixture, cancel(fixture, id))).message).toContain('nothing was canceled');
		fixture.breakJournal(false);
		await passFed(fixture, 30_000);
		expect(isEnded(stateOf(fixture, id))).toBe(true);
		expectFlat(fixture);
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

describe.each(['a cancel', 'a kill switch'])('%s at any instant, with faults and a crash', (asked) => {
	test.each(Array.from({ length: 40 }, (_, seed) => seed))(
		'leaves no unhedged leg, seed %i',
		async (seed) => {
			const fixture = fixtureWith(seed);
			const random = seededRandom(seed + 1_000);
			fixture.bybit.setFaults({ ...FAULTS, readFails: 0 });
			fixture.kucoin.setFaults({ ...FAULTS, readFails: 0 });
			const id = await begun(fixture);
			fixture.bybit.setFaults(FAULTS);
			fixture.kucoin.setFaults(FAULTS);
			await fixture.pass(1 + random.below(3_000));
			const done =
				asked === 'a cancel'
					? cancel(fixture, id)
					: fixture.switches.halt({
							target: { scope: 'service' },
							reason: null,
							by: 'operator',
							closeAll: true,
						});
			const outcome = done.catch((error: unknown) => error);
			if (random.chance(0.4)) {
				await fixture.pass(random.below(400));
				fixture.restart();
			}
			await passFed(fixture, 40_000);
			fixture.bybit.setFaults(NO_FAULTS);
			fixture.kucoin.setFaults(NO_FAULTS);
			await passFed(fixture, 40_000);
			await outcome;
			const state = stateOf(fixture, id);
			expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
			// If the cancel came too late, or was lost in a crash before it was on disk, the entire position keeps
			// running.
			if (asked === 'a cancel' && state.phase === 'running' && state.close === undefined) {
				expect(state.held.long).toBe(state.held.short);
				return;
			}
			expect(isEnded(state)).toBe(true);
			expectFlat(fixture);
		},
	);
});

describe('exit rules', () => {
	const rules = { maxEpochs: 2, closeOnReversal: false } as const;

	test('are changed one by one: an omitted rule stays, null removes it, and the journal records the change', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture, { exit: rules });
		const answer = await fixture.settled(
			fixture.controls.updateExit(ANN, id, { maxHours: fromInteger(30), maxEpochs: null }),
		);
		expect(answer.exit).toEqual({
			maxHours: fromInteger(30),
			maxEpochs: null,
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: false,
			minLiquidationDistancePct: null,
			minSpreadAprPct: null,
			minNetAprPct: null,
		});
		fixture.restart();
		expect(stateOf(fixture, id).exit).toMatchObject({ maxHours: fromInteger(30), maxEpochs: null });
	});

	test('are part of the execution’s record: as opened, as changed, after a restart, and after its end', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture, { exit: rules });
		const recorded = () => executionFigures(stateOf(fixture, id)).exit;
		expect(recorded()).toEqual({
			maxHours: null,
			maxEpochs: 2,
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: false,
			minLiquidationDistancePct: null,
			minSpreadAprPct: null,
			minNetAprPct: null,
		});
		const { exit: changed } = await fixture.settled(
			fixture.controls.updateExit(ANN, id, { stopLossPct: fromInteger(5), closeOnReversal: true }),
		);
		expect(recorded()).toEqual(changed);
		const { exit: continued } = await fixture.settled(fixture.controls.continueEpoch(ANN, id));
		expect([continued.maxEpochs, recorded()]).toEqual([3, continued]);
		fixture.restart();
		expect(recorded()).toEqual(continued);
		const whole = { executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
		await fixture.settled(fixture.orderService.close({ ...ANN, ...whole }));
		expect([isEnded(stateOf(fixture, id)), recorded()]).toEqual([true, continued]);
	});

	test.each([
		['ends before the first funding interval', { maxHours: fromInteger(3) }, 'exit.max_hours'],
		['reaches the whole capital', { stopLossPct: fromInteger(100) }, 'exit.stop_loss_pct'],
		['equals the cost of opening and closing', { stopLossPct: parseDecimal('0.1') }, 'exit.stop_loss_pct'],
		[
			'equals the distance at entry',
			{ minLiquidationDistancePct: fromInteger(100) },
			'exit.min_liquidation_distance_pct',
		],
	])('are refused without a change when impossible: a rule that %s', async (_what, change, field) => {
		const fixture = fixtureWith();
		const id = await opened(fixture, { exit: rules });
		const refused = await refusalOf(fixture, fixture.controls.updateExit(ANN, id, change));
		expect([refused.code, refused.field]).toEqual(['INVALID_PARAMS', field]);
		expect(stateOf(fixture, id).exit).toEqual(stateOf(fixture, id).plan.exit);
	});

	test('cannot be changed on a closing or ended execution, or another user’s', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture, { exit: rules });
		const change = () => fixture.controls.updateExit(ANN, id, { maxEpochs: 3 });
		expect((await refusalOf(fixture, fixture.controls.updateExit(BOB, id, { maxEpochs: 3 }))).code).toBe(
			'UNKNOWN_EXECUTION',
		);
		const closing = fixture.orderService.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await fixture.pass(5);
		expect((await refusalOf(fixture, change())).code).toBe('EXIT_NOT_CHANGEABLE');
		await fixture.settled(closing);
		expect((await refusalOf(fixture, change())).code).toBe('EXIT_NOT_CHANGEABLE');
	});

	test('two calls at the same instant add two funding intervals', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture, { exit: rules });
		const both = Promise.all([
			fixture.controls.continueEpoch(ANN, id),
			fixture.controls.continueEpoch(ANN, id),
		]);
		expect((await fixture.settled(both)).map(({ exit }) => exit.maxEpochs)).toEqual([3, 4]);
		expect(stateOf(fixture, id).exit.maxEpochs).toBe(4);
	});

	test('adds a funding interval only to a running execution that has max_epochs', async () => {
		const fixture = fixtureWith();
		const id = await opened(fixture);
		expect((await refusalOf(fixture, fixture.controls.continueEpoch(ANN, id))).message).toContain(
			'update_exit',
		);
		fixture.breakJournal(true);
		const late = refusalOf(fixture, fixture.controls.updateExit(ANN, id, { maxEpochs: 3 }));
		expect((await late).code).toBe('STORE_UNAVAILABLE');
		fixture.breakJournal(false);
		await fixture.pass(1_000);
		// The request is carried out once it can be written.
		expect(stateOf(fixture, id).exit.maxEpochs).toBe(3);
		const closing = fixture.orderService.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await fixture.settled(closing);
		expect((await refusalOf(fixture, fixture.controls.continueEpoch(ANN, id))).code).toBe('NOT_CONTINUABLE');
	});
});

describe('a failed job', () => {
	async function failed(fixture: TradingFixture): Promise<string> {
		fixture.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
		fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const { executionId: id, jobId: job } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		await passFed(fixture, 6_000);
		expect(stateOf(fixture, id).phase).toBe('failed');
		fixture.bybit.setFaults(NO_FAULTS);
		fixture.kucoin.setFaults(NO_FAULTS);
		fixture.feed('SOL');
		return job;
	}

	test('is rerun only once, even with repeated calls: at the same instant, later, after a restart', async () => {
		const fixture = fixtureWith();
		const job = await failed(fixture);
		const [first, second] = await fixture.settled(
			Promise.all([fixture.controls.resubmit(ANN, job), fixture.controls.resubmit(ANN, job)]),
		);
		expect(second).toEqual(first);
		await passFed(fixture, 2_000);
		expect(stateOf(fixture, first?.executionId ?? '').phase).toBe('running');
		expect(await fixture.settled(fixture.controls.resubmit(ANN, job))).toEqual(first);
		fixture.restart();
		expect(await fixture.settled(fixture.controls.resubmit(ANN, job))).toEqual(first);
		expect(await fixture.journal.openExecutions()).toHaveLength(1);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
	});

	test('passes the same risk gate, and can be rerun after a refusal', async () => {
		const fixture = fixtureWith();
		const job = await failed(fixture);
		fixture.connected.delete('kucoin');
		expect((await refusalOf(fixture, fixture.controls.resubmit(ANN, job))).code).toBe(
			'EXCHANGE_NOT_CONNECTED',
		);
		fixture.connected.add('kucoin');
		expect((await fixture.settled(fixture.controls.resubmit(ANN, job))).status).toBe('queued');
	});

	test('cannot be rerun if it did not fail or belongs to another user', async () => {
		const fixture = fixtureWith();
		const { jobId: job } = (await fixture.settled(fixture.execute({}))) as ExecuteAnswer;
		await passFed(fixture, 1_000);
		expect((await refusalOf(fixture, fixture.controls.resubmit(ANN, job))).code).toBe('NOT_RESUBMITTABLE');
		expect((await refusalOf(fixture, fixture.controls.resubmit(BOB, job))).code).toBe('UNKNOWN_JOB');
		expect((await refusalOf(fixture, fixture.controls.resubmit(ANN, 'job_none'))).code).toBe('UNKNOWN_JOB');
	});

	test('keeps its guards and exit rules, under a key that no caller can choose', () => {
		const plan = testPlan({
			seedHex: '0123456789abcdef01234567',
			longLot: '0.1',
			shortLot: '0.1',
			quantity: '12',
		});
		const request = resubmission(
			{
				...plan,
				exit: { ...plan.exit, maxEpochs: 4 },
				guards: { minNetApr: parseDecimal('0.05'), onlyIfTrade: true, isAnyDirection: true },
			},
			ANN,
		);
		expect(request).toMatchObject({
			userId: plan.userId,
			amount: plan.amount,
			minNetApr: parseDecimal('0.05'),
			onlyIfTrade: true,
			isAnyDirection: true,
			exit: { maxEpochs: 4, closeOnReversal: false },
		});
		expect(request.idempotencyKey?.length).toBeGreaterThan(64);
	});
});

test('returns the requested number of journal events to the execution’s owner, newest last', async () => {
	const fixture = fixtureWith();
	const id = await opened(fixture);
	const whole = await fixture.controls.history(ANN.userId, id, 1_000);
	expect(whole.events).toHaveLength(whole.total);
	expect(whole.events[0]?.event.type).toBe('ExecutionPlanned');
	expect(await fixture.controls.history(ANN.userId, id, 2)).toEqual({
		events: whole.events.slice(-2),
		total: whole.total,
		agentId: null,
	});
	await expect(fixture.controls.history('user_b', id, 2)).rejects.toThrow('must name one of your executions');
});

/** Cancelling, changing exit rules, running a failed job again, and a kill switch that closes all: over faulty venues and crashes. */
import { describe, expect, test } from 'vitest';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import { resubmission } from '../../src/engine/orders/resubmission.ts';
import { executionFigures } from '../../src/portfolio/execution-record.ts';
import type { CloseAnswer, ExecuteAnswer } from '../../src/ports/desk.ts';
import { testPlan } from '../support/execution-plans.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { seededRandom } from '../support/seeded-random.ts';
import {
	ANN,
	BOB,
	begun,
	expectFlat,
	opened,
	passFed,
	refusalOf,
	settledFed,
	stageWith,
	stateOf,
} from '../support/stage-steps.ts';
import type { TradingStage } from '../support/trading-stage.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const cancel = (stage: TradingStage, id: string, by = ANN, keeps = false): Promise<CloseAnswer> =>
	stage.controls.cancel(by, id, keeps);

describe('cancelling', () => {
	test('one that is queued fails it with CANCELED, and nothing was sent', async () => {
		const stage = stageWith();
		// Within seconds of a settlement nothing is opened.
		stage.clock.leap(Math.ceil(stage.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
		stage.feed('SOL');
		const id = await begun(stage);
		await stage.pass(100);
		expect(stateOf(stage, id).phase).toBe('queued');
		const answer = await stage.settled(cancel(stage, id));
		expect(answer).toMatchObject({
			success: true,
			status: 'failed',
			message: 'CANCELED: by cancel_execution',
		});
		expect([stage.bybit.sentCount(), stage.kucoin.sentCount()]).toEqual([0, 0]);
		expect(await stage.settled(cancel(stage, id))).toEqual(answer);
	});

	test('one that is opening unwinds it, and answers its finals', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(stage);
		await stage.pass(200);
		stage.kucoin.setFaults(NO_FAULTS);
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
		const answer = await settledFed(stage, cancel(stage, id));
		expect(answer).toMatchObject({ success: true, status: 'closed', executionId: id });
		expect(answer.finalPnl).toBeLessThan(ZERO);
		expectFlat(stage);
		expect(stateOf(stage, id).reason).toContain('cancel_execution');
		expect(await stage.settled(cancel(stage, id))).toEqual(answer);
	});

	test('waits so long and no longer: what it asked goes on', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(stage);
		stage.kucoin.refuseReads(true);
		await stage.pass(100);
		const since = stage.clock.now();
		const answer = await settledFed(stage, cancel(stage, id));
		expect(stage.clock.now() - since).toBeGreaterThanOrEqual(20_000);
		expect(answer).toMatchObject({
			success: false,
			status: 'closing',
			finalPnl: null,
			totalFunding: ZERO,
			message: expect.stringContaining('is being closed'),
		});
		stage.kucoin.refuseReads(false);
		stage.kucoin.setFaults(NO_FAULTS);
		await passFed(stage, 60_000);
		expect(isEnded(stateOf(stage, id))).toBe(true);
		expectFlat(stage);
	});

	test('one that runs, is closing or has ended is refused, and so is somebody else’s', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		const running = await refusalOf(stage, cancel(stage, id));
		expect([running.code, running.message]).toEqual([
			'NOT_CANCELABLE',
			expect.stringContaining('close_execution'),
		]);
		expect((await refusalOf(stage, cancel(stage, id, BOB))).code).toBe('UNKNOWN_EXECUTION');
		const closing = stage.desk.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await stage.pass(5);
		expect((await refusalOf(stage, cancel(stage, id))).code).toBe('ALREADY_CLOSING');
		await stage.settled(closing);
		expect((await refusalOf(stage, cancel(stage, id))).message).toContain('has ended');
		expectFlat(stage);
	});

	test('that cannot be written says so, and is carried out once it can be', async () => {
		const stage = stageWith();
		stage.kucoin.setFaults({ ...NO_FAULTS, lostRequest: 1 });
		const id = await begun(stage);
		await stage.pass(100);
		stage.breakJournal(true);
		const late = await refusalOf(stage, cancel(stage, id));
		expect([late.code, late.message]).toEqual([
			'STORE_UNAVAILABLE',
			expect.stringContaining('as soon as it is'),
		]);
		expect((await refusalOf(stage, cancel(stage, id))).message).toContain('nothing is canceled');
		stage.breakJournal(false);
		await passFed(stage, 30_000);
		expect(isEnded(stateOf(stage, id))).toBe(true);
		expectFlat(stage);
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

describe.each(['a cancel', 'a kill switch'])('%s at any instant, over faults and a crash', (asked) => {
	test.each(Array.from({ length: 40 }, (_, seed) => seed))('leaves nothing, seed %i', async (seed) => {
		const stage = stageWith(seed);
		const random = seededRandom(seed + 1_000);
		stage.bybit.setFaults({ ...FAULTS, readFails: 0 });
		stage.kucoin.setFaults({ ...FAULTS, readFails: 0 });
		const id = await begun(stage);
		stage.bybit.setFaults(FAULTS);
		stage.kucoin.setFaults(FAULTS);
		await stage.pass(1 + random.below(3_000));
		const done =
			asked === 'a cancel'
				? cancel(stage, id)
				: stage.switches.halt({
						target: { scope: 'service' },
						reason: null,
						by: 'operator',
						closeAll: true,
					});
		const outcome = done.catch((error: unknown) => error);
		if (random.chance(0.4)) {
			await stage.pass(random.below(400));
			stage.restart();
		}
		await passFed(stage, 40_000);
		stage.bybit.setFaults(NO_FAULTS);
		stage.kucoin.setFaults(NO_FAULTS);
		await passFed(stage, 40_000);
		await outcome;
		const state = stateOf(stage, id);
		expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
		// A cancel may have come too late, or died with its process before it was on disk: then the whole position runs.
		if (asked === 'a cancel' && state.phase === 'running' && state.close === undefined) {
			expect(state.held.long).toBe(state.held.short);
			return;
		}
		expect(isEnded(state)).toBe(true);
		expectFlat(stage);
	});
});

describe('exit rules', () => {
	const rules = { maxEpochs: 2, closeOnReversal: false } as const;

	test('are changed one by one: what is left out stays, null removes; the journal holds the change', async () => {
		const stage = stageWith();
		const id = await opened(stage, { exit: rules });
		const answer = await stage.settled(
			stage.controls.updateExit(ANN, id, { maxHours: fromInteger(30), maxEpochs: null }),
		);
		expect(answer.exit).toEqual({
			maxHours: fromInteger(30),
			maxEpochs: null,
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: false,
			minLiquidationDistancePct: null,
		});
		stage.restart();
		expect(stateOf(stage, id).exit).toMatchObject({ maxHours: fromInteger(30), maxEpochs: null });
	});

	test('in force stand in the record of the execution: as opened, as changed, after a start, and once it has ended', async () => {
		const stage = stageWith();
		const id = await opened(stage, { exit: rules });
		const recorded = () => executionFigures(stateOf(stage, id)).exit;
		expect(recorded()).toEqual({
			maxHours: null,
			maxEpochs: 2,
			takeProfitPct: null,
			stopLossPct: null,
			closeOnReversal: false,
			minLiquidationDistancePct: null,
		});
		const { exit: changed } = await stage.settled(
			stage.controls.updateExit(ANN, id, { stopLossPct: fromInteger(5), closeOnReversal: true }),
		);
		expect(recorded()).toEqual(changed);
		const { exit: continued } = await stage.settled(stage.controls.continueEpoch(ANN, id));
		expect([continued.maxEpochs, recorded()]).toEqual([3, continued]);
		stage.restart();
		expect(recorded()).toEqual(continued);
		const whole = { executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
		await stage.settled(stage.desk.close({ ...ANN, ...whole }));
		expect([isEnded(stateOf(stage, id)), recorded()]).toEqual([true, continued]);
	});

	test.each([
		['ends before the first epoch', { maxHours: fromInteger(3) }, 'exit.max_hours'],
		['is beyond the whole capital', { stopLossPct: fromInteger(100) }, 'exit.stop_loss_pct'],
		['is what opening and closing cost', { stopLossPct: parseDecimal('0.1') }, 'exit.stop_loss_pct'],
		[
			'is the distance at entry',
			{ minLiquidationDistancePct: fromInteger(100) },
			'exit.min_liquidation_distance_pct',
		],
	])('that cannot be meant are refused and change nothing: one that %s', async (_what, change, field) => {
		const stage = stageWith();
		const id = await opened(stage, { exit: rules });
		const refused = await refusalOf(stage, stage.controls.updateExit(ANN, id, change));
		expect([refused.code, refused.field]).toEqual(['INVALID_PARAMS', field]);
		expect(stateOf(stage, id).exit).toEqual(stateOf(stage, id).plan.exit);
	});

	test('of one that is being closed, has ended or is somebody else’s are not changed', async () => {
		const stage = stageWith();
		const id = await opened(stage, { exit: rules });
		const change = () => stage.controls.updateExit(ANN, id, { maxEpochs: 3 });
		expect((await refusalOf(stage, stage.controls.updateExit(BOB, id, { maxEpochs: 3 }))).code).toBe(
			'UNKNOWN_EXECUTION',
		);
		const closing = stage.desk.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await stage.pass(5);
		expect((await refusalOf(stage, change())).code).toBe('EXIT_NOT_CHANGEABLE');
		await stage.settled(closing);
		expect((await refusalOf(stage, change())).code).toBe('EXIT_NOT_CHANGEABLE');
	});

	test('two calls at the same instant add two epochs', async () => {
		const stage = stageWith();
		const id = await opened(stage, { exit: rules });
		const both = Promise.all([stage.controls.continueEpoch(ANN, id), stage.controls.continueEpoch(ANN, id)]);
		expect((await stage.settled(both)).map(({ exit }) => exit.maxEpochs)).toEqual([3, 4]);
		expect(stateOf(stage, id).exit.maxEpochs).toBe(4);
	});

	test('an epoch is added only where max_epochs would end one that runs', async () => {
		const stage = stageWith();
		const id = await opened(stage);
		expect((await refusalOf(stage, stage.controls.continueEpoch(ANN, id))).message).toContain('update_exit');
		stage.breakJournal(true);
		const late = refusalOf(stage, stage.controls.updateExit(ANN, id, { maxEpochs: 3 }));
		expect((await late).code).toBe('STORE_UNAVAILABLE');
		stage.breakJournal(false);
		await stage.pass(1_000);
		// What was asked is done once it can be written.
		expect(stateOf(stage, id).exit.maxEpochs).toBe(3);
		const closing = stage.desk.close({
			...ANN,
			executionId: id,
			maxSlippageBps: undefined,
			share: fromInteger(1),
		});
		await stage.settled(closing);
		expect((await refusalOf(stage, stage.controls.continueEpoch(ANN, id))).code).toBe('NOT_CONTINUABLE');
	});
});

describe('a failed job', () => {
	async function failed(stage: TradingStage): Promise<string> {
		stage.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
		stage.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const { executionId: id, jobId: job } = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		await passFed(stage, 6_000);
		expect(stateOf(stage, id).phase).toBe('failed');
		stage.bybit.setFaults(NO_FAULTS);
		stage.kucoin.setFaults(NO_FAULTS);
		stage.feed('SOL');
		return job;
	}

	test('is run again once, however often it is asked: at the same instant, later, after a restart', async () => {
		const stage = stageWith();
		const job = await failed(stage);
		const [first, second] = await stage.settled(
			Promise.all([stage.controls.resubmit(ANN, job), stage.controls.resubmit(ANN, job)]),
		);
		expect(second).toEqual(first);
		await passFed(stage, 2_000);
		expect(stateOf(stage, first?.executionId ?? '').phase).toBe('running');
		expect(await stage.settled(stage.controls.resubmit(ANN, job))).toEqual(first);
		stage.restart();
		expect(await stage.settled(stage.controls.resubmit(ANN, job))).toEqual(first);
		expect(await stage.journal.openExecutions()).toHaveLength(1);
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(fromInteger(5));
	});

	test('goes through the same gate: refused, it may be asked again', async () => {
		const stage = stageWith();
		const job = await failed(stage);
		stage.connected.delete('kucoin');
		expect((await refusalOf(stage, stage.controls.resubmit(ANN, job))).code).toBe('EXCHANGE_NOT_CONNECTED');
		stage.connected.add('kucoin');
		expect((await stage.settled(stage.controls.resubmit(ANN, job))).status).toBe('queued');
	});

	test('that did not fail, or is somebody else’s, is not run', async () => {
		const stage = stageWith();
		const { jobId: job } = (await stage.settled(stage.execute({}))) as ExecuteAnswer;
		await passFed(stage, 1_000);
		expect((await refusalOf(stage, stage.controls.resubmit(ANN, job))).code).toBe('NOT_RESUBMITTABLE');
		expect((await refusalOf(stage, stage.controls.resubmit(BOB, job))).code).toBe('UNKNOWN_JOB');
		expect((await refusalOf(stage, stage.controls.resubmit(ANN, 'job_none'))).code).toBe('UNKNOWN_JOB');
	});

	test('keeps its guards and its rules, under a key that no caller can have chosen', () => {
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
				guards: { minNetApr: parseDecimal('0.05'), onlyIfTrade: true },
			},
			ANN,
		);
		expect(request).toMatchObject({
			userId: plan.userId,
			amount: plan.amount,
			minNetApr: parseDecimal('0.05'),
			onlyIfTrade: true,
			exit: { maxEpochs: 4, closeOnReversal: false },
		});
		expect(request.idempotencyKey?.length).toBeGreaterThan(64);
	});
});

test('the journal of an execution is read newest last, as many events as asked, by its owner', async () => {
	const stage = stageWith();
	const id = await opened(stage);
	const whole = await stage.controls.history(ANN.userId, id, 1_000);
	expect(whole.events).toHaveLength(whole.total);
	expect(whole.events[0]?.event.type).toBe('ExecutionPlanned');
	expect(await stage.controls.history(ANN.userId, id, 2)).toEqual({
		events: whole.events.slice(-2),
		total: whole.total,
		agentId: null,
	});
	await expect(stage.controls.history('user_b', id, 2)).rejects.toThrow('no execution of yours');
});

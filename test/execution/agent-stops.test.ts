/** Stopping an agent: nothing more is opened for it, whatever was under way, over faults, full disks and crashes; what runs runs on. */

import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { AgentStopEffect, ExecuteAnswer, ExecuteRequest } from '../../src/ports/desk.ts';
import { agentWith, asker } from '../support/agents.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { stateOf } from '../support/stage-steps.ts';
import { createTradingStage, type RiskChange, type TradingStage } from '../support/trading-stage.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const ANN = 'user_a';
const AGENT = agentWith();
const OTHER = agentWith({}, 'agent_2');
const d = parseDecimal;

function stageWith(risk: RiskChange = {}, seed = 20_261_202): TradingStage {
	const stage = createTradingStage(seed, risk);
	stage.feed('SOL');
	return stage;
}

async function begun(stage: TradingStage, change: Partial<ExecuteRequest> = {}): Promise<string> {
	return ((await stage.settled(stage.execute({ agent: AGENT, ...change }))) as ExecuteAnswer).executionId;
}

async function refusalOf(stage: TradingStage, call: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await stage.settled(Promise.allSettled([call]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Virtual time with books that stay current. */
async function passFed(stage: TradingStage, ms: number): Promise<void> {
	for (let left = ms; left > 0; left -= 500) {
		stage.feed('SOL');
		await stage.pass(Math.min(left, 500));
	}
}

async function running(stage: TradingStage, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const id = await begun(stage, change);
	await passFed(stage, 2_000);
	expect(stateOf(stage, id).phase).toBe('running');
	return id;
}

/** Its owner stops it: the word first, then what follows from it. */
function stop(stage: TradingStage, agentId = AGENT.agentId): Promise<AgentStopEffect> {
	stage.stoppedAgents.add(agentId);
	return stage.controls.stopAgent(ANN, agentId);
}

/** Orders of agents that increased a position by the plan, and have left for a venue. */
function openingOrdersSent(stage: TradingStage): number {
	return [...stage.told.values()]
		.filter(({ plan }) => plan.userId === ANN && plan.agentId === AGENT.agentId)
		.flatMap(({ orders }) => orders)
		.filter(({ purpose, clientOrderId }) => {
			const isSent = stage.bybit.wasSent(clientOrderId) || stage.kucoin.wasSent(clientOrderId);
			return purpose === 'open' && isSent;
		}).length;
}

function expectNoViolations(stage: TradingStage): void {
	expect([...stage.bybit.violations, ...stage.kucoin.violations]).toEqual([]);
}

/** Seconds before a settlement nothing is opened: what is admitted is queued. */
function queueingStage(): TradingStage {
	const stage = stageWith();
	stage.clock.leap(Math.ceil(stage.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
	stage.feed('SOL');
	return stage;
}

/** A grid of eight slices, of which some are open. */
async function openingGrid(stage: TradingStage): Promise<string> {
	const id = await begun(stage, { mode: 'grid', amount: fromInteger(4_000) });
	for (let waited = 0; stateOf(stage, id).held.short === 0n && waited < 100; waited += 1) await stage.pass(5);
	expect(stateOf(stage, id)).toMatchObject({ phase: 'opening', openingEnded: null });
	return id;
}

/** The first leg rests on bybit's book. */
async function restingMaker(stage: TradingStage): Promise<string> {
	stage.bybit.restMakers(true);
	const id = await begun(stage, { mode: 'single-delay' });
	await passFed(stage, 500);
	expect(stage.bybit.restingCount()).toBe(1);
	return id;
}

describe('a stopped agent', () => {
	test('opens nothing: what it calls is refused before anything is read; its owner and other agents go on', async () => {
		const stage = stageWith();
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [] });
		const refused = await refusalOf(stage, stage.execute({ agent: AGENT }));
		expect(refused).toMatchObject({
			code: 'AGENT_NOT_ALLOWED',
			message: 'The agent agent_1 is stopped by its owner, so nothing is opened for it.',
			facts: { agentId: 'agent_1' },
		});
		expect(await stage.journal.openExecutions()).toEqual([]);
		await running(stage, { agent: undefined });
		await running(stage, { agent: OTHER });
	});

	test('is answered a key that was answered before the same, and its failed jobs are run again by its owner alone', async () => {
		const stage = stageWith();
		stage.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
		stage.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const call = () => stage.execute({ agent: AGENT, idempotencyKey: 'k' });
		const first = (await stage.settled(call())) as ExecuteAnswer;
		await passFed(stage, 6_000);
		stage.bybit.setFaults(NO_FAULTS);
		stage.kucoin.setFaults(NO_FAULTS);
		await stage.settled(stop(stage));
		expect(await stage.settled(call())).toEqual(first);
		const again = stage.controls.resubmit(asker(AGENT), first.jobId);
		expect((await refusalOf(stage, again)).code).toBe('AGENT_NOT_ALLOWED');
		const rerun = await stage.settled(stage.controls.resubmit(asker(), first.jobId));
		expect(rerun.status).toBe('queued');
	});

	test('has no further slice opened by the word alone, before anybody has ended what it opens', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		stage.stoppedAgents.add(AGENT.agentId);
		await passFed(stage, 30_000);
		const { held, plan, phase, openingEnded } = stateOf(stage, id);
		expect({ phase, openingEnded }).toEqual({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(held.long < plan.quantity).toBe(true);
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [] });
	});

	test('must be one before what it opens is ended: else more would follow', async () => {
		const stage = stageWith();
		await expect(stage.controls.stopAgent(ANN, AGENT.agentId)).rejects.toThrow('Invariant broken');
	});
});

describe('stopping ends', () => {
	test('what is queued: it fails with CANCELED, and nothing was sent', async () => {
		const stage = queueingStage();
		const id = await begun(stage);
		const [owners, others] = [await begun(stage, { agent: undefined }), await begun(stage, { agent: OTHER })];
		await stage.pass(100);
		expect(stateOf(stage, id).phase).toBe('queued');
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [id], openingEnded: [] });
		expect(stateOf(stage, id)).toMatchObject({
			phase: 'failed',
			reason: 'CANCELED: its agent was stopped',
			orders: [],
		});
		await passFed(stage, 60_000);
		expect([stateOf(stage, owners).phase, stateOf(stage, others).phase]).toEqual(['running', 'running']);
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(fromInteger(10));
	});

	test('a grid after the slice that is under way: what is open is balanced, runs on, and is closed by its owner', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(stage, 30_000);
		const { phase, held, plan, openingEnded, close } = stateOf(stage, id);
		expect({ phase, openingEnded, close }).toEqual({
			phase: 'running',
			openingEnded: 'its agent was stopped',
			close: undefined,
		});
		expect(held.long).toBe(held.short);
		expect(held.long > 0n && held.long < plan.quantity).toBe(true);
		const closing = { executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
		expect((await stage.settled(stage.desk.close({ ...asker(), ...closing }))).status).toBe('closed');
		expect(stage.bybit.positionOf('SOLUSDT')).toBe(ZERO);
		expectNoViolations(stage);
	});

	test('a first leg that rests: its order leaves the book, and what it filled until then is hedged and runs', async () => {
		const stage = stageWith();
		const id = await restingMaker(stage);
		stage.bybit.fillResting(d('2'));
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(stage, 5_000);
		expect(stage.bybit.restingCount()).toBe(0);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'running', held: { long: d('2'), short: d('2') } });
		expectNoViolations(stage);
	});

	test('one of which nothing was filled: it fails, flat by the venues’ own word', async () => {
		const stage = stageWith();
		const id = await restingMaker(stage);
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(stage, 5_000);
		expect(stage.bybit.restingCount()).toBe(0);
		expect(stateOf(stage, id)).toMatchObject({
			phase: 'failed',
			reason: 'Nothing was opened: its agent was stopped.',
		});
	});

	test('nothing that runs: its rules go on, and no order of it is sent', async () => {
		const stage = stageWith();
		const id = await running(stage, { exit: { maxHours: d('0.02') } });
		const before = stateOf(stage, id);
		const sent = stage.bybit.sentCount();
		expect(await stage.settled(stop(stage))).toEqual({ canceled: [], openingEnded: [] });
		await passFed(stage, 10_000);
		expect(stateOf(stage, id)).toEqual(before);
		expect(stage.bybit.sentCount()).toBe(sent);
		await passFed(stage, 80_000);
		expect(stateOf(stage, id)).toMatchObject({
			phase: 'closed',
			reason: expect.stringContaining('max_hours'),
		});
	});

	test('what another user’s agent of the same id opens not', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		stage.stoppedAgents.add(AGENT.agentId);
		expect(await stage.settled(stage.controls.stopAgent('user_b', AGENT.agentId))).toEqual({
			canceled: [],
			openingEnded: [],
		});
		expect(stateOf(stage, id).openingEnded).toBeNull();
	});

	test('what it can write down: else it says so, nothing more is opened, and it is written as soon as it can be', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		stage.breakJournal(true);
		const refused = refusalOf(stage, stop(stage));
		expect((await refused).code).toBe('STORE_UNAVAILABLE');
		const sent = openingOrdersSent(stage);
		stage.breakJournal(false);
		await passFed(stage, 30_000);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(openingOrdersSent(stage)).toBe(sent);
		expectNoViolations(stage);
	});
});

// Between the check and the journal, between the journal and the engine: none of these turns lets an order out.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
	'a call that is under way when its agent is stopped opens nothing, %i turns in',
	async (turns) => {
		const stage = stageWith();
		// Accounts are kept fresh while something runs: the call waits for no venue.
		await running(stage, { agent: undefined });
		await passFed(stage, 4_000);
		stage.feed('SOL');
		const call = stage.execute({ agent: AGENT, mode: 'grid', amount: fromInteger(4_000) });
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		await Promise.all([stop(stage), call.catch(() => undefined)]);
		const sent = openingOrdersSent(stage);
		await passFed(stage, 30_000);
		expect(openingOrdersSent(stage)).toBe(sent);
		// One that was admitted and sent nothing was cancelled, however far it had come; the owner's runs on.
		if (sent === 0) {
			const ended = await stage.journal.userExecutions(ANN, { ended: true, offset: 0, limit: 10 });
			for (const { executionId } of ended)
				expect(stateOf(stage, executionId).reason).toBe('CANCELED: its agent was stopped');
			expect(await stage.journal.openExecutions()).toHaveLength(1);
		}
		expectNoViolations(stage);
	},
);

test('a call that is still reading when its agent is stopped is refused, and nothing of it is journaled', async () => {
	const stage = stageWith();
	const call = refusalOf(stage, stage.execute({ agent: AGENT, idempotencyKey: 'k' }));
	await stop(stage);
	expect((await call).code).toBe('AGENT_NOT_ALLOWED');
	expect(await stage.journal.openExecutions()).toEqual([]);
	expect(await stage.journal.countUserExecutions(ANN, true)).toBe(0);
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

describe.each(['single-direct', 'single-delay', 'grid'] as const)(
	'stopped at any instant of a %s, over faults and a crash',
	(mode) => {
		test.each(Array.from({ length: 40 }, (_, seed) => seed))(
			'opens nothing after it, seed %i',
			async (seed) => {
				const stage = stageWith({}, seed);
				const random = seededRandom(seed + 2_000);
				stage.bybit.setFaults({ ...FAULTS, readFails: 0 });
				stage.kucoin.setFaults({ ...FAULTS, readFails: 0 });
				const call = stage.execute({ agent: AGENT, mode, amount: fromInteger(4_000) });
				const answer = call.catch(() => undefined);
				await passFed(stage, 1 + random.below(random.chance(0.3) ? 100 : 6_000));
				stage.bybit.setFaults(FAULTS);
				stage.kucoin.setFaults(FAULTS);
				const stopped = stop(stage).catch((error: unknown) => error);
				if (random.chance(0.4)) {
					// It dies with what was not on disk yet; the word that the agent is stopped is on disk.
					await stage.pass(random.below(3));
					stage.restart();
				} else await stage.settled(stopped);
				const sent = openingOrdersSent(stage);
				await passFed(stage, 20_000);
				stage.bybit.setFaults(NO_FAULTS);
				stage.kucoin.setFaults(NO_FAULTS);
				await passFed(stage, 40_000);
				await Promise.all([answer, stopped]);
				expect(openingOrdersSent(stage)).toBe(sent);
				for (const state of stage.driver.states()) {
					expect(isEnded(state) || state.phase === 'running', state.phase).toBe(true);
					expect(state.held.long).toBe(state.held.short);
				}
				expectNoViolations(stage);
			},
		);
	},
);

describe('an agent that was stopped while the service was down', () => {
	function restart(stage: TradingStage): void {
		stage.stoppedAgents.add(AGENT.agentId);
		stage.restart();
	}

	test('opens no further slice of its grid: what is open runs', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		restart(stage);
		const sent = openingOrdersSent(stage);
		await passFed(stage, 30_000);
		const { held, plan, phase, openingEnded } = stateOf(stage, id);
		expect({ phase, openingEnded }).toEqual({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(held.long).toBe(held.short);
		expect(held.long < plan.quantity).toBe(true);
		expect(openingOrdersSent(stage)).toBe(sent);
	});

	test('has its opening ended at once, also where it first has to be proven what it holds', async () => {
		const stage = stageWith();
		const id = await openingGrid(stage);
		stage.kucoin.refuseReads(true);
		restart(stage);
		await stage.pass(10);
		const { phase, openingEnded } = stateOf(stage, id);
		expect(phase).not.toBe('running');
		expect(openingEnded).toBe('its agent was stopped');
	});

	test('has its resting order taken off the book', async () => {
		const stage = stageWith();
		const id = await restingMaker(stage);
		stage.bybit.fillResting(d('2'));
		restart(stage);
		await passFed(stage, 10_000);
		expect(stage.bybit.restingCount()).toBe(0);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'running', held: { long: d('2'), short: d('2') } });
		expectNoViolations(stage);
	});

	test('has nothing queued any more, and is refused', async () => {
		const stage = queueingStage();
		const id = await begun(stage);
		restart(stage);
		await passFed(stage, 60_000);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'failed', orders: [] });
		expect((await refusalOf(stage, stage.execute({ agent: AGENT }))).code).toBe('AGENT_NOT_ALLOWED');
	});

	test('keeps what runs', async () => {
		const stage = stageWith();
		const id = await running(stage);
		restart(stage);
		await passFed(stage, 30_000);
		expect(stateOf(stage, id)).toMatchObject({ phase: 'running', openingEnded: null });
	});
});

/**
 * Checks that the service opens nothing more for a stopped agent, despite calls in progress, faults, full disks and
 * crashes. The agent's running executions keep running.
 */

import { describe, expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, parseDecimal, ZERO } from '../../src/domain/decimal.ts';
import { isEnded } from '../../src/domain/execution.ts';
import type { AgentStopEffect, ExecuteAnswer, ExecuteRequest } from '../../src/ports/order-service.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { agentWith, asker } from '../support/agents.ts';
import { stateOf } from '../support/fixture-steps.ts';
import { HOUR_MS } from '../support/hand-driven-market.ts';
import { createTradingFixture, type RiskChange, type TradingFixture } from '../support/trading-fixture.ts';
import { type FaultRates, NO_FAULTS } from '../support/venue-faults.ts';

const ANN = 'user_a';
const AGENT = agentWith();
const OTHER = agentWith({}, 'agent_2');
const d = parseDecimal;

function fixtureWith(risk: RiskChange = {}, seed = 20_261_202): TradingFixture {
	const fixture = createTradingFixture(seed, risk);
	fixture.feed('SOL');
	return fixture;
}

async function begun(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	return ((await fixture.settled(fixture.execute({ agent: AGENT, ...change }))) as ExecuteAnswer).executionId;
}

async function refusalOf(fixture: TradingFixture, call: Promise<unknown>): Promise<CarrywireError> {
	const [result] = await fixture.settled(Promise.allSettled([call]));
	if (result?.status !== 'rejected') throw new Error('The call was not refused.');
	return result.reason as CarrywireError;
}

/** Advances virtual time and keeps the books current. */
async function passFed(fixture: TradingFixture, ms: number): Promise<void> {
	for (let left = ms; left > 0; left -= 500) {
		fixture.feed('SOL');
		await fixture.pass(Math.min(left, 500));
	}
}

async function running(fixture: TradingFixture, change: Partial<ExecuteRequest> = {}): Promise<string> {
	const id = await begun(fixture, change);
	await passFed(fixture, 2_000);
	expect(stateOf(fixture, id).phase).toBe('running');
	return id;
}

/** Stops the agent as its owner does: the stop is recorded first, and then the agent's openings end. */
function stop(fixture: TradingFixture, agentId = AGENT.agentId): Promise<AgentStopEffect> {
	fixture.stoppedAgents.add(agentId);
	return fixture.controls.stopAgent(ANN, agentId);
}

/** Counts the agent's orders that were sent to a venue to increase a position according to the plan. */
function openingOrdersSent(fixture: TradingFixture): number {
	return [...fixture.told.values()]
		.filter(({ plan }) => plan.userId === ANN && plan.agentId === AGENT.agentId)
		.flatMap(({ orders }) => orders)
		.filter(({ purpose, clientOrderId }) => {
			const isSent = fixture.bybit.wasSent(clientOrderId) || fixture.kucoin.wasSent(clientOrderId);
			return purpose === 'open' && isSent;
		}).length;
}

function expectNoViolations(fixture: TradingFixture): void {
	expect([...fixture.bybit.violations, ...fixture.kucoin.violations]).toEqual([]);
}

/** Creates a fixture seconds before a settlement. Nothing opens then, so an admitted execution stays queued. */
function queueingFixture(): TradingFixture {
	const fixture = fixtureWith();
	fixture.clock.leap(Math.ceil(fixture.clock.now() / (8 * HOUR_MS)) * 8 * HOUR_MS - 10_000);
	fixture.feed('SOL');
	return fixture;
}

/** Opens a grid of eight slices, and waits until some of them are open. */
async function openingGrid(fixture: TradingFixture): Promise<string> {
	const id = await begun(fixture, { mode: 'grid', amount: fromInteger(4_000) });
	for (let waited = 0; stateOf(fixture, id).held.short === 0n && waited < 100; waited += 1)
		await fixture.pass(5);
	expect(stateOf(fixture, id)).toMatchObject({ phase: 'opening', openingEnded: null });
	return id;
}

/** Opens an execution whose first leg rests on Bybit's book. */
async function restingMaker(fixture: TradingFixture): Promise<string> {
	fixture.bybit.restMakers(true);
	const id = await begun(fixture, { mode: 'single-delay' });
	await passFed(fixture, 500);
	expect(fixture.bybit.restingCount()).toBe(1);
	return id;
}

describe('a stopped agent', () => {
	test('opens nothing: its calls are refused before any read; its owner and other agents continue', async () => {
		const fixture = fixtureWith();
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [] });
		const refused = await refusalOf(fixture, fixture.execute({ agent: AGENT }));
		expect(refused).toMatchObject({
			code: 'AGENT_NOT_ALLOWED',
			message: 'The owner of the agent agent_1 has stopped it, so the service opens no positions for it.',
			facts: { agentId: 'agent_1' },
		});
		expect(await fixture.journal.openExecutions()).toEqual([]);
		await running(fixture, { agent: undefined });
		await running(fixture, { agent: OTHER });
	});

	test('gets the same answer for an answered key, and only its owner can rerun its failed jobs', async () => {
		const fixture = fixtureWith();
		fixture.bybit.setFaults({ ...NO_FAULTS, rejected: 1 });
		fixture.kucoin.setFaults({ ...NO_FAULTS, rejected: 1 });
		const call = () => fixture.execute({ agent: AGENT, idempotencyKey: 'k' });
		const first = (await fixture.settled(call())) as ExecuteAnswer;
		await passFed(fixture, 6_000);
		fixture.bybit.setFaults(NO_FAULTS);
		fixture.kucoin.setFaults(NO_FAULTS);
		await fixture.settled(stop(fixture));
		expect(await fixture.settled(call())).toEqual(first);
		const again = fixture.controls.resubmit(asker(AGENT), first.jobId);
		expect((await refusalOf(fixture, again)).code).toBe('AGENT_NOT_ALLOWED');
		const rerun = await fixture.settled(fixture.controls.resubmit(asker(), first.jobId));
		expect(rerun.status).toBe('queued');
	});

	test('opens no further slice once the stop is recorded, even before its openings are ended', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		fixture.stoppedAgents.add(AGENT.agentId);
		await passFed(fixture, 30_000);
		const { held, plan, phase, openingEnded } = stateOf(fixture, id);
		expect({ phase, openingEnded }).toEqual({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(held.long < plan.quantity).toBe(true);
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [] });
	});

	test('must be recorded as stopped before its openings end, or more slices would follow', async () => {
		const fixture = fixtureWith();
		await expect(fixture.controls.stopAgent(ANN, AGENT.agentId)).rejects.toThrow('Invariant broken');
	});
});

describe('stopping ends', () => {
	test('a queued execution, which fails with CANCELED and no order sent', async () => {
		const fixture = queueingFixture();
		const id = await begun(fixture);
		const [owners, others] = [
			await begun(fixture, { agent: undefined }),
			await begun(fixture, { agent: OTHER }),
		];
		await fixture.pass(100);
		expect(stateOf(fixture, id).phase).toBe('queued');
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [id], openingEnded: [] });
		expect(stateOf(fixture, id)).toMatchObject({
			phase: 'failed',
			reason: 'CANCELED: its agent was stopped',
			orders: [],
		});
		await passFed(fixture, 60_000);
		expect([stateOf(fixture, owners).phase, stateOf(fixture, others).phase]).toEqual(['running', 'running']);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(fromInteger(10));
	});

	test('a grid after its current slice: the filled part is balanced, runs on, and its owner closes it', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(fixture, 30_000);
		const { phase, held, plan, openingEnded, close } = stateOf(fixture, id);
		expect({ phase, openingEnded, close }).toEqual({
			phase: 'running',
			openingEnded: 'its agent was stopped',
			close: undefined,
		});
		expect(held.long).toBe(held.short);
		expect(held.long > 0n && held.long < plan.quantity).toBe(true);
		const closing = { executionId: id, maxSlippageBps: undefined, share: fromInteger(1) };
		expect((await fixture.settled(fixture.orderService.close({ ...asker(), ...closing }))).status).toBe(
			'closed',
		);
		expect(fixture.bybit.positionOf('SOLUSDT')).toBe(ZERO);
		expectNoViolations(fixture);
	});

	test('a resting first leg: its order is canceled, and its fills are hedged and run', async () => {
		const fixture = fixtureWith();
		const id = await restingMaker(fixture);
		fixture.bybit.fillResting(d('2'));
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(fixture, 5_000);
		expect(fixture.bybit.restingCount()).toBe(0);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'running', held: { long: d('2'), short: d('2') } });
		expectNoViolations(fixture);
	});

	test('an opening without a fill, which fails after the venues confirm that it is flat', async () => {
		const fixture = fixtureWith();
		const id = await restingMaker(fixture);
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [id] });
		await passFed(fixture, 5_000);
		expect(fixture.bybit.restingCount()).toBe(0);
		expect(stateOf(fixture, id)).toMatchObject({
			phase: 'failed',
			reason: 'Nothing was opened: its agent was stopped.',
		});
	});

	test('no running execution: its exit rules still apply, and no order is sent for it', async () => {
		const fixture = fixtureWith();
		const id = await running(fixture, { exit: { maxHours: d('0.02') } });
		const before = stateOf(fixture, id);
		const sent = fixture.bybit.sentCount();
		expect(await fixture.settled(stop(fixture))).toEqual({ canceled: [], openingEnded: [] });
		await passFed(fixture, 10_000);
		expect(stateOf(fixture, id)).toEqual(before);
		expect(fixture.bybit.sentCount()).toBe(sent);
		await passFed(fixture, 80_000);
		expect(stateOf(fixture, id)).toMatchObject({
			phase: 'closed',
			reason: { text: expect.stringContaining('max_hours') },
		});
	});

	test('no opening of another user’s agent with the same id', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		fixture.stoppedAgents.add(AGENT.agentId);
		expect(await fixture.settled(fixture.controls.stopAgent('user_b', AGENT.agentId))).toEqual({
			canceled: [],
			openingEnded: [],
		});
		expect(stateOf(fixture, id).openingEnded).toBeNull();
	});

	test('openings once they can be journaled: until then it reports the failure, opens nothing more, and retries', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		fixture.breakJournal(true);
		const refused = refusalOf(fixture, stop(fixture));
		expect((await refused).code).toBe('STORE_UNAVAILABLE');
		const sent = openingOrdersSent(fixture);
		fixture.breakJournal(false);
		await passFed(fixture, 30_000);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(openingOrdersSent(fixture)).toBe(sent);
		expectNoViolations(fixture);
	});
});

// The stop may come at any event-loop turn between the check, the journal write and the engine's first step. No order
// may be sent after it.
test.each(Array.from({ length: 30 }, (_, turns) => turns))(
	'a call under way when its agent is stopped opens nothing, %i turns in',
	async (turns) => {
		const fixture = fixtureWith();
		// The running execution keeps account data fresh, so the call does not wait for a venue.
		await running(fixture, { agent: undefined });
		await passFed(fixture, 4_000);
		fixture.feed('SOL');
		const call = fixture.execute({ agent: AGENT, mode: 'grid', amount: fromInteger(4_000) });
		for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
		await Promise.all([stop(fixture), call.catch(() => undefined)]);
		const sent = openingOrdersSent(fixture);
		await passFed(fixture, 30_000);
		expect(openingOrdersSent(fixture)).toBe(sent);
		// An admitted execution without an order was always canceled. The owner's execution keeps running.
		if (sent === 0) {
			const ended = await fixture.journal.userExecutions(ANN, { ended: true, offset: 0, limit: 10 });
			for (const { executionId } of ended)
				expect(stateOf(fixture, executionId).reason).toBe('CANCELED: its agent was stopped');
			expect(await fixture.journal.openExecutions()).toHaveLength(1);
		}
		expectNoViolations(fixture);
	},
);

test('a call still reading when its agent is stopped is refused and journals nothing', async () => {
	const fixture = fixtureWith();
	const call = refusalOf(fixture, fixture.execute({ agent: AGENT, idempotencyKey: 'k' }));
	await stop(fixture);
	expect((await call).code).toBe('AGENT_NOT_ALLOWED');
	expect(await fixture.journal.openExecutions()).toEqual([]);
	expect(await fixture.journal.countUserExecutions(ANN, true)).toBe(0);
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
	'a stop at any instant of a %s, with faults and a crash',
	(mode) => {
		test.each(Array.from({ length: 40 }, (_, seed) => seed))(
			'opens nothing after it, seed %i',
			async (seed) => {
				const fixture = fixtureWith({}, seed);
				const random = seededRandom(seed + 2_000);
				fixture.bybit.setFaults({ ...FAULTS, readFails: 0 });
				fixture.kucoin.setFaults({ ...FAULTS, readFails: 0 });
				const call = fixture.execute({ agent: AGENT, mode, amount: fromInteger(4_000) });
				const answer = call.catch(() => undefined);
				await passFed(fixture, 1 + random.below(random.chance(0.3) ? 100 : 6_000));
				fixture.bybit.setFaults(FAULTS);
				fixture.kucoin.setFaults(FAULTS);
				const stopped = stop(fixture).catch((error: unknown) => error);
				if (random.chance(0.4)) {
					// The crash loses everything not yet on disk; the agent's stop is on disk.
					await fixture.pass(random.below(3));
					fixture.restart();
				} else await fixture.settled(stopped);
				const sent = openingOrdersSent(fixture);
				await passFed(fixture, 20_000);
				fixture.bybit.setFaults(NO_FAULTS);
				fixture.kucoin.setFaults(NO_FAULTS);
				await passFed(fixture, 40_000);
				await Promise.all([answer, stopped]);
				expect(openingOrdersSent(fixture)).toBe(sent);
				for (const state of fixture.driver.states()) {
					expect(isEnded(state) || state.phase === 'running', state.phase).toBe(true);
					expect(state.held.long).toBe(state.held.short);
				}
				expectNoViolations(fixture);
			},
		);
	},
);

describe('an agent stopped while the service was down', () => {
	function restart(fixture: TradingFixture): void {
		fixture.stoppedAgents.add(AGENT.agentId);
		fixture.restart();
	}

	test('opens no further slice of its grid; the filled part runs', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		restart(fixture);
		const sent = openingOrdersSent(fixture);
		await passFed(fixture, 30_000);
		const { held, plan, phase, openingEnded } = stateOf(fixture, id);
		expect({ phase, openingEnded }).toEqual({ phase: 'running', openingEnded: 'its agent was stopped' });
		expect(held.long).toBe(held.short);
		expect(held.long < plan.quantity).toBe(true);
		expect(openingOrdersSent(fixture)).toBe(sent);
	});

	test('has its opening ended at once, also when its position must be proven first', async () => {
		const fixture = fixtureWith();
		const id = await openingGrid(fixture);
		fixture.kucoin.refuseReads(true);
		restart(fixture);
		await fixture.pass(10);
		const { phase, openingEnded } = stateOf(fixture, id);
		expect(phase).not.toBe('running');
		expect(openingEnded).toBe('its agent was stopped');
	});

	test('has its resting order canceled', async () => {
		const fixture = fixtureWith();
		const id = await restingMaker(fixture);
		fixture.bybit.fillResting(d('2'));
		restart(fixture);
		await passFed(fixture, 10_000);
		expect(fixture.bybit.restingCount()).toBe(0);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'running', held: { long: d('2'), short: d('2') } });
		expectNoViolations(fixture);
	});

	test('loses its queued executions, and is refused', async () => {
		const fixture = queueingFixture();
		const id = await begun(fixture);
		restart(fixture);
		await passFed(fixture, 60_000);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'failed', orders: [] });
		expect((await refusalOf(fixture, fixture.execute({ agent: AGENT }))).code).toBe('AGENT_NOT_ALLOWED');
	});

	test('keeps its running executions', async () => {
		const fixture = fixtureWith();
		const id = await running(fixture);
		restart(fixture);
		await passFed(fixture, 30_000);
		expect(stateOf(fixture, id)).toMatchObject({ phase: 'running', openingEnded: null });
	});
});

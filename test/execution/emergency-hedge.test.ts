/** Tests an unhedged leg while the other leg's exchange is silent, and a hedge on a third exchange. */
import { describe, expect, test } from 'vitest';
import { parseDecimal as d, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { Fill } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { statusReasonOf } from '../../src/domain/status.ts';
import { type HedgeCandidate, hedgePlan, hedgeTerms } from '../../src/engine/decide/emergency-hedge.ts';
import { unhedgedLeg } from '../../src/engine/decide/unhedged-leg.ts';
import type { CallingAgent, ExecuteAnswer } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { agentWith, asker } from '../support/agents.ts';
import { bookOf } from '../support/hand-driven-market.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';

const ALL = ['bybit', 'kucoin', 'okx'] as const;
const ALIVE = ['bybit', 'okx'] as const;

/** Opens ten coins per leg, long on Bybit, then silences KuCoin: no responses and no order book. */
async function silentKucoin(
	emergencyHedge: boolean,
	leverage = 1,
	agent?: CallingAgent,
): Promise<{
	readonly fixture: TradingFixture;
	readonly id: string;
	/** Advances time by this many seconds while only these venues send market data. */
	readonly passFed: (seconds: number, venues: readonly ('bybit' | 'kucoin' | 'okx')[]) => Promise<void>;
}> {
	const fixture = createTradingFixture(20_261_121, { thirdVenue: true, limits: { emergencyHedge } });
	const passFed = async (seconds: number, venues: readonly ('bybit' | 'kucoin' | 'okx')[]): Promise<void> => {
		for (let half = 0; half < 2 * seconds; half += 1) {
			fixture.feed('SOL', { venues });
			await fixture.pass(500);
		}
	};
	fixture.feed('SOL', { venues: ALL });
	const answer = (await fixture.settled(
		fixture.execute({ agent, amount: fromInteger(2_000 / leverage), leverage: fromInteger(leverage) }),
	)) as ExecuteAnswer;
	const id = answer.executionId;
	await passFed(5, ALL);
	expect(state(fixture, id)).toMatchObject({ phase: 'running', held: { long: d('10'), short: d('10') } });
	fixture.kucoin.refuseReads(true);
	await passFed(20, ALIVE);
	return { fixture, id, passFed };
}

function state(fixture: TradingFixture, id: string): ExecutionState {
	const known = fixture.driver.state(id);
	if (known === undefined) throw new Error(`No execution ${id} in memory.`);
	return known;
}

/** Makes Bybit liquidate this quantity of the long leg, in its fill list and in its position. */
function liquidate(fixture: TradingFixture, id: string, quantity: string): void {
	const { held } = state(fixture, id);
	fixture.bybit.tradeByHand('SOLUSDT', d(`-${quantity}`), d('99'));
	const fill: Fill = {
		tradeId: 'liquidation-1',
		quantity: d(quantity),
		price: d('99'),
		fee: ZERO,
		feeAsset: 'USDT',
		feeQuantity: ZERO,
		filledAt: fixture.clock.now(),
	};
	fixture.driver.submit(id, {
		kind: 'legReduced',
		leg: 'long',
		cause: 'liquidation',
		fills: [fill],
		heldBefore: held.long,
		attention: undefined,
	});
}

const hedgesOf = (fixture: TradingFixture, id: string): readonly ExecutionState[] =>
	fixture.driver.states().filter(({ plan }) => plan.takenOver?.from === id);

describe('one exchange is silent and the other liquidates its leg', () => {
	test('hedges the unhedged leg on the third exchange before any order to the silent one, and closes both when it answers', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		const sentBefore = fixture.kucoin.sentCount();
		liquidate(fixture, id, '4');
		await passFed(4, ALIVE);
		const [hedge, ...others] = hedgesOf(fixture, id);
		expect(others).toEqual([]);
		if (hedge === undefined) throw new Error('No hedge was opened.');
		expect(hedge).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(hedge.plan).toMatchObject({ exchangepair: 'kucoin-okx', leverage: fromInteger(1) });
		expect(statusReasonOf(hedge)).toBe(`emergency hedge of ${id}: closes once kucoin answers again`);
		expect(state(fixture, id)).toMatchObject({ phase: 'running', held: { long: d('6'), short: d('6') } });
		expect(fixture.okx.positionOf('SOLUSDT')).toBe(d('4'));
		expect(fixture.kucoin.sentCount()).toBe(sentBefore);
		// A restart restores both executions from their journals.
		fixture.restart();
		await passFed(3, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([expect.objectContaining({ held: hedge.held, phase: 'running' })]);
		// One response is not enough, because the exchange must keep responding.
		fixture.kucoin.refuseReads(false);
		await passFed(5, ALL);
		expect(hedgesOf(fixture, id)[0]?.phase).toBe('running');
		await passFed(60, ALL);
		const closed = hedgesOf(fixture, id)[0] ?? hedge;
		expect(closed).toMatchObject({ phase: 'closed', held: { long: ZERO, short: ZERO } });
		expect(textOf(closed.reason ?? '')).toMatch(/^KuCoin is answering again/);
		expect(closed.orders.slice(1).every(({ reduceOnly }) => reduceOnly)).toBe(true);
		expect([fixture.okx.positionOf('SOLUSDT'), fixture.kucoin.positionOf('SOLUSDTM')]).toEqual([
			ZERO,
			d('-6'),
		]);
		expect([...fixture.okx.violations, ...fixture.kucoin.violations]).toEqual([]);
	});

	test('the hedge belongs to the agent of the original execution, and is made even for a stopped agent', async () => {
		const { fixture, id, passFed } = await silentKucoin(true, 1, agentWith());
		fixture.stoppedAgents.add('agent_1');
		await fixture.settled(fixture.controls.stopAgent('user_a', 'agent_1'));
		liquidate(fixture, id, '4');
		await passFed(4, ALIVE);
		const [hedge] = hedgesOf(fixture, id);
		if (hedge === undefined) throw new Error('No hedge was opened.');
		expect(hedge).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(hedge.plan.agentId).toBe('agent_1');
		expect((await fixture.journal.findExecution(hedge.plan.executionId))?.agentId).toBe('agent_1');
		const update = (agentId: string) =>
			fixture.controls.updateExit(asker(agentWith({}, agentId)), hedge.plan.executionId, { maxEpochs: 3 });
		await expect(update('agent_2')).rejects.toThrow('must name one of your executions');
		expect((await fixture.settled(update('agent_1'))).exit.maxEpochs).toBe(3);
	});

	test('the hedge of a user’s own execution belongs to that user alone', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		liquidate(fixture, id, '4');
		await passFed(4, ALIVE);
		expect(hedgesOf(fixture, id)[0]?.plan).not.toHaveProperty('agentId');
	});

	test('opens nothing anywhere without permission', async () => {
		const { fixture, id, passFed } = await silentKucoin(false);
		liquidate(fixture, id, '4');
		await passFed(10, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([]);
		expect(fixture.okx.sentCount()).toBe(0);
		expect(state(fixture, id).held).toEqual({ long: d('6'), short: d('10') });
	});

	test('changes neither execution when the journal refuses', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		liquidate(fixture, id, '4');
		await fixture.pass(1);
		fixture.breakJournal(true);
		await passFed(4, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([]);
		expect(state(fixture, id).held).toEqual({ long: d('6'), short: d('10') });
		fixture.breakJournal(false);
		await passFed(4, ALIVE);
		// The handover that could not be written is now written into both journals.
		const hedge = hedgesOf(fixture, id)[0];
		expect(hedge).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(state(fixture, id).reductions.map(({ cause }) => cause)).toEqual(['liquidation', 'handover']);
		const [first] = await fixture.journal.readExecution(hedge?.plan.executionId ?? '');
		expect(first?.event.type).toBe('ExecutionPlanned');
	});

	test('decides again after waiting for the journal, so a kill switch set meanwhile applies', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		liquidate(fixture, id, '4');
		await fixture.pass(1);
		fixture.breakJournal(true);
		await passFed(2, ALIVE);
		fixture.breakJournal(false);
		await fixture.switches.halt({
			target: { scope: 'user', userId: 'user_a' },
			reason: null,
			by: 'operator',
			closeAll: false,
		});
		await passFed(4, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([]);
		expect(fixture.okx.sentCount()).toBe(0);
	});

	test('retries an exchange that refuses the leverage, and hands nothing over until it accepts', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		fixture.okx.refuseLeverage('not today');
		liquidate(fixture, id, '4');
		await passFed(3, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([]);
		fixture.okx.refuseLeverage(undefined);
		await passFed(3, ALIVE);
		expect(hedgesOf(fixture, id)).toHaveLength(1);
	});

	test('a single answer does not count as recovery', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		liquidate(fixture, id, '4');
		await passFed(4, ALIVE);
		fixture.kucoin.refuseReads(false);
		const before = fixture.kucoin.balanceCount();
		for (let waited = 0; fixture.kucoin.balanceCount() === before && waited < 100; waited += 1)
			await passFed(0.5, ALL);
		expect(fixture.kucoin.balanceCount()).toBe(before + 1);
		fixture.kucoin.refuseReads(true);
		await passFed(14, ALL);
		expect(hedgesOf(fixture, id)[0]).toMatchObject({ phase: 'running' });
	});

	test('unwinds the leg after five seconds when the exchange answers without a book, even with a third available', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		fixture.kucoin.refuseReads(false);
		await passFed(40, ALIVE);
		const sentBefore = fixture.kucoin.sentCount();
		liquidate(fixture, id, '4');
		await passFed(4.5, ALIVE);
		expect(fixture.kucoin.sentCount()).toBe(sentBefore);
		await passFed(2, ALIVE);
		expect(fixture.kucoin.sentCount()).toBe(sentBefore + 1);
		expect(hedgesOf(fixture, id)).toEqual([]);
		expect(state(fixture, id).held).toEqual({ long: d('6'), short: d('6') });
	});

	test('does not hedge when the silent exchange may have liquidated its own leg, even with its price unknown', async () => {
		const { fixture, id, passFed } = await silentKucoin(true, 5);
		fixture.restart();
		await passFed(16, ALIVE);
		liquidate(fixture, id, '4');
		for (let half = 0; half < 8; half += 1) {
			fixture.feed('SOL', { venues: ALIVE, mids: [125, 125] });
			await fixture.pass(500);
		}
		expect(hedgesOf(fixture, id)).toEqual([]);
		expect(fixture.okx.sentCount()).toBe(0);
	});

	test('respects a halt of the third exchange', async () => {
		const { fixture, id, passFed } = await silentKucoin(true);
		await fixture.settled(
			fixture.switches.halt({
				target: { scope: 'exchange', venue: 'okx' },
				reason: null,
				by: 'operator',
				closeAll: false,
			}),
		);
		liquidate(fixture, id, '4');
		await passFed(4, ALIVE);
		expect(hedgesOf(fixture, id)).toEqual([]);
	});
});

describe('the terms', () => {
	const FACTS = { price: fromInteger(100), liquidationPrice: null };
	const LIMITS = {
		unwindSlippageBpsMax: fromInteger(150),
		maxSlippageBpsDefault: fromInteger(10),
		unhedgedMaxUsd: fromInteger(50_000),
		collarPct: fromInteger(5),
	};

	async function alone() {
		const { fixture, id } = await silentKucoin(false);
		liquidate(fixture, id, '4');
		await fixture.pass(1);
		const giver = state(fixture, id);
		const stands = unhedgedLeg(giver);
		if (stands === undefined) throw new Error('There is no unhedged leg.');
		const candidate: HedgeCandidate = {
			instrument: fixture.instrument('okx', 'SOL'),
			book: bookOf([['99.9', '1000']], [['100.1', '1000']]),
			intervalHours: 8,
			fees: { taker: d('0.0005'), maker: d('0.0002') },
			available: fromInteger(10_000),
			use: { reported: ZERO, managedMin: ZERO, managedMax: ZERO, sharers: [] },
		};
		return { fixture, giver, stands, candidate };
	}

	test('follow from the book, the unhedged leg and the account', async () => {
		const { giver, stands, candidate } = await alone();
		expect(stands).toEqual({ leg: 'short', quantity: d('4') });
		const terms = hedgeTerms(giver, stands, candidate, FACTS, LIMITS);
		if (typeof terms === 'string') throw new Error(terms);
		// The cost is 0.1 % from mid to ask plus a 0.05 % fee. The margin is 4 × 101.5 at leverage 1, plus both fees
		// and 2 %.
		expect([terms.quantity, terms.cost, terms.margin]).toEqual([d('4'), d('0.0015'), d('414.53412')]);
		const plan = hedgePlan(giver, stands.leg, terms, LIMITS, { executionId: 'exec_a', jobId: 'job_a' }, 5);
		const folded = foldExecution([{ event: { type: 'ExecutionPlanned', plan }, recordedAt: 5 }]);
		expect(folded).toMatchObject({
			phase: 'unbalanced',
			held: { long: ZERO, short: d('4') },
			imbalancedSince: 5,
		});
		expect(plan.takenOver.fill).toMatchObject({ quantity: d('4'), price: fromInteger(100), fee: ZERO });
	});

	test.each([
		['another coin of the same name', /too far/, {}, { price: fromInteger(90) }],
		['a thin book', /too thin/, { book: bookOf([['99.9', '1000']], [['100.1', '3.9']]) }, {}],
		['no margin', /too little margin/, { available: fromInteger(414) }, {}],
		[
			'a position opened by somebody else',
			/the account holds 1 coins, but your executions hold 0/,
			{ use: { reported: d('1'), managedMin: ZERO, managedMax: ZERO, sharers: [] } },
			{},
		],
		[
			'a crash past the liquidation price of the silent leg',
			/passed the liquidation price/,
			{},
			{ liquidationPrice: d('99') },
		],
	] as const)('do not exist with %s', async (_what, sentence, change, facts) => {
		const { giver, stands, candidate } = await alone();
		const terms = hedgeTerms(giver, stands, { ...candidate, ...change }, { ...FACTS, ...facts }, LIMITS);
		expect(terms).toMatch(sentence);
	});
});

test('does not hedge an unproven position: an order in flight, a refused reduction, a possible manual trade', async () => {
	const { fixture, id } = await silentKucoin(false);
	liquidate(fixture, id, '4');
	await fixture.pass(1);
	const giver = state(fixture, id);
	expect(unhedgedLeg(giver)).toEqual({ leg: 'short', quantity: d('4') });
	const [last] = giver.orders.slice(-1);
	if (last === undefined) throw new Error('The execution has no orders.');
	for (const status of ['submitting', 'accepted', 'unknown', 'rejected'] as const)
		expect(
			unhedgedLeg({ ...giver, orders: [...giver.orders, { ...last, leg: 'short', status }] }),
		).toBeUndefined();
	expect(unhedgedLeg({ ...giver, attention: 'x', attentionKind: 'hand' })).toBeUndefined();
	expect(unhedgedLeg({ ...giver, attention: 'x', attentionKind: 'price' })).toBeDefined();
	expect(unhedgedLeg({ ...giver, phase: 'unbalanced' })).toBeUndefined();
});

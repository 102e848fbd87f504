/**
 * Tests faults between two steps: late responses, lost hedges, clocks that were set back. The test steps the pure
 * engine.
 */
import { describe, expect, test } from 'vitest';
import { parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionPlan, OrderIntent } from '../../src/domain/event.ts';
import { executionLedger } from '../../src/domain/ledger.ts';
import { type EngineBench, engineBench } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { START_AT } from '../support/trading-fixture.ts';

const d = parseDecimal;
const HOUR_MS = 3_600_000;

function planOf(change: Partial<ExecutionPlan>): ExecutionPlan {
	const plan = testPlan({ seedHex: 'cd'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
	return { ...plan, ...change };
}

const delayed = (): ExecutionPlan =>
	planOf({ mode: 'single-delay', firstLeg: 'short', makerMs: 30_000, openWithinMs: 90_000 });

function started(plan: ExecutionPlan): EngineBench {
	const bench = engineBench(plan);
	bench.apply({ kind: 'start' });
	return bench;
}

function only(bench: EngineBench): OrderIntent {
	const [order, ...others] = bench.sent();
	if (order === undefined || others.length > 0)
		throw new Error(`One order was expected, were ${bench.sent().length}.`);
	return order;
}

function both(bench: EngineBench): readonly [long: OrderIntent, short: OrderIntent] {
	const [long, short] = bench.sent();
	if (long === undefined || short === undefined) throw new Error('Orders on both legs were expected.');
	return [long, short];
}

const lost = (bench: EngineBench, { clientOrderId }: OrderIntent) =>
	bench.apply({
		kind: 'sendOutcome',
		clientOrderId,
		outcome: { kind: 'unknown', message: 'the connection was lost' },
	});

const cancelAsked = (bench: EngineBench): readonly string[] =>
	bench.events().flatMap((event) => (event.type === 'OrderCancelAsked' ? [event.clientOrderId] : []));

const ALONE = { long: true, short: true };

describe('a hedge in flight while the first leg rests', () => {
	function hedging(): { bench: EngineBench; maker: OrderIntent; hedge: OrderIntent } {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '1', 'open');
		return { bench, maker, hedge: only(bench) };
	}

	test('cancels the resting order when the hedge is unknown', () => {
		const { bench, maker, hedge } = hedging();
		lost(bench, hedge);
		expect(cancelAsked(bench)).toEqual([maker.clientOrderId]);
		expect(bench.sent()).toEqual([]);
	});

	test.each([
		[
			'the caller cancels',
			(bench: EngineBench) => bench.apply({ kind: 'cancelRequested', reason: 'CANCELED' }),
		],
		[
			'a kill switch is set',
			(bench: EngineBench) => {
				bench.around.openingHalted = () => 'halted';
				bench.apply({ kind: 'tick' });
			},
		],
		[
			'attention is needed',
			(bench: EngineBench) => bench.apply({ kind: 'attention', of: 'hand', reason: 'somebody trades' }),
		],
	])('cancels the resting order when %s', (_name, happen) => {
		const { bench, maker } = hedging();
		happen(bench);
		expect(cancelAsked(bench)).toEqual([maker.clientOrderId]);
	});

	test('keeps the resting order while the hedge is pending as usual', () => {
		const { bench, maker, hedge } = hedging();
		bench.apply({
			kind: 'sendOutcome',
			clientOrderId: hedge.clientOrderId,
			outcome: { kind: 'accepted', venueOrderId: 'v' },
		});
		bench.report(maker, '2', 'open');
		expect(cancelAsked(bench)).toEqual([]);
	});
});

describe('late answers', () => {
	test.each(['rejected', 'unknown'] as const)(
		'keep an order found by a probe, even when its request is answered with %s',
		(kind) => {
			const bench = started(delayed());
			const maker = only(bench);
			bench.report(maker, '0', 'open');
			bench.apply({
				kind: 'sendOutcome',
				clientOrderId: maker.clientOrderId,
				outcome: { kind, code: '110072', message: 'duplicate', passing: false },
			});
			expect(bench.state().orders.map(({ status }) => status)).toEqual(['accepted']);
			expect(bench.sent()).toEqual([]);
		},
	);
});

describe('a lost cancel', () => {
	test('is repeated with the next probe, not as a separate cancel', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '0', 'open');
		bench.now = START_AT + 30_000;
		bench.apply({ kind: 'tick' });
		const effects = bench.report(maker, '0', 'open');
		expect(effects).toContainEqual(
			expect.objectContaining({ kind: 'probe', clientOrderId: maker.clientOrderId, cancelFirst: true }),
		);
		expect(effects.filter((effect) => effect.kind === 'cancel')).toEqual([]);
	});
});

describe('a venue that does not answer while a close is under way', () => {
	test('gets no further order, whatever the input, and none that could open a position', () => {
		const bench = started(planOf({}));
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		bench.apply({
			kind: 'closeRequested',
			reason: 'test',
			remaining: d('0'),
			maxSlippageBps: d('10'),
			firm: false,
		});
		const [long, short] = both(bench);
		expect([long.reduceOnly, short.reduceOnly]).toEqual([true, true]);
		bench.report(short, '12', 'filled');
		lost(bench, long);
		for (let second = 0; second < 120; second += 1) {
			bench.now += 1_000;
			bench.apply({ kind: 'tick' });
			expect(bench.sent()).toEqual([]);
			bench.apply({
				kind: 'finding',
				clientOrderId: long.clientOrderId,
				finding: { kind: 'unavailable', message: 'HTTP 502' },
				absenceProven: false,
			});
			expect(bench.sent()).toEqual([]);
		}
		expect(bench.state().attentionKind).toBe('unknown');
		bench.report(long, '7', 'canceled');
		expect(only(bench)).toMatchObject({ leg: 'long', reduceOnly: true, quantity: d('5') });
	});
});

describe('a clock set back by an hour', () => {
	test('does not leave a leg unhedged: the larger one is reduced', () => {
		const bench = started(planOf({}));
		const [long, short] = both(bench);
		bench.report(long, '12', 'filled');
		bench.report(short, '0', 'canceled');
		bench.report(only(bench), '0', 'canceled');
		bench.now -= HOUR_MS;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'long', reduceOnly: true, quantity: d('12') });
		bench.report(only(bench), '0', 'canceled');
		expect(bench.wakeMs()).toBeLessThanOrEqual(10_000);
	});

	test('does not delay the next attempt of a reduction', () => {
		const bench = started(planOf({}));
		const [long, short] = both(bench);
		bench.refuse(short, false);
		bench.report(long, '12', 'filled');
		bench.report(only(bench), '0', 'canceled');
		bench.now -= HOUR_MS;
		bench.apply({ kind: 'tick' });
		expect(only(bench)).toMatchObject({ leg: 'long', reduceOnly: true });
	});

	test('does not hide an unknown order', () => {
		const bench = started(planOf({}));
		const [long, short] = both(bench);
		bench.report(long, '12', 'filled');
		lost(bench, short);
		bench.now -= HOUR_MS;
		bench.apply({ kind: 'tick' });
		expect(bench.state().attentionKind).toBe('unknown');
	});

	test('ends the time of a resting order', () => {
		const bench = started(delayed());
		const maker = only(bench);
		bench.report(maker, '0', 'open');
		bench.now -= HOUR_MS;
		bench.apply({ kind: 'tick' });
		expect(cancelAsked(bench)).toEqual([maker.clientOrderId]);
	});
});

describe('a manual trade older than the opening that it nets with', () => {
	test('is booked after the opening, and the ledger is exact to the digit', () => {
		const bench = engineBench(planOf({}));
		const traded = {
			tradeId: 'by-hand',
			quantity: d('5'),
			price: d('149'),
			fee: d('0.1'),
			feeAsset: 'USDT',
			feeQuantity: d('0.1'),
			filledAt: bench.now,
		};
		bench.now += 500;
		bench.apply({ kind: 'start' });
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		const attention = { of: 'hand', reason: 'somebody trades' } as const;
		bench.apply({
			kind: 'legReduced',
			leg: 'long',
			cause: 'hand',
			heldBefore: bench.state().held.long,
			attention,
			fills: [traded],
		});
		bench.fillAll();
		const { long } = executionLedger(bench.state(), { long: null, short: null });
		// Cost of the seven coins that remain. Twelve were bought at 150.15, and five of them were sold at 149.
		expect(long.openCost).toBe(d('1051.05'));
		// Realized profit is 5 × (149 − 150.15), less the fees of both trades.
		expect(long.realized).toBe(d('-5.86'));
	});
});

describe('a close at the moment of a liquidation', () => {
	test('is carried out when both legs are equal again', () => {
		const bench = started(planOf({}));
		bench.fillAll();
		bench.apply({ kind: 'tick' });
		bench.apply({
			kind: 'legReduced',
			leg: 'long',
			cause: 'liquidation',
			heldBefore: bench.state().held.long,
			attention: undefined,
			fills: [
				{
					tradeId: 'liquidation',
					quantity: d('5'),
					price: d('100'),
					fee: d('1'),
					feeAsset: 'USDT',
					feeQuantity: d('1'),
					filledAt: bench.now,
				},
			],
		});
		const cut = only(bench);
		bench.apply({
			kind: 'closeRequested',
			reason: 'closed by close_execution',
			remaining: d('0'),
			maxSlippageBps: d('10'),
			firm: false,
		});
		bench.report(cut, '5', 'filled');
		expect(bench.sent().map(({ leg, quantity, reduceOnly }) => [leg, quantity, reduceOnly])).toEqual([
			['long', d('7'), true],
			['short', d('7'), true],
		]);
		bench.fillAll();
		bench.apply({ kind: 'flatRead', long: d('0'), short: d('0'), wasAlone: ALONE, reads: 1, differing: 0 });
		expect(bench.state()).toMatchObject({ phase: 'closed', reason: 'closed by close_execution' });
	});
});

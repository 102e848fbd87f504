/** Compares the steps that a preview announces for a failing leg with the steps that the engine takes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	add,
	type Decimal,
	fromInteger,
	max,
	mulUp,
	parseDecimal,
	sub,
	ZERO,
} from '../../src/domain/decimal.ts';
import type { ExecutionPlan } from '../../src/domain/event.ts';
import type { LegRole } from '../../src/domain/ids.ts';
import { guardedPrice, LEGS, otherLeg } from '../../src/engine/decide/order-terms.ts';
import type { Draft } from '../../src/engine/decide/plan.ts';
import { oneLegPlan } from '../../src/engine/orders/one-leg-plan.ts';
import type { OneLegStep } from '../../src/ports/order-service.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import { type EngineBench, engineBench } from '../support/engine-bench.ts';
import { testPlan } from '../support/execution-plans.ts';
import { ENGINE_LIMITS, START_AT } from '../support/trading-fixture.ts';

const d = parseDecimal;
const QUANTITY = '12';
const FEES = {
	long: { taker: d('0.00055'), maker: ZERO },
	short: { taker: d('0.0006'), maker: ZERO },
};
const LIMITS = { ...ENGINE_LIMITS, emergencyHedge: false, emergencyHedgeAfterMs: 15_000 };
type Limits = typeof LIMITS;

function planAt(guardBps: number): ExecutionPlan {
	const plan = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: QUANTITY });
	const { long, short } = plan.legs;
	const maxSlippageBps = fromInteger(guardBps);
	const priced = (leg: typeof long) => ({
		...leg,
		limitPrice: guardedPrice(leg.openSide, leg.decisionMid, maxSlippageBps, leg.instrument.tickSize),
	});
	return { ...plan, maxSlippageBps, legs: { long: priced(long), short: priced(short) } };
}

function shownOf(plan: ExecutionPlan, limits: Limits, quantities: readonly string[] = [QUANTITY]) {
	const leg = (role: LegRole) => {
		const worth = { notional: fromInteger(1_800), margin: fromInteger(1_800) };
		const depths = { depth: ZERO, exitDepth: ZERO, expectedPrice: null };
		return { plan: plan.legs[role], quantity: plan.quantity, ...worth, ...depths };
	};
	const draft: Draft = {
		quantity: plan.quantity,
		commonLot: plan.commonLot,
		long: leg('long'),
		short: leg('short'),
	} as Draft;
	const children = quantities.map((quantity) => ({ quantity: d(quantity), basisMin: null }));
	return oneLegPlan(draft, { children, firstLeg: plan.firstLeg }, FEES, plan.maxSlippageBps, limits);
}

/** Makes one leg fill completely. Until `afterMs`, the other leg's order and every later order end without a fill. */
function aloneAt(plan: ExecutionPlan, limits: Limits, filled: LegRole, afterMs: number): EngineBench {
	const bench = engineBench(plan, limits);
	bench.apply({ kind: 'start' });
	const opening = bench.sent();
	const of = (leg: LegRole) => {
		const order = opening.find((each) => each.leg === leg);
		if (order === undefined) throw new Error(`No order opens the ${leg} leg.`);
		return order;
	};
	bench.report(of(otherLeg(filled)), '0', 'expired');
	bench.report(of(filled), QUANTITY, 'filled');
	for (const order of bench.sent()) bench.report(order, '0', 'expired');
	bench.now = START_AT + afterMs;
	bench.apply({ kind: 'tick' });
	return bench;
}

function at(steps: readonly OneLegStep[], action: OneLegStep['action']): OneLegStep {
	const step = steps.find((each) => each.action === action);
	if (step === undefined) throw new Error(`No step ${action}.`);
	return step;
}

const DRAWN = fc
	.record({
		guardBps: fc.integer({ min: 1, max: 100 }),
		widestBps: fc.integer({ min: 101, max: 400 }),
		widenAfterMs: fc.integer({ min: 300, max: 9_000 }),
		longerMs: fc.integer({ min: 300, max: 9_000 }),
		filled: fc.constantFrom(...LEGS),
	})
	.map(({ guardBps, widestBps, widenAfterMs, longerMs, filled }) => ({
		plan: planAt(guardBps),
		filled,
		limits: {
			...LIMITS,
			widenAfterMs,
			reduceAfterMs: widenAfterMs + longerMs,
			unwindSlippageBpsMax: fromInteger(widestBps),
		},
	}));

describe('the steps of a preview match the engine', () => {
	test('completes inside the guard, then at the widest price, then unwinds, each at its time', () => {
		fc.assert(
			fc.property(DRAWN, ({ plan, filled, limits }) => {
				const { steps } = shownOf(plan, limits);
				const lagging = plan.legs[otherLeg(filled)];
				const widest = guardedPrice(
					lagging.openSide,
					lagging.decisionMid,
					limits.unwindSlippageBpsMax,
					lagging.instrument.tickSize,
				);
				const seen = (afterMs: number) =>
					aloneAt(plan, limits, filled, afterMs)
						.sent()
						.map(({ leg, purpose, limitPrice, reduceOnly }) => ({ leg, purpose, limitPrice, reduceOnly }));
				const completed = { leg: otherLeg(filled), purpose: 'complete', reduceOnly: false };
				const wider = at(steps, 'complete_wider').afterMs;
				const cut = at(steps, 'cut').afterMs;
				expect(seen(wider - 1)).toEqual([{ ...completed, limitPrice: lagging.limitPrice }]);
				expect(seen(wider)).toEqual([{ ...completed, limitPrice: widest }]);
				expect(seen(cut - 1)).toEqual([{ ...completed, limitPrice: widest }]);
				expect(seen(cut)).toMatchObject([{ leg: filled, purpose: 'reduce', reduceOnly: true }]);
				expect(steps.map(({ afterMs: after_ms }) => after_ms)).toEqual(
					steps.map(({ afterMs: after_ms }) => after_ms).toSorted((a, b) => a - b),
				);
			}),
			{ numRuns: 100 },
		);
	});

	test('retries the completion after its stated pause, and not before', () => {
		const plan = planAt(10);
		const pause = LIMITS.completeRetryMs;
		expect(textOf(at(shownOf(plan, LIMITS).steps, 'complete').text)).toContain(`${pause / 1_000} s later`);
		expect(aloneAt(plan, LIMITS, 'long', pause - 1).sent()).toEqual([]);
		expect(aloneAt(plan, LIMITS, 'long', pause).sent()).toHaveLength(1);
	});

	test('sends no order on an unproven leg, and requests attention at its time', () => {
		const plan = planAt(10);
		const { steps } = shownOf(plan, LIMITS);
		const call = at(steps, 'call_person').afterMs;
		const unknownAt = (afterMs: number) => {
			const bench = engineBench(plan, LIMITS);
			bench.apply({ kind: 'start' });
			const [first, second] = bench.sent();
			if (first === undefined || second === undefined) throw new Error('Two opening orders were expected.');
			const outcome = { kind: 'unknown', message: 'timed out' } as const;
			bench.apply({ kind: 'sendOutcome', clientOrderId: second.clientOrderId, outcome });
			bench.report(first, QUANTITY, 'filled');
			bench.now = START_AT + afterMs;
			bench.apply({ kind: 'tick' });
			expect(bench.sent()).toEqual([]);
			return bench.events().map(({ type }) => type);
		};
		expect(unknownAt(at(steps, 'cut').afterMs)).toEqual([]);
		expect(unknownAt(call - 1)).toEqual([]);
		expect(unknownAt(call)).toEqual(['AttentionRaised']);
	});

	test('unwinds at once after a permanent refusal', () => {
		const plan = planAt(10);
		const bench = engineBench(plan, LIMITS);
		bench.apply({ kind: 'start' });
		const [long, short] = bench.sent();
		if (long === undefined || short === undefined) throw new Error('Two opening orders were expected.');
		bench.refuse(short, false);
		bench.report(long, QUANTITY, 'filled');
		expect(bench.sent()).toMatchObject([{ leg: 'long', purpose: 'reduce', reduceOnly: true }]);
		expect(textOf(at(shownOf(plan, LIMITS).steps, 'cut').text)).toContain('permanent rejection');
	});

	test('names a hedge on a third exchange only when that is switched on', () => {
		const plan = planAt(10);
		const actions = (emergencyHedge: boolean) =>
			shownOf(plan, { ...LIMITS, emergencyHedge }).steps.map(({ action }) => action);
		expect(actions(false)).toEqual(['prove', 'complete', 'complete_wider', 'cut', 'call_person']);
		expect(actions(true)).toEqual([
			'prove',
			'complete',
			'complete_wider',
			'cut',
			'hedge_elsewhere',
			'call_person',
		]);
	});
});

describe('the cost', () => {
	/** Returns the cost of a leg that fills at its limit and is unwound at `cutPrice`, both as taker, USD. */
	function lossOf(plan: ExecutionPlan, filled: LegRole, cutPrice: Decimal): Decimal {
		const { limitPrice, openSide } = plan.legs[filled];
		const perCoin = openSide === 'buy' ? sub(limitPrice, cutPrice) : sub(cutPrice, limitPrice);
		const fees = mulUp(mulUp(add(limitPrice, cutPrice), d(QUANTITY)), FEES[filled].taker);
		return add(mulUp(perCoin, d(QUANTITY)), fees);
	}

	/** Returns the prices of the engine's successive attempts to unwind an unhedged leg at an unchanged mid price. */
	function cutPrices(plan: ExecutionPlan, limits: Limits, filled: LegRole): readonly Decimal[] {
		const bench = aloneAt(plan, limits, filled, limits.reduceAfterMs);
		const prices: Decimal[] = [];
		for (let tries = 0; tries < 12; tries += 1) {
			for (const order of bench.sent()) {
				prices.push(order.limitPrice);
				bench.report(order, '0', 'expired');
			}
			bench.now += limits.reduceRetryMsMax;
			bench.apply({ kind: 'tick' });
		}
		return prices;
	}

	test('covers the first unwind of the more expensive leg, up to the widest price', () => {
		fc.assert(
			fc.property(DRAWN, ({ plan, limits }) => {
				const shown = shownOf(plan, limits);
				const dearest = (price: (prices: readonly Decimal[]) => Decimal | undefined) =>
					LEGS.map((leg) => lossOf(plan, leg, price(cutPrices(plan, limits, leg)) ?? ZERO)).reduce((a, b) =>
						max(a, b),
					);
				const cents = (value: Decimal, from: Decimal) => {
					expect(value).toBeGreaterThanOrEqual(from);
					expect(value - from).toBeLessThan(d('0.01'));
				};
				cents(
					shown.worstCaseUsd,
					dearest((prices) => prices[0]),
				);
				cents(
					shown.worstCaseWidestUsd,
					dearest((prices) => prices.at(-1)),
				);
			}),
			{ numRuns: 40 },
		);
	});

	test('covers only the largest slice', () => {
		const plan = planAt(10);
		const whole = shownOf(plan, LIMITS);
		const sliced = shownOf(plan, LIMITS, ['4', '6', '2']);
		expect([whole.quantity, sliced.quantity]).toEqual([d('12'), d('6')]);
		// 12 coins lose 0.30 USD each between limit price and unwind price, plus fees of 0.06 % on both fills.
		expect(whole.worstCaseUsd).toBe(d('5.76'));
		expect(sliced.worstCaseUsd).toBe(d('2.88'));
		expect(textOf(sliced.message)).toContain('6 SOL');
	});
});

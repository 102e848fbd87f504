/**
 * Drives one execution in the pure engine. A test passes inputs to the engine, and reads the effects and events that
 * it returns.
 */
import { type Decimal, fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, ExecutionPlan, OrderIntent } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { applyEvent } from '../../src/domain/execution-fold.ts';
import { type Effect, type EngineInput, step } from '../../src/engine/decide/engine.ts';
import type { EngineLimits, Quote, Surroundings } from '../../src/engine/decide/surroundings.ts';
import type { OrderReportStatus } from '../../src/ports/venue.ts';
import { ENGINE_LIMITS, START_AT } from './trading-fixture.ts';

export type EngineBench = {
	readonly state: () => ExecutionState;
	now: number;
	readonly around: { -readonly [Key in keyof Surroundings]: Surroundings[Key] };
	readonly apply: (input: EngineInput) => readonly Effect[];
	/** Returns the orders that the engine sent in response to the last input. */
	readonly sent: () => readonly OrderIntent[];
	readonly events: () => readonly ExecutionEvent[];
	/**
	 * Reports to the engine that the venue accepted the order, then the order's total filled quantity and whether it
	 * has ended. Returns the effects of the second report.
	 */
	readonly report: (order: OrderIntent, filled: string, status: OrderReportStatus) => readonly Effect[];
	readonly refuse: (order: OrderIntent, passing: boolean, code?: string) => readonly Effect[];
	/** Fills the latest order on each leg completely. */
	readonly fillAll: () => void;
	readonly wakeMs: () => number | undefined;
};

export function quoteAt(mid: string, half = '0.01'): Quote {
	const middle = parseDecimal(mid);
	const by = parseDecimal(half);
	return { bid: (middle - by) as Decimal, ask: (middle + by) as Decimal, mid: middle };
}

export function engineBench(plan: ExecutionPlan, limits: EngineLimits = ENGINE_LIMITS): EngineBench {
	let state = applyEvent(undefined, { type: 'ExecutionPlanned', plan }, START_AT);
	let effects: readonly Effect[] = [];
	let events: readonly ExecutionEvent[] = [];
	let trades = 0;
	const bench: EngineBench = {
		now: START_AT,
		state: () => state,
		around: {
			quotes: { long: quoteAt('150'), short: quoteAt('150') },
			nextSettlement: { long: undefined, short: undefined },
			intervalMs: { long: undefined, short: undefined },
			isAlone: { long: true, short: true },
			isAgreed: { long: true, short: true },
			isSeen: { long: true, short: true },
			agreedAt: { long: undefined, short: undefined },
			beganAt: START_AT,
			trades: () => ({ is: 'yes' }),
			remainingNet: () => undefined,
			unhedgedAllowance: () => fromInteger(1_000_000),
			openingHalted: () => null,
			orderWaitMs: () => 0,
			mayRest: () => true,
			accountHalted: () => null,
			mayReduceBlind: () => true,
		},
		apply(input) {
			const result = step(state, input, bench.now, bench.around, limits);
			for (const event of result.events) state = applyEvent(state, event, bench.now);
			({ effects, events } = result);
			return effects;
		},
		sent: () => effects.flatMap((effect) => (effect.kind === 'send' ? [effect.order.order] : [])),
		events: () => events,
		report(order, filled, status) {
			const known = state.orders.find((each) => each.clientOrderId === order.clientOrderId);
			const quantity = (parseDecimal(filled) - (known?.filledQuantity ?? 0n)) as Decimal;
			trades += 1;
			const fill = {
				tradeId: `t${trades}`,
				quantity,
				price: order.limitPrice,
				fee: parseDecimal('0.01'),
				feeAsset: 'USDT',
				feeQuantity: parseDecimal('0.01'),
				filledAt: bench.now,
			};
			return bench.apply({
				kind: 'finding',
				clientOrderId: order.clientOrderId,
				absenceProven: false,
				finding: {
					kind: 'found',
					report: {
						clientOrderId: order.clientOrderId,
						venueOrderId: `v-${order.clientOrderId}`,
						status,
						filledQuantity: parseDecimal(filled),
						fills: quantity === 0n ? [] : [fill],
					},
				},
			});
		},
		refuse: (order, passing, code = 'TEST') =>
			bench.apply({
				kind: 'sendOutcome',
				clientOrderId: order.clientOrderId,
				outcome: { kind: 'rejected', code, message: 'refused by the test', passing },
			}),
		fillAll() {
			for (const order of bench.sent()) bench.report(order, formatOf(order.quantity), 'filled');
		},
		wakeMs() {
			const wakes = effects.flatMap((effect) => (effect.kind === 'wake' ? [effect.delayMs] : []));
			return wakes.length === 0 ? undefined : Math.min(...wakes);
		},
	};
	return bench;
}

function formatOf(value: Decimal): string {
	return `${value}e-18`;
}

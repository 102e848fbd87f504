/** Checks that the open notional of an execution is never below its later holding, whatever happens to its orders. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EngineBench, engineBench, quoteAt } from '../../../test/support/engine-bench.ts';
import { testPlan } from '../../../test/support/execution-plans.ts';
import {
	add,
	type Decimal,
	fromInteger,
	min,
	mulDown,
	mulUp,
	parseDecimal,
	sub,
} from '../../domain/decimal.ts';
import type { ExecutionPlan } from '../../domain/event.ts';
import { type ExecutionState, isInFlight } from '../../domain/execution.ts';
import { openAmountOf, openNotional } from './open-notional.ts';

const d = parseDecimal;
const QUANTITY = d('12');
const MID = d('150');
const WHOLE = mulDown(QUANTITY, MID);
/** Venue of each leg in `testPlan`. */
const VENUES = { long: 'bybit', short: 'kucoin' } as const;

function planOf(mode: ExecutionPlan['mode']): ExecutionPlan {
	const plan = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '12' });
	const slices = { openWithinMs: 14_400_000, children: ['4', '4', '4'].map(child) };
	if (mode === 'grid') return { ...plan, mode, ...slices };
	if (mode === 'single-delay') return { ...plan, mode, firstLeg: 'short', makerMs: 30_000 };
	return plan;
}

const child = (quantity: string) => ({ quantity: d(quantity), basisMin: null });

const open = (state: ExecutionState, leg: 'long' | 'short'): Decimal =>
	openNotional([state], []).venue(VENUES[leg]);

/**
 * One step of an execution: an order fills partly or fully, is refused or lost; the execution is canceled or closed;
 * or time passes.
 */
const moves = fc.array(
	fc.record({
		kind: fc.constantFrom(
			'fill',
			'fill',
			'fill',
			'end',
			'refuse',
			'lose',
			'tick',
			'tick',
			'cancel',
			'close',
			'stop',
		),
		pick: fc.nat(20),
		share: fc.integer({ min: 0, max: 10 }),
		passesMs: fc.constantFrom(100, 1_000, 6_000, 40_000),
		mid: fc.integer({ min: 14_900, max: 15_100 }),
	}),
	{ maxLength: 40 },
);
type Move = typeof moves extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

function make(bench: EngineBench, { kind, pick, share }: Move): void {
	const flying = bench.state().orders.filter(isInFlight);
	const order = flying[pick % Math.max(1, flying.length)];
	switch (kind) {
		case 'fill':
		case 'end': {
			if (order === undefined) return;
			const rest = sub(order.quantity, order.filledQuantity);
			const filled = add(order.filledQuantity, ((rest * BigInt(share)) / 10n) as Decimal);
			const ended = filled === order.quantity ? 'filled' : 'canceled';
			bench.report(order, `${filled}e-18`, kind === 'end' || ended === 'filled' ? ended : 'open');
			return;
		}
		case 'refuse':
			if (order?.status === 'submitting') bench.refuse(order, share > 5);
			return;
		case 'lose':
			if (order?.status === 'submitting')
				bench.apply({
					kind: 'sendOutcome',
					clientOrderId: order.clientOrderId,
					outcome: { kind: 'unknown', message: 'lost' },
				});
			return;
		case 'cancel':
			bench.apply({ kind: 'cancelRequested', reason: 'canceled' });
			return;
		case 'stop':
			bench.apply({ kind: 'endOpening', reason: 'a kill switch' });
			return;
		case 'close':
			if (bench.state().phase === 'running')
				bench.apply({
					kind: 'closeRequested',
					reason: 'closed',
					remaining: d('0'),
					maxSlippageBps: fromInteger(10),
					firm: false,
				});
			return;
		default:
			bench.apply({ kind: 'tick' });
	}
}

describe('the open notional of an execution', () => {
	test.each(['single-direct', 'single-delay', 'grid'] as const)(
		'is never below a later holding of a leg, in mode %s',
		(mode) => {
			let grown = 0;
			fc.assert(
				fc.property(moves, (drawn) => {
					const bench = engineBench(planOf(mode));
					bench.apply({ kind: 'start' });
					const counted: Record<'long' | 'short', Decimal>[] = [];
					for (const move of drawn) {
						bench.now += move.passesMs;
						const quote = quoteAt((move.mid / 100).toFixed(2));
						bench.around.quotes = { long: quote, short: quote };
						make(bench, move);
						const state = bench.state();
						counted.push({ long: open(state, 'long'), short: open(state, 'short') });
						for (const leg of ['long', 'short'] as const) {
							const held = mulDown(state.held[leg], MID);
							const least = counted.reduce<Decimal>((low, one) => min(low, one[leg]), WHOLE);
							expect(held <= least, `held ${held}, counted ${least}`).toBe(true);
							if (held > 0n) grown += 1;
						}
					}
				}),
				{ numRuns: 300 },
			);
			expect(grown).toBeGreaterThan(300);
		},
	);

	test('is the whole plan before the first fill, and the holding once it runs', () => {
		const bench = engineBench(planOf('grid'));
		expect(openNotional([bench.state()], []).total).toBe(mulUp(add(QUANTITY, QUANTITY), MID));
		bench.apply({ kind: 'start' });
		bench.fillAll();
		expect(open(bench.state(), 'long')).toBe(WHOLE);
		const second = bench.sent();
		bench.apply({ kind: 'endOpening', reason: 'a kill switch' });
		expect(open(bench.state(), 'long')).toBe(mulDown(d('8'), MID));
		for (const order of second) bench.report(order, '0', 'canceled');
		expect(bench.state()).toMatchObject({ phase: 'running', held: { long: d('4'), short: d('4') } });
		expect(open(bench.state(), 'long')).toBe(mulDown(d('4'), MID));
	});

	test('includes the resting order after the end of the opening, and the leg that may be completed', () => {
		const bench = engineBench(planOf('single-delay'));
		bench.apply({ kind: 'start' });
		const [maker] = bench.sent();
		if (maker === undefined) throw new Error('No order was sent.');
		bench.apply({ kind: 'endOpening', reason: 'a kill switch' });
		expect(bench.state().openingEnded).toBe('a kill switch');
		expect([open(bench.state(), 'long'), open(bench.state(), 'short')]).toEqual([WHOLE, WHOLE]);
		bench.report(maker, '3', 'canceled');
		expect([open(bench.state(), 'long'), open(bench.state(), 'short')]).toEqual([
			mulDown(d('3'), MID),
			mulDown(d('3'), MID),
		]);
	});

	test('counts the openings of other calls, by coin and exchange', () => {
		const { legs } = planOf('single-direct');
		const leg = (role: 'long' | 'short') => ({
			plan: legs[role],
			quantity: d('2'),
			notional: d('300'),
			margin: d('300'),
			depth: d('100'),
			exitDepth: d('100'),
		});
		const proposed = { quantity: d('2'), commonLot: d('0.1'), long: leg('long'), short: leg('short') };
		const counted = openNotional([], [proposed, proposed]);
		expect(counted.total).toBe(d('1200'));
		expect(counted.coin('SOL')).toBe(d('1200'));
		expect(counted.coin('DOGE')).toBe(d('0'));
		expect(counted.venue('kucoin')).toBe(d('600'));
	});
});

describe('the amount of an execution', () => {
	const handedOver = (to: string | undefined, ...quantities: readonly string[]): ExecutionState => {
		const bench = engineBench(planOf('single-direct'));
		const reductions = quantities.map((quantity) => ({
			leg: 'long' as const,
			cause: 'handover' as const,
			fills: [{ quantity: d(quantity) }],
			...(to === undefined ? {} : { to }),
		}));
		return { ...bench.state(), reductions } as unknown as ExecutionState;
	};

	test('is the planned one, without what it handed over to rolls', () => {
		expect(openAmountOf(handedOver('exec_after'))).toBe(d('1000'));
		expect(openAmountOf(handedOver('exec_after', '6'))).toBe(d('500'));
		expect(openAmountOf(handedOver('exec_after', '6', '3'))).toBe(d('250'));
		expect(openAmountOf(handedOver('exec_after', '12'))).toBe(d('0'));
	});

	test('is not smaller after an emergency hedge, which counts no amount of its own', () => {
		expect(openAmountOf(handedOver(undefined, '6'))).toBe(d('1000'));
	});
});

import { describe, expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { type Decimal, parseDecimal, ZERO } from '../../domain/decimal.ts';
import type { ExecutionState, OrderState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { LegRole } from '../../domain/ids.ts';
import { clientOrderId } from '../../domain/ids.ts';
import { preferenceOf } from './next-orders.ts';

const PLAN = testPlan({ seedHex: 'ab'.repeat(12), longLot: '0.1', shortLot: '0.1', quantity: '6' });
const QUEUED = foldExecution([{ event: { type: 'ExecutionPlanned', plan: PLAN }, recordedAt: 1_000 }]);
const SIX = parseDecimal('6');

/**
 * Builds an execution state for the plan. Unless `change` says otherwise, the execution opens in a grid, so that
 * further slices may follow.
 */
function state(change: Partial<ExecutionState>): ExecutionState {
	return { ...QUEUED, plan: { ...PLAN, mode: 'grid' }, phase: 'opening', ...change };
}

const held = (long: Decimal, short: Decimal) => ({ held: { long, short } });

function order(leg: LegRole, status: OrderState['status']): OrderState {
	return {
		clientOrderId: clientOrderId(PLAN.executionId, leg, 0, 0),
		leg,
		child: 0,
		attempt: 0,
		purpose: 'open',
		side: leg === 'long' ? 'buy' : 'sell',
		quantity: SIX,
		limitPrice: parseDecimal('150'),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: parseDecimal('150'),
		status,
		intendedAt: 1_000,
		unknownSince: undefined,
		cancelAskedAt: undefined,
		rejection: undefined,
		rejectionCode: undefined,
		passing: false,
		fills: [],
		filledQuantity: ZERO,
	};
}

const UNPROVEN = { orders: [order('long', 'unknown')] };

describe('the engine prefers', () => {
	test.each(['running', 'closed', 'failed'] as const)('to leave a %s execution alone', (phase) => {
		expect(preferenceOf(state({ phase, ...held(SIX, ZERO), ...UNPROVEN }))).toBe('freeze');
	});

	test.each(['unwinding', 'closing'] as const)(
		'an execution that is %s to a hedge, to proof and to opening',
		(phase) => {
			expect(preferenceOf(state({ phase, ...held(SIX, ZERO), ...UNPROVEN }))).toBe('reduce');
		},
	);

	test('the hedge of a leg that is ahead to the proof of its order', () => {
		expect(preferenceOf(state({ ...held(SIX, ZERO), ...UNPROVEN }))).toBe('hedge');
		expect(preferenceOf(state({ phase: 'unbalanced', ...held(ZERO, SIX) }))).toBe('hedge');
	});

	test('proof to the end of an opening and to another slice', () => {
		expect(preferenceOf(state({ ...UNPROVEN, openingEnded: 'its time is over' }))).toBe('prove');
		expect(preferenceOf(state({ orders: [order('short', 'submitting')] }))).toBe('prove');
		expect(preferenceOf(state({ orders: [order('short', 'accepted')] }))).toBe('prove');
	});

	test('to conclude when the opening is over', () => {
		expect(preferenceOf(state({ openingEnded: 'its time is over' }))).toBe('conclude');
		expect(preferenceOf(state(held(SIX, SIX)))).toBe('conclude');
		expect(preferenceOf(state({ plan: PLAN, orders: [order('long', 'expired')] }))).toBe('conclude');
	});

	test('to open when nothing else applies', () => {
		expect(preferenceOf(QUEUED)).toBe('open');
		expect(preferenceOf(state({ orders: [order('long', 'expired')] }))).toBe('open');
	});
});

/** Checks the shares of a payment while parts of a leg move between executions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runningEvents } from '../../../test/support/running-execution.ts';
import { type Decimal, parseDecimal as d, fromInteger, sum, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import type { FundingPaymentReport } from '../../ports/account-payments.ts';
import { type HeldState, split, withinPayment } from './payment-shares.ts';
import { fundingEvents } from './venue-events.ts';

const SETTLED_AT = Date.UTC(2026, 10, 21, 8);

const payment = (amount: string, quantity: Decimal | null = fromInteger(10)): FundingPaymentReport => ({
	recordId: 'record',
	settledAt: SETTLED_AT,
	rate: null,
	amount: d(amount),
	quantity,
	symbol: 'SOLUSDT',
});

const booked = (amount: string): ExecutionEvent => ({
	type: 'FundingBooked',
	recordId: 'record',
	leg: 'long',
	settledAt: SETTLED_AT,
	rate: null,
	amount: d(amount),
});

const part = (quantity: string, filledAt: number) => ({
	tradeId: 'roll',
	quantity: d(quantity),
	price: fromInteger(100),
	fee: ZERO,
	feeAsset: 'USDT',
	feeQuantity: ZERO,
	filledAt,
});

function stateOf(events: readonly ExecutionEvent[]): ExecutionState {
	return foldExecution(events.map((event) => ({ event, recordedAt: SETTLED_AT })));
}

/** The pair before holds ten coins since its opening and gives half of them away at `filledAt`. */
function giver(filledAt: number, more: readonly ExecutionEvent[] = []): ExecutionState {
	return stateOf([
		...runningEvents({ number: 1, openedAt: 0 }),
		{ type: 'LegReduced', leg: 'long', cause: 'handover', fills: [part('5', filledAt)], to: 'exec_after' },
		...more,
	]);
}

function taker(filledAt: number, more: readonly ExecutionEvent[] = []): ExecutionState {
	const [planned] = runningEvents({ number: 2, openedAt: 0 });
	if (planned?.type !== 'ExecutionPlanned') throw new Error('A journal begins with its plan.');
	const rolls = { from: 'exec_before', stays: 'long', since: 0, heldFrom: 0 } as const;
	return stateOf([
		{ ...planned, plan: { ...planned.plan, rolls } },
		{ type: 'LegTakenOver', leg: 'long', fill: part('5', filledAt) },
		...more,
	]);
}

function sharesOf(states: readonly ExecutionState[], paid: FundingPaymentReport) {
	const held = states.map((state): HeldState => ({ state, leg: 'long' }));
	const { shares } = split(held, paid, 0);
	const due = withinPayment(held, paid, shares);
	return states.map(({ plan }) => due.get(plan.executionId)?.amount);
}

describe('a payment of a leg that was handed over in part', () => {
	test('belongs to the pair before, if the part moved after the settlement', () => {
		const at = SETTLED_AT + 1_001;
		expect(sharesOf([giver(at), taker(at)], payment('10'))).toEqual([d('10'), undefined]);
	});

	test('is shared, if the part moved before the settlement', () => {
		const at = SETTLED_AT - 60_000;
		expect(sharesOf([giver(at), taker(at)], payment('10'))).toEqual([d('5'), d('5')]);
	});

	test.each(['10', '-10'])('is not booked twice, if the pair before has booked all %s', (amount) => {
		const at = SETTLED_AT - 60_000;
		const [, rest] = sharesOf([giver(at, [booked(amount)]), taker(at)], payment(amount));
		expect(rest).toBe(ZERO);
	});

	test('is booked up to the whole, if the pair before has booked too much of it', () => {
		const at = SETTLED_AT - 60_000;
		const [, rest] = sharesOf([giver(at, [booked('7')]), taker(at)], payment('10'));
		expect(rest).toBe(d('3'));
	});

	test('never has shares that exceed it, however much one of both executions has booked', () => {
		fc.assert(
			fc.property(
				fc.constantFrom(-1, 1),
				fc.integer({ min: 0, max: 1_000 }),
				fc.boolean(),
				(sign, cents, isGiver) => {
					const at = SETTLED_AT - 60_000;
					const first = booked(`${sign * cents}e-2`);
					const states = [giver(at, isGiver ? [first] : []), taker(at, isGiver ? [] : [first])];
					const due = sharesOf(states, payment(`${sign * 10}`));
					const other = due[isGiver ? 1 : 0] ?? ZERO;
					const total = sum([first.type === 'FundingBooked' ? first.amount : ZERO, other]);
					expect(total * BigInt(sign) <= fromInteger(10)).toBe(true);
				},
			),
		);
	});
});

describe('a share', () => {
	test('that was split before a part of the leg moved is dropped, so that the next sweep splits it again', () => {
		const before = stateOf(runningEvents({ number: 1, openedAt: 0 }));
		const { shares } = split([{ state: before, leg: 'long' }], payment('10'), 0);
		const share = shares.get(before.plan.executionId);
		expect(share?.amount).toBe(d('10'));
		const own = share === undefined ? [] : [share];
		expect(fundingEvents(before, 'long', own)).toHaveLength(1);
		expect(fundingEvents(giver(SETTLED_AT - 60_000), 'long', own)).toEqual([]);
	});
});

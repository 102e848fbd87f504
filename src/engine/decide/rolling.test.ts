import { describe, expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { type Decimal, parseDecimal as d, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent, Fill, OrderIntent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { HOUR_MS } from '../../domain/funding.ts';
import type { LegRole } from '../../domain/ids.ts';
import { givable, given, mayGive } from './rolling.ts';
import type { Surroundings } from './surroundings.ts';

const AT = Date.UTC(2026, 10, 21, 9);
const SETTLED_AT = AT + 8 * HOUR_MS;

function order(leg: LegRole, quantity: string): readonly ExecutionEvent[] {
	const clientOrderId = `${leg}-1`;
	const intent: OrderIntent = {
		clientOrderId,
		leg,
		child: 0,
		attempt: 0,
		purpose: 'open',
		side: leg === 'long' ? 'buy' : 'sell',
		quantity: d(quantity),
		limitPrice: d('150'),
		reduceOnly: false,
		timeInForce: 'IOC',
		decisionMid: d('150'),
	};
	const fill: Fill = {
		tradeId: `${leg}-trade`,
		quantity: d(quantity),
		price: d('150'),
		fee: ZERO,
		feeAsset: 'USDT',
		feeQuantity: ZERO,
		filledAt: AT,
	};
	return [
		{ type: 'OrderIntended', ...intent },
		{ type: 'FillsRecorded', clientOrderId, fills: [fill] },
		{ type: 'OrderEnded', clientOrderId, status: 'filled', venueOrderId: 'v1' },
	];
}

/** A running execution: long on Bybit with a lot of 0.1, short on KuCoin with a lot of 1. */
function running(quantity: string, more: readonly ExecutionEvent[] = []): ExecutionState {
	const plan = testPlan({ seedHex: 'a'.repeat(24), longLot: '0.1', shortLot: '1', quantity });
	const events: readonly ExecutionEvent[] = [
		{ type: 'ExecutionPlanned', plan },
		...order('long', quantity),
		...order('short', quantity),
		{ type: 'ExecutionOpened', quantity: d(quantity) },
		...more,
	];
	return foldExecution(events.map((event) => ({ event, recordedAt: AT })));
}

const around = (nextSettlement: number | undefined): Surroundings =>
	({
		quotes: { long: { bid: d('151'), ask: d('151'), mid: d('151') }, short: undefined },
		nextSettlement: { long: nextSettlement, short: nextSettlement },
	}) as unknown as Surroundings;

const ask = (quantity: string, lot = '0.1', least = '0.1') => ({
	to: 'exec_after',
	exchange: 'okx',
	leg: 'long' as const,
	quantity: d(quantity),
	least: d(least),
	lot: d(lot),
	price: undefined as Decimal | undefined,
});

describe('the part that an execution can give', () => {
	test.each([
		['all of it', '10', '10', '10'],
		['a part that leaves a closable rest', '10', '4', '4'],
		['whole lots of all three contracts', '10', '4.7', '4'],
		['no more than it holds', '10', '25', '10'],
		['less than asked, if the rest could not be closed otherwise', '10', '9.6', '9'],
		['nothing below the smallest order of the leg that then closes', '10', '0.9', '0'],
	])('is %s', (_what, held, asked, expected) => {
		expect(givable(running(held), 'long', ask(asked))).toBe(d(expected));
	});

	test('respects a coarser lot at the new exchange', () => {
		expect(givable(running('10'), 'long', ask('7', '3'))).toBe(d('6'));
	});

	test('is nothing if the pair after could not close it', () => {
		expect(givable(running('10'), 'long', ask('2', '0.1', '3'))).toBe(ZERO);
	});
});

describe('an execution', () => {
	test('gives with two events, and the roll books the same fill', () => {
		const gives = given(running('10'), ask('4'), AT + HOUR_MS, around(undefined));
		expect(gives?.events[0]).toMatchObject({ type: 'LegReduced', cause: 'handover', to: 'exec_after' });
		expect(gives?.events[1]).toMatchObject({ type: 'UnwindStarted' });
		expect(gives?.taken).toMatchObject({ type: 'LegTakenOver', leg: 'long' });
		expect(gives?.taken.fill).toMatchObject({ quantity: d('4'), price: d('151'), fee: ZERO, filledAt: AT });
	});

	test('gives at the price of the roll’s own fill while its leg has no book, not at a price of long ago', () => {
		const blind = { ...around(undefined), quotes: { long: undefined, short: undefined } };
		const gives = given(running('10'), { ...ask('4'), price: d('200') }, AT + HOUR_MS, blind);
		expect(gives?.taken.fill.price).toBe(d('200'));
	});

	test('keeps a settlement that is not booked yet: the part moves after it', () => {
		const next = SETTLED_AT + 8 * HOUR_MS;
		const gives = given(running('10'), ask('4'), SETTLED_AT + 1_000, around(next));
		expect(gives?.taken.fill.filledAt).toBe(SETTLED_AT + 1);
	});

	test('gives nothing while an order is in flight, a close is requested, or its holdings are in question', () => {
		const closing: ExecutionEvent = {
			type: 'CloseRequested',
			reason: 'x',
			remaining: ZERO,
			maxSlippageBps: d('10'),
			firm: false,
		};
		const doubtful: ExecutionEvent = { type: 'AttentionRaised', kind: 'hand', reason: 'x' };
		const moving: ExecutionEvent = {
			...(order('long', '1')[0] as ExecutionEvent),
			clientOrderId: 'long-2',
		} as never;
		for (const event of [closing, doubtful, moving]) {
			const state = running('10', [event]);
			expect(mayGive(state)).toBe(false);
			expect(given(state, ask('4'), AT, around(undefined))).toBeUndefined();
		}
		const funding: ExecutionEvent = { type: 'AttentionRaised', kind: 'funding', reason: 'x' };
		expect(mayGive(running('10', [funding]))).toBe(true);
	});
});

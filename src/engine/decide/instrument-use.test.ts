import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	neg,
	parseDecimal,
	ZERO,
} from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { instrumentUse } from './instrument-use.ts';
import { marginToCome, unhedgedOf } from './open-notional.ts';

const SOL = { venue: 'bybit', symbol: 'SOLUSDT' };
const PLAN = testPlan({
	seedHex: '0123456789abcdef01234567',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '12',
});

/** Builds a long leg of five coins, with a reducing or opening order of the same size in the state `outcome`. */
function closing(outcome: 'asked' | 'unknown' | 'absent' | 'opening unknown'): ExecutionState {
	const clientOrderId = 'a1'.padEnd(32, '0');
	const opens = outcome === 'opening unknown';
	const order = { clientOrderId, leg: 'long', child: 1, attempt: 1 } as const;
	return foldExecution(
		[
			...eventsWith('5', true),
			{
				type: 'OrderIntended',
				...order,
				purpose: opens ? 'open' : 'close',
				side: opens ? 'buy' : 'sell',
				quantity: fromInteger(5),
				limitPrice: PLAN.legs.long.limitPrice,
				reduceOnly: !opens,
				timeInForce: 'IOC',
				decisionMid: PLAN.legs.long.decisionMid,
			} as const,
			...(outcome === 'asked'
				? []
				: [{ type: 'OrderOutcomeUnknown', clientOrderId, message: 'the connection was lost' } as const]),
			...(outcome === 'absent' ? [{ type: 'OrderProvenAbsent', clientOrderId } as const] : []),
		].map((event) => ({ event, recordedAt: 1 })),
	);
}

/**
 * Builds a long leg with one opening order of 12 coins; `filled` of them have filled. The order is in flight unless
 * it has ended.
 */
function stateWith(filled: string, isEnded: boolean): ExecutionState {
	return foldExecution(eventsWith(filled, isEnded).map((event) => ({ event, recordedAt: 1 })));
}

function eventsWith(filled: string, isEnded: boolean): readonly ExecutionEvent[] {
	const clientOrderId = 'a0'.padEnd(32, '0');
	return [
		{ type: 'ExecutionPlanned', plan: PLAN },
		{
			type: 'OrderIntended',
			clientOrderId,
			leg: 'long',
			child: 0,
			attempt: 0,
			purpose: 'open',
			side: 'buy',
			quantity: fromInteger(12),
			limitPrice: PLAN.legs.long.limitPrice,
			reduceOnly: false,
			timeInForce: 'IOC',
			decisionMid: PLAN.legs.long.decisionMid,
		},
		{
			type: 'FillsRecorded',
			clientOrderId,
			fills: [
				{
					tradeId: 't1',
					quantity: parseDecimal(filled),
					price: fromInteger(150),
					fee: ZERO,
					feeAsset: 'USDT',
					feeQuantity: ZERO,
					filledAt: 1,
				},
			],
		},
		...(isEnded
			? [{ type: 'OrderEnded', clientOrderId, status: 'canceled', venueOrderId: 'v1' } as const]
			: []),
	];
}

const range = (states: {
	readonly before: readonly ExecutionState[];
	readonly now: readonly ExecutionState[];
}) => {
	const { managedMin, managedMax } = instrumentUse(SOL, ZERO, states, []);
	return [formatDecimal(managedMin), formatDecimal(managedMax)];
};

describe('the quantity of our executions', () => {
	test('is exact without orders in flight, and a range with them', () => {
		const ended = stateWith('5', true);
		expect(range({ before: [ended], now: [ended] })).toEqual(['5', '5']);
		const inFlight = stateWith('5', false);
		expect(range({ before: [inFlight], now: [inFlight] })).toEqual(['0', '12']);
	});

	test('covers every report between two readings of an execution', () => {
		expect(range({ before: [], now: [stateWith('5', true)] })).toEqual(['0', '5']);
		expect(range({ before: [stateWith('5', false)], now: [] })).toEqual(['0', '12']);
	});

	test('covers only its own instrument, signed by side, and names the executions on it', () => {
		const state = stateWith('5', true);
		const other = { venue: 'kucoin', symbol: 'SOLUSDTM' };
		const use = instrumentUse(other, neg(fromInteger(3)), { before: [state], now: [state] }, []);
		expect(use).toMatchObject({ reported: fromInteger(-3), managedMin: ZERO, managedMax: ZERO });
		expect(use.sharers).toEqual([
			{
				executionId: PLAN.executionId,
				role: 'short',
				leverage: fromInteger(1),
				marginMode: 'isolated',
				isRepaired: false,
			},
		]);
		expect(
			instrumentUse({ venue: 'bybit', symbol: 'BTCUSDT' }, ZERO, { before: [], now: [state] }, []).sharers,
		).toEqual([]);
	});

	test('is uncertain beside a reducing or unknown order, then or now', () => {
		const isRepaired = (before: ExecutionState, now: ExecutionState) =>
			instrumentUse(SOL, ZERO, { before: [before], now: [now] }, []).sharers.map(
				(sharer) => sharer.isRepaired,
			);
		for (const outcome of ['asked', 'unknown', 'opening unknown'] as const) {
			const state = closing(outcome);
			expect(isRepaired(state, state)).toEqual([true]);
			// The order has ended by now, but perhaps only after the position was read.
			expect(isRepaired(state, closing('absent'))).toEqual([true]);
		}
		expect(isRepaired(closing('absent'), closing('absent'))).toEqual([false]);
		// An opening order in flight only adds to the position.
		expect(isRepaired(stateWith('5', false), stateWith('5', false))).toEqual([false]);
	});

	test('adds up over executions', () => {
		fc.assert(
			fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }), (tenths) => {
				const states = tenths.map((count) =>
					stateWith(formatDecimal(parseDecimal(String(count / 10))), true),
				);
				const held = states.reduce<Decimal>((total, state) => add(total, state.held.long), ZERO);
				expect(range({ before: states, now: states })).toEqual([formatDecimal(held), formatDecimal(held)]);
			}),
		);
	});
});

describe('margin that the venue has not taken yet', () => {
	const TAKER = parseDecimal('0.001');
	/** Margin of 12 coins at 150.15, times 1.002 for both fees, plus 2 %. */
	const WHOLE = '1841.511672';

	test.each([
		['the margin of the whole leg while an order for all of it is in flight', '5', false, WHOLE],
		['the margin of the rest once the order has ended', '5', true, '1074.215142'],
	])('is %s', (_what, filled, isEnded, margin) => {
		const state = stateWith(filled, isEnded);
		expect(formatDecimal(marginToCome('bybit', { before: [state], now: [state] }, TAKER))).toBe(margin);
	});

	test('is the higher of both readings, and zero at other venues', () => {
		const before = [stateWith('5', false)];
		const now = [stateWith('5', true)];
		expect(formatDecimal(marginToCome('bybit', { before, now }, TAKER))).toBe(WHOLE);
		expect(marginToCome('okx', { before, now }, TAKER)).toBe(ZERO);
	});

	test('counts the widest unhedged exposure that orders in flight allow', () => {
		expect(formatDecimal(unhedgedOf([stateWith('5', false)]))).toBe('1800');
		expect(formatDecimal(unhedgedOf([stateWith('5', true)]))).toBe('750');
	});
});

import { expect, test } from 'vitest';
import { testPlan } from '../../test/support/execution-plans.ts';
import { fromInteger, ZERO } from './decimal.ts';
import type { ExecutionEvent, Fill } from './event.ts';
import { foldExecution } from './execution-fold.ts';
import { clientOrderId } from './ids.ts';
import { heldAt, heldSpan, legTimeline, venueTimeline } from './leg-timeline.ts';

const PLAN = testPlan({ seedHex: 'abcdefabcdefabcdefabcdef', longLot: '1', shortLot: '1', quantity: '12' });

const fill = (tradeId: string, coins: number, filledAt: number): Fill => ({
	tradeId,
	quantity: fromInteger(coins),
	price: fromInteger(100),
	fee: ZERO,
	feeAsset: 'USDT',
	feeQuantity: ZERO,
	filledAt,
});

function bought(child: number, coins: number, filledAt: number): readonly ExecutionEvent[] {
	const id = clientOrderId(PLAN.executionId, 'long', child, 0);
	const terms = { purpose: 'open', side: 'buy', reduceOnly: false, timeInForce: 'IOC' } as const;
	const [quantity, price] = [fromInteger(coins), fromInteger(100)];
	return [
		{
			type: 'OrderIntended',
			...terms,
			clientOrderId: id,
			leg: 'long',
			child,
			attempt: 0,
			quantity,
			limitPrice: price,
			decisionMid: price,
		},
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fill(`t${child}`, coins, filledAt)] },
	];
}

test('counts a manual trade larger than the leg at the fill that nets it, and at the venue at its trade time', () => {
	// The leg holds six; ten are sold manually, then our order buys six more. Only then is the manual trade detected.
	const events: readonly ExecutionEvent[] = [
		{ type: 'ExecutionPlanned', plan: PLAN },
		...bought(0, 6, 1_000),
		...bought(1, 6, 5_000),
		{ type: 'LegReduced', leg: 'long', cause: 'hand', fills: [fill('manual', 10, 3_000)] },
	];
	const state = foldExecution(events.map((event) => ({ event, recordedAt: 6_000 })));
	const books = legTimeline(state, 'long');
	const venue = venueTimeline(state, 'long');
	const held = (timeline: typeof books) =>
		[2_000, 4_000, 6_000].map((at) => Number(heldAt(timeline, at, true) / fromInteger(1)));
	expect(held(books)).toEqual([6, 6, 2]);
	expect(held(venue)).toEqual([6, -4, 2]);
	expect(heldSpan(venue, 9_000)).toEqual({ from: 1_000, to: 9_000 });
	expect(state.held.long).toBe(fromInteger(2));
});

test('keeps the exchange’s time of a part that a roll took over, although a reduction before it was found later', () => {
	const rolls = { from: 'exec_before', stays: 'long', since: 0, heldFrom: 0 } as const;
	const taken = (tradeId: string, filledAt: number): ExecutionEvent => ({
		type: 'LegTakenOver',
		leg: 'long',
		fill: fill(tradeId, 5, filledAt),
	});
	const events: readonly ExecutionEvent[] = [
		{ type: 'ExecutionPlanned', plan: { ...PLAN, rolls } },
		taken('first', 1_000),
		taken('second', 8_001),
		{ type: 'LegReduced', leg: 'long', cause: 'adl', fills: [fill('adl', 2, 7_000)] },
	];
	const state = foldExecution(events.map((event) => ({ event, recordedAt: 9_000 })));
	const venue = venueTimeline(state, 'long');
	// A payment at 8,000 belongs to the three coins that were left then. The second part came after it.
	expect(heldAt(venue, 8_000, true)).toBe(fromInteger(3));
	expect(heldAt(venue, 9_000, true)).toBe(fromInteger(8));
});

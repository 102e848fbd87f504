/**
 * Builds random histories of one execution: orders and their fills, liquidations, manual trades, settlements, closes
 * and failures.
 */
import fc from 'fast-check';
import { add, type Decimal, fromInteger, mulTrunc, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, Fill } from '../../src/domain/event.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { applyEvent, foldExecution } from '../../src/domain/execution-fold.ts';
import { clientOrderId, type LegRole } from '../../src/domain/ids.ts';
import { testPlan } from './execution-plans.ts';

const PLAN = testPlan({
	seedHex: 'abcdefabcdefabcdefabcdef',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '1000',
});
const START_AT = Date.UTC(2026, 10, 20);
const CENT = parseDecimal('0.01');
const TENTH = parseDecimal('0.1');

/** One step of a history. It takes a minute and adds events; it adds none if it is impossible in the current state. */
export type HistoryStep = {
	readonly what: 'open' | 'reduce' | 'taken' | 'pay' | 'run' | 'close' | 'end' | 'wait';
	readonly leg: LegRole;
	readonly tenths: number;
	readonly cents: number;
};

export const historyStep: fc.Arbitrary<HistoryStep> = fc.record({
	what: fc.constantFrom('open', 'open', 'reduce', 'taken', 'pay', 'pay', 'run', 'close', 'end', 'wait'),
	leg: fc.constantFrom('long', 'short'),
	tenths: fc.integer({ min: 1, max: 500 }),
	cents: fc.integer({ min: 1, max: 30_000 }),
});

/** An event as a row of the journal. */
export type HistoryRow = { readonly event: ExecutionEvent; readonly recordedAt: number };

/**
 * Creates a history that begins with a planned execution. `take` adds the events of one step. `state` returns the
 * execution's state after the last event.
 */
export function createHistory() {
	const rows: HistoryRow[] = [{ event: { type: 'ExecutionPlanned', plan: PLAN }, recordedAt: START_AT }];
	let state = foldExecution(rows);
	let now = START_AT;
	return {
		rows: rows as readonly HistoryRow[],
		state: () => state,
		now: () => now,
		take(step: HistoryStep): void {
			now += 60_000;
			for (const event of eventsOf(step, state, rows.length, now)) {
				rows.push({ event, recordedAt: now });
				state = applyEvent(state, event, now);
			}
		},
	};
}

/** Returns the events of a step; none if the step is impossible in this state. */
function eventsOf(
	step: HistoryStep,
	state: ExecutionState,
	index: number,
	now: number,
): readonly ExecutionEvent[] {
	const { leg } = step;
	const held = state.held[leg];
	const quantity = (BigInt(step.tenths) * TENTH) as Decimal;
	const less = quantity < held ? quantity : held;
	if (state.phase === 'closed') return [];
	switch (step.what) {
		case 'open':
			return orderFilled(state, step, index, { opens: true, fill: fillOf(step, quantity, index, now) });
		case 'reduce':
			return held === 0n
				? []
				: orderFilled(state, step, index, { opens: false, fill: fillOf(step, less, index, now) });
		case 'taken':
			return held === 0n
				? []
				: [{ type: 'LegReduced', leg, cause: 'adl', fills: [fillOf(step, less, index, now)] }];
		case 'pay':
			return [
				{
					type: 'FundingBooked',
					recordId: `record ${index}`,
					leg,
					settledAt: now,
					rate: step.tenths % 5 === 0 ? null : parseDecimal('0.0001'),
					amount: ((BigInt(step.cents) - 15_000n) * CENT) as Decimal,
				},
			];
		case 'run':
			return [{ type: 'ExecutionOpened', quantity: PLAN.quantity }];
		case 'close':
			return [
				{
					type: 'CloseRequested',
					reason: 'asked',
					remaining: fromInteger(0),
					maxSlippageBps: TENTH,
					firm: false,
				},
			];
		case 'end':
			return state.held.long === 0n && state.held.short === 0n
				? [{ type: 'ExecutionFailed', reason: 'nothing filled' }]
				: [];
		case 'wait':
			return [];
	}
}

function orderFilled(
	state: ExecutionState,
	{ leg }: HistoryStep,
	index: number,
	{ opens, fill }: { readonly opens: boolean; readonly fill: Fill },
): readonly ExecutionEvent[] {
	const { openSide } = state.plan.legs[leg];
	const id = clientOrderId(PLAN.executionId, leg, 0, index);
	return [
		{
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child: 0,
			attempt: index,
			purpose: opens ? 'open' : 'close',
			side: opens ? openSide : openSide === 'buy' ? 'sell' : 'buy',
			quantity: fill.quantity,
			limitPrice: fill.price,
			reduceOnly: !opens,
			timeInForce: 'IOC',
			decisionMid: add(fill.price, CENT),
		},
		{ type: 'FillsRecorded', clientOrderId: id, fills: [fill] },
	];
}

function fillOf({ cents }: HistoryStep, quantity: Decimal, index: number, now: number): Fill {
	const price = (BigInt(cents) * CENT) as Decimal;
	const fee = mulTrunc(mulTrunc(price, quantity), parseDecimal('0.00055'));
	return {
		tradeId: `trade ${index}`,
		quantity,
		price,
		fee,
		feeAsset: 'USDT',
		feeQuantity: fee,
		filledAt: now,
	};
}

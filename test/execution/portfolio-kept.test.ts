/** What is kept between two readings of a portfolio changes no byte of an answer, whatever happened to the execution and the market. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { executionRecord } from '../../src/api/rpc/portfolio-record.ts';
import { add, type Decimal, fromInteger, mulTrunc, parseDecimal } from '../../src/domain/decimal.ts';
import type { ExecutionEvent, Fill } from '../../src/domain/event.ts';
import { encodeExactJson } from '../../src/domain/exact-json.ts';
import type { ExecutionState } from '../../src/domain/execution.ts';
import { applyEvent, foldExecution } from '../../src/domain/execution-fold.ts';
import { clientOrderId, type LegRole } from '../../src/domain/ids.ts';
import type { TradingMode } from '../../src/domain/trading-mode.ts';
import { type LegFacts, portfolioExecution } from '../../src/portfolio/execution-record.ts';
import { testPlan } from '../support/execution-plans.ts';

const PLAN = testPlan({
	seedHex: 'abcdefabcdefabcdefabcdef',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '1000',
});
const START_AT = Date.UTC(2026, 10, 20);
const CENT = parseDecimal('0.01');
const TENTH = parseDecimal('0.1');

const steps = fc.array(
	fc.record({
		what: fc.constantFrom('open', 'open', 'reduce', 'taken', 'pay', 'pay', 'run', 'close', 'end', 'wait'),
		leg: fc.constantFrom<LegRole>('long', 'short'),
		tenths: fc.integer({ min: 1, max: 500 }),
		cents: fc.integer({ min: 1, max: 30_000 }),
		/** Of each leg; 0 is not known. */
		marks: fc.tuple(fc.nat(30_000), fc.nat(30_000)),
		mode: fc.constantFrom<TradingMode>('live', 'simulated'),
	}),
	{ minLength: 1, maxLength: 30 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;
type Rows = { readonly event: ExecutionEvent; readonly recordedAt: number }[];

test('an answer of kept parts is that of an execution that was folded for it', () => {
	fc.assert(
		fc.property(steps, (drawn) => {
			const rows: Rows = [{ event: { type: 'ExecutionPlanned', plan: PLAN }, recordedAt: START_AT }];
			let state = foldExecution(rows);
			for (const [index, step] of drawn.entries()) {
				const now = START_AT + (index + 1) * 60_000;
				for (const event of eventsOf(step, state, index, now)) {
					rows.push({ event, recordedAt: now });
					state = applyEvent(state, event, now);
				}
				// Nothing is kept for objects that are new.
				const plain = foldExecution(structuredClone(rows));
				expect(answer(state, step, now)).toBe(answer(plain, step, now));
			}
		}),
		{ numRuns: 300 },
	);
});

/** None where the step fits no execution like this. */
function eventsOf(step: Step, state: ExecutionState, index: number, now: number): readonly ExecutionEvent[] {
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
	{ leg }: Step,
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

function fillOf({ cents }: Step, quantity: Decimal, index: number, now: number): Fill {
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

function answer(state: ExecutionState, { marks, mode, cents }: Step, now: number): string {
	const [long, short] = marks.map((mark) => factsOf(mark, now));
	if (long === undefined || short === undefined) throw new Error('There are two legs.');
	const expected = { remaining: { carry: cents / 1e6 }, outlook: undefined };
	return encodeExactJson(
		executionRecord(portfolioExecution(state, { long, short }, expected, now, [], null), mode),
	);
}

function factsOf(mark: number, now: number): LegFacts {
	return {
		mark: mark === 0 ? null : ((BigInt(mark) * CENT) as Decimal),
		nextSettlementAt: mark % 2 === 0 ? null : now + mark,
		position: undefined,
		readAt: now,
		agrees: mark % 3 === 0,
	};
}

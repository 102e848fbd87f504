import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPlan } from '../../test/support/execution-plans.ts';
import { add, type Decimal, fromInteger, mulTrunc, neg, parseDecimal, sub, ZERO } from './decimal.ts';
import type { ExecutionEvent, Fill } from './event.ts';
import type { ExecutionState } from './execution.ts';
import { foldExecution } from './execution-fold.ts';
import { clientOrderId } from './ids.ts';
import { executionLedger } from './ledger.ts';
import { legTimeline } from './leg-timeline.ts';
import { oppositeSide, type Side } from './order-book.ts';

const PLAN = testPlan({
	seedHex: 'abcdefabcdefabcdefabcdef',
	longLot: '0.1',
	shortLot: '0.1',
	quantity: '1000',
});

/** One fill: its leg, whether it opens, its size in tenths of a coin, its price in cents, and its fee. */
const fills = fc.array(
	fc.record({
		leg: fc.constantFrom('long', 'short'),
		opens: fc.boolean(),
		tenths: fc.integer({ min: 1, max: 500 }),
		priceCents: fc.integer({ min: 1, max: 30_000 }),
		midHalfCents: fc.integer({ min: 1, max: 60_000 }),
		feeUnits: fc.integer({ min: -100_000, max: 1_000_000 }),
		/** A reduction by others: liquidation, ADL or a manual trade. */
		taken: fc.boolean(),
	}),
	{ minLength: 1, maxLength: 30 },
);

const settlements = fc.array(
	fc.record({
		leg: fc.constantFrom('long', 'short'),
		units: fc.integer({ min: -1_000_000, max: 1_000_000 }),
	}),
	{ maxLength: 8 },
);

type FillDraw = {
	readonly leg: 'long' | 'short';
	readonly opens: boolean;
	readonly tenths: number;
	readonly priceCents: number;
	readonly midHalfCents: number;
	readonly feeUnits: number;
	readonly taken: boolean;
};
type SettlementDraw = { readonly leg: 'long' | 'short'; readonly units: number };

/** Builds a journal in which no leg ever closes more than it holds. */
function stateOf(draws: readonly FillDraw[], payments: readonly SettlementDraw[]): ExecutionState {
	const events: ExecutionEvent[] = [{ type: 'ExecutionPlanned', plan: PLAN }];
	const held = { long: 0, short: 0 };
	for (const [index, draw] of draws.entries()) {
		const tenths = draw.opens ? draw.tenths : Math.min(draw.tenths, held[draw.leg]);
		if (tenths === 0) continue;
		held[draw.leg] += draw.opens ? tenths : -tenths;
		const { openSide } = PLAN.legs[draw.leg];
		const side = draw.opens ? openSide : openSide === 'buy' ? 'sell' : 'buy';
		const id = clientOrderId(PLAN.executionId, draw.leg, 0, index);
		const quantity = parseDecimal(`${tenths}e-1`);
		const decisionMid = parseDecimal(`${draw.midHalfCents * 5}e-3`);
		const fill = {
			tradeId: `t${index}`,
			quantity,
			price: parseDecimal(`${draw.priceCents}e-2`),
			fee: parseDecimal(`${draw.feeUnits}e-8`),
			feeAsset: 'USDT',
			feeQuantity: parseDecimal(`${draw.feeUnits}e-8`),
			filledAt: index,
		};
		if (draw.taken && !draw.opens) {
			// A reduction may turn out to be older than the fill that it reduces.
			const filledAt = index - (draw.tenths % 3) * 10;
			events.push({ type: 'LegReduced', leg: draw.leg, cause: 'adl', fills: [{ ...fill, filledAt }] });
			continue;
		}
		events.push(
			{
				type: 'OrderIntended',
				clientOrderId: id,
				leg: draw.leg,
				child: 0,
				attempt: index,
				purpose: draw.opens ? 'open' : 'close',
				side,
				quantity,
				limitPrice: decisionMid,
				timeInForce: 'IOC',
				reduceOnly: !draw.opens,
				decisionMid,
			},
			{
				type: 'FillsRecorded',
				clientOrderId: id,
				fills: [fill],
			},
		);
	}
	for (const [index, payment] of payments.entries()) {
		events.push({
			type: 'FundingBooked',
			recordId: `r${index}`,
			leg: payment.leg,
			settledAt: index,
			rate: null,
			amount: parseDecimal(`${payment.units}e-8`),
		});
	}
	return foldExecution(events.map((event) => ({ event, recordedAt: 0 })));
}

/** Computes a leg's cash flow and held coins independently of the ledger. */
function naive(
	state: ExecutionState,
	leg: 'long' | 'short',
	mark: Decimal,
): { readonly total: Decimal; readonly fees: Decimal } {
	let cash = ZERO;
	let fees = ZERO;
	let signed = ZERO;
	const book = (side: Side, fills: readonly Fill[]): void => {
		for (const fill of fills) {
			const value = mulTrunc(fill.price, fill.quantity);
			cash = side === 'buy' ? sub(cash, value) : add(cash, value);
			signed = side === 'buy' ? add(signed, fill.quantity) : sub(signed, fill.quantity);
			fees = add(fees, fill.fee);
		}
	};
	for (const order of state.orders) if (order.leg === leg) book(order.side, order.fills);
	for (const reduction of state.reductions)
		if (reduction.leg === leg) book(oppositeSide(state.plan.legs[leg].openSide), reduction.fills);
	const funding = state.funding
		.filter((record) => record.leg === leg)
		.reduce<Decimal>((sum, record) => add(sum, record.amount), ZERO);
	const open = mulTrunc(mark, signed < 0n ? neg(signed) : signed);
	return { total: sub(add(add(cash, signed < 0n ? neg(open) : open), funding), fees), fees };
}

describe('keeps the identities of the contract to the last digit', () => {
	test('price + funding − fees − slippage = realized + unrealized = moved cash, in random executions', () => {
		const seen = { closes: 0, open: 0, taken: 0 };
		fc.assert(
			fc.property(fills, settlements, fc.integer({ min: 1, max: 30_000 }), (draws, payments, markCents) => {
				const state = stateOf(draws, payments);
				const mark = parseDecimal(`${markCents}e-2`);
				const ledger = executionLedger(state, { long: mark, short: mark });
				for (const leg of ['long', 'short'] as const) {
					const row = ledger[leg];
					const funding = sub(row.fundingReceived, row.fundingPaid);
					const total = add(row.realized, row.unrealized ?? ZERO);
					expect(sub(sub(add(row.priceAtMid ?? ZERO, funding), row.fees), row.slippage)).toBe(total);
					const expected = naive(state, leg, mark);
					expect(total).toBe(expected.total);
					expect(row.fees).toBe(expected.fees);
					expect(row.fundingReceived >= 0n && row.fundingPaid >= 0n).toBe(true);
					expect(row.held).toBe(state.held[leg]);
					if (row.held === 0n) expect(row.openCost).toBe(ZERO);
					const { held, times } = legTimeline(state, leg);
					expect(held.every((quantity) => quantity >= 0n)).toBe(true);
					expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
					if (row.held > 0n) seen.open += 1;
				}
				if (state.orders.some((order) => order.purpose === 'close')) seen.closes += 1;
				if (state.reductions.length > 0) seen.taken += 1;
				expect(ledger.deployedPeak >= ledger.deployed).toBe(true);
			}),
			{ numRuns: 300 },
		);
		expect(seen.closes).toBeGreaterThan(50);
		expect(seen.open).toBeGreaterThan(50);
		expect(seen.taken).toBeGreaterThan(50);
	});

	test('has no unrealized profit for an open leg without a mark, and zero for a flat one', () => {
		const open = stateOf(
			[
				{
					leg: 'long',
					opens: true,
					tenths: 10,
					priceCents: 100,
					midHalfCents: 200,
					feeUnits: 1,
					taken: false,
				},
			],
			[],
		);
		const ledger = executionLedger(open, { long: null, short: null });
		expect(ledger.long.unrealized).toBeNull();
		expect(ledger.long.priceAtMid).toBeNull();
		expect(ledger.short.unrealized).toBe(ZERO);
		expect(ledger.deployed).toBe(fromInteger(1));
	});
});

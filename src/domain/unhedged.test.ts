import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '../../test/support/seeded-properties.ts';
import { testPlan } from '../../test/support/execution-plans.ts';
import { abs, add, type Decimal, fromInteger, max, mulTrunc, parseDecimal, sub, ZERO } from './decimal.ts';
import type { ExecutionEvent, Fill } from './event.ts';
import type { ExecutionState } from './execution.ts';
import { foldExecution } from './execution-fold.ts';
import { clientOrderId, type LegRole } from './ids.ts';
import { openingOf, unhedgedTime } from './unhedged.ts';

const PLAN = testPlan({ seedHex: '0123456789abcdef01234567', longLot: '0.1', shortLot: '1', quantity: '12' });
const LOT = fromInteger(1);

type Drawn = {
	readonly leg: LegRole;
	readonly opens: boolean;
	readonly quantity: Decimal;
	readonly price: Decimal;
	readonly at: number;
};

/** Builds a state with one order per fill, intended at the time of the fill. */
function stateOf(
	fills: readonly Drawn[],
	extra: readonly (readonly [ExecutionEvent, number])[] = [],
): ExecutionState {
	const events: (readonly [ExecutionEvent, number])[] = [[{ type: 'ExecutionPlanned', plan: PLAN }, 0]];
	for (const [attempt, drawn] of fills.entries()) {
		const id = clientOrderId(PLAN.executionId, drawn.leg, 0, attempt);
		const openSide = PLAN.legs[drawn.leg].openSide;
		const side = drawn.opens ? openSide : openSide === 'buy' ? 'sell' : 'buy';
		const fill: Fill = {
			tradeId: `t${attempt}`,
			quantity: drawn.quantity,
			price: drawn.price,
			fee: ZERO,
			feeAsset: 'USDT',
			feeQuantity: ZERO,
			filledAt: drawn.at,
		};
		events.push(
			[
				{
					type: 'OrderIntended',
					clientOrderId: id,
					leg: drawn.leg,
					child: 0,
					attempt,
					purpose: drawn.opens ? 'open' : 'reduce',
					side,
					quantity: drawn.quantity,
					limitPrice: drawn.price,
					reduceOnly: !drawn.opens,
					timeInForce: 'IOC',
					decisionMid: drawn.price,
				},
				drawn.at,
			],
			[{ type: 'FillsRecorded', clientOrderId: id, fills: [fill] }, drawn.at],
		);
	}
	return foldExecution([...events, ...extra].map(([event, recordedAt]) => ({ event, recordedAt })));
}

const fill = (leg: LegRole, at: number, quantity: string, opens = true): Drawn => ({
	leg,
	opens,
	quantity: parseDecimal(quantity),
	price: fromInteger(100),
	at,
});

/** Computes the unhedged time independently, by checking every single millisecond. */
function naive(fills: readonly Drawn[], now: number) {
	let totalMs = 0;
	let longestMs = 0;
	let stretch = 0;
	let peak = ZERO;
	for (let at = 0; at < now; at += 1) {
		const so = fills.filter((drawn) => drawn.at <= at);
		const held = (leg: LegRole) =>
			so
				.filter((drawn) => drawn.leg === leg)
				.reduce((sum, { opens, quantity }) => (opens ? add(sum, quantity) : sub(sum, quantity)), ZERO);
		const difference = sub(held('long'), held('short'));
		if (abs(difference) < LOT) {
			stretch = 0;
			continue;
		}
		totalMs += 1;
		stretch += 1;
		longestMs = Math.max(longestMs, stretch);
		const heavier = so.filter((drawn) => drawn.leg === (difference > 0n ? 'long' : 'short'));
		const last = heavier.reduce((latest, drawn) => (drawn.at >= latest.at ? drawn : latest));
		peak = max(peak, mulTrunc(abs(difference), last.price));
	}
	return { totalMs, longestMs, peakNotional: peak };
}

/** Generates fills that never reduce a leg below zero. */
const drawnFills = fc
	.array(
		fc.record({
			leg: fc.constantFrom<LegRole>('long', 'short'),
			opens: fc.boolean(),
			tenths: fc.integer({ min: 1, max: 40 }),
			price: fc.integer({ min: 90, max: 110 }),
			at: fc.integer({ min: 0, max: 120 }),
		}),
		{ maxLength: 12 },
	)
	.map((raw): readonly Drawn[] => {
		const held: Record<LegRole, number> = { long: 0, short: 0 };
		return [...raw]
			.sort((a, b) => a.at - b.at)
			.flatMap(({ leg, opens, tenths, price, at }) => {
				const quantity = opens ? tenths : Math.min(tenths, held[leg]);
				if (quantity === 0) return [];
				held[leg] += opens ? quantity : -quantity;
				return [
					{ leg, opens, quantity: parseDecimal((quantity / 10).toFixed(1)), price: fromInteger(price), at },
				];
			});
	});

describe('unhedged time', () => {
	test('equals a check of every millisecond', () => {
		fc.assert(
			fc.property(drawnFills, fc.integer({ min: 120, max: 160 }), (fills, now) => {
				expect(unhedgedTime(stateOf(fills), now)).toEqual(naive(fills, now));
			}),
		);
	});

	test('is the sum of the opening and the time after it', () => {
		const fills = [
			fill('long', 100, '5'),
			fill('short', 140, '5'),
			fill('short', 9_000, '5', false),
			fill('long', 9_030, '5', false),
		];
		const opened = [{ type: 'ExecutionOpened', quantity: fromInteger(5) }, 200] as const;
		const state: ExecutionState = { ...stateOf(fills, [opened]), openedAt: 200 };
		expect(unhedgedTime(state, 10_000)).toMatchObject({ totalMs: 70, longestMs: 40 });
		expect(unhedgedTime(openingOf(state), 10_000)).toMatchObject({ totalMs: 40 });
	});

	test('continues for a leg that is unhedged now, even if the venue’s clock is ahead', () => {
		const state = stateOf([fill('long', 1_000, '2')]);
		expect(unhedgedTime(state, 1_500)).toEqual({
			totalMs: 500,
			longestMs: 500,
			peakNotional: fromInteger(200),
		});
		expect(unhedgedTime(state, 900)).toEqual({ totalMs: 0, longestMs: 0, peakNotional: ZERO });
	});

	test('ignores differences below the common lot, and ends with the execution', () => {
		expect(unhedgedTime(stateOf([fill('long', 0, '0.9')]), 1_000).totalMs).toBe(0);
		const ended = stateOf(
			[fill('long', 0, '3'), fill('long', 10, '2', false)],
			[[{ type: 'ExecutionClosed', reason: 'closed' }, 20]],
		);
		expect(unhedgedTime(ended, 1_000).totalMs).toBe(10);
	});

	test('counts a reduction by others from its trade time', () => {
		const taken: ExecutionEvent = {
			type: 'LegReduced',
			leg: 'short',
			cause: 'adl',
			fills: [
				{
					tradeId: 'adl',
					quantity: fromInteger(2),
					price: fromInteger(101),
					fee: ZERO,
					feeAsset: 'USDT',
					feeQuantity: ZERO,
					filledAt: 500,
				},
			],
		};
		const state = stateOf(
			[fill('long', 0, '5'), fill('short', 0, '5'), fill('long', 650, '2', false)],
			[[taken, 600]],
		);
		expect(unhedgedTime(state, 5_000)).toEqual({
			totalMs: 150,
			longestMs: 150,
			peakNotional: fromInteger(200),
		});
	});
});

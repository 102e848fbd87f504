import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testPlan } from '../../../test/support/execution-plans.ts';
import { type Decimal, fromInteger, neg, parseDecimal, sum, ZERO } from '../../domain/decimal.ts';
import type { ExecutionEvent } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { foldExecution } from '../../domain/execution-fold.ts';
import { clientOrderId, type LegRole } from '../../domain/ids.ts';
import type { AccountFill } from '../../ports/venue.ts';
import { compare, explain, type HeldLeg, isQuiet, splitTaken } from './reconcile.ts';

const d = parseDecimal;

/** Builds an execution whose legs hold `tenths` tenths of a coin each, from one fill per leg. */
function holding(index: number, tenths: number): ExecutionState {
	const plan = testPlan({
		seedHex: index.toString(16).padStart(24, '0'),
		longLot: '0.1',
		shortLot: '0.1',
		quantity: '100',
	});
	const events: ExecutionEvent[] = [{ type: 'ExecutionPlanned', plan }];
	for (const leg of ['long', 'short'] as const) {
		const id = clientOrderId(plan.executionId, leg, 0, 0);
		const quantity = d(`${tenths}e-1`);
		events.push({
			type: 'OrderIntended',
			clientOrderId: id,
			leg,
			child: 0,
			attempt: 0,
			purpose: 'open',
			side: plan.legs[leg].openSide,
			quantity,
			limitPrice: fromInteger(150),
			timeInForce: 'IOC',
			reduceOnly: false,
			decisionMid: fromInteger(150),
		});
		events.push({
			type: 'FillsRecorded',
			clientOrderId: id,
			fills: [{ ...NO_FEE, tradeId: `own-${index}-${leg}`, quantity, price: fromInteger(150), filledAt: 5 }],
		});
		events.push({ type: 'OrderEnded', clientOrderId: id, status: 'filled', venueOrderId: `v${index}` });
	}
	return foldExecution(events.map((event) => ({ event, recordedAt: 10 + index })));
}

const NO_FEE = { fee: ZERO, feeAsset: 'USDT', feeQuantity: ZERO };

function foreign(tradeId: string, quantity: Decimal, change: Partial<AccountFill> = {}): AccountFill {
	return {
		tradeId,
		quantity,
		price: d('140'),
		fee: d('0.07'),
		feeAsset: 'USDT',
		feeQuantity: d('0.07'),
		filledAt: 50,
		side: 'sell',
		venueOrderId: 'foreign',
		clientOrderId: null,
		cause: 'liquidation',
		...change,
	};
}

function legsOf(states: readonly ExecutionState[], leg: LegRole): readonly HeldLeg[] {
	return states.map((state) => ({ state, leg }));
}

const total = (fills: readonly { readonly quantity: Decimal }[]): Decimal =>
	sum(fills.map((fill) => fill.quantity));

describe('a comparison of a position with its executions', () => {
	const legs = legsOf([holding(1, 50), holding(2, 30)], 'long');

	test.each([
		['finds no difference', '8', '0', '0'],
		['finds missing coins', '5.5', '2.5', '0'],
		['finds all coins missing and a position on the other side', '-1', '8', '-1'],
		['finds unmanaged coins', '9', '0', '1'],
	])('%s', (_what, reported, missing, unmanaged) => {
		expect(compare(legs, d(reported))).toMatchObject({ missing: d(missing), unmanaged: d(unmanaged) });
		const shorts = legs.map(({ state }) => ({ state, leg: 'short' as const }));
		expect(compare(shorts, neg(d(reported)))).toEqual({
			missing: d(missing),
			unmanaged: d(unmanaged),
			shown: d(reported),
		});
	});

	test('counts only when nothing was booked since the read began and no order is in flight', () => {
		expect(isQuiet(legs, 13, 14)).toBe(true);
		expect(isQuiet(legs, 12, 14)).toBe(false);
	});
});

describe('a reduction by others', () => {
	const states = [holding(1, 50), holding(2, 30)];
	const legs = legsOf(states, 'long');

	test('is explained by the latest closing fills that no journal contains', () => {
		const fills = [
			foreign('early', d('9')),
			foreign('own-1-long', d('5')),
			foreign('buy', d('4'), { side: 'buy' }),
			foreign('late', d('2')),
		];
		const taken = explain(legs, legs, fills, d('3'));
		expect(taken?.cause).toBe('liquidation');
		expect(taken?.fills.map(({ tradeId, quantity }) => [tradeId, quantity])).toEqual([
			['early', d('1')],
			['late', d('2')],
		]);
	});

	test('is not explained by too few fills, nor twice by the same trade', () => {
		expect(explain(legs, legs, [foreign('a', d('2'))], d('3'))).toBeUndefined();
		expect(explain(legs, legs, [foreign('own-2-long', d('3'))], d('1'))).toBeUndefined();
	});

	test('counts a repeated row once', () => {
		const twice = [foreign('a', d('1')), foreign('b', d('2')), foreign('b', d('2'))];
		expect(explain(legs, legs, twice, d('3'))?.fills.map(({ tradeId }) => tradeId)).toEqual(['a', 'b']);
	});

	test.each([
		['order', 'hand'],
		['adl', 'adl'],
		['delisting', 'delisting'],
	] as const)('with the cause %s is booked as %s', (cause, called) => {
		expect(explain(legs, legs, [foreign('a', d('3'), { cause })], d('3'))?.cause).toBe(called);
	});

	test('is split over the executions to the last digit, never beyond the holding of a leg', () => {
		const holdings = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 6 });
		fc.assert(
			fc.property(
				holdings,
				fc.double({ min: 0, max: 1, noNaN: true }),
				fc.integer({ min: 1, max: 4 }),
				(tenths, share, parts) => {
					const held = legsOf(
						tenths.map((each, index) => holding(index + 1, each)),
						'long',
					);
					const ours = tenths.reduce((sumOf, each) => sumOf + each, 0);
					const missing = Math.max(1, Math.floor(ours * share));
					const fills = Array.from({ length: parts }, (_, index) => foreign(`t${index}`, d(`${missing}e-1`)));
					const taken = explain(held, held, fills, d(`${missing}e-1`));
					if (taken === undefined) throw new Error('There were fills enough.');
					const split = splitTaken(held, taken);
					expect(total(split.flatMap((each) => each.fills))).toBe(d(`${missing}e-1`));
					expect(sum(split.flatMap((each) => each.fills.map((fill) => fill.fee)))).toBe(
						sum(taken.fills.map((fill) => fill.fee)),
					);
					for (const each of split) expect(total(each.fills)).toBeLessThanOrEqual(each.held.state.held.long);
				},
			),
		);
	});
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abs, add, type Decimal, parseDecimal as d, fromInteger, neg, sub, sum, ZERO } from './decimal.ts';
import type { LegTimeline } from './leg-timeline.ts';
import { type HeldLeg, type Holder, holdersAt, sharesOf } from './settlement-shares.ts';

const UNIT = 10n ** 10n;
const units = (max: number) => fc.integer({ min: 1, max }).map((value) => d(`${value}e-3`));
const holderList = fc
	.array(units(1_000_000), { minLength: 0, maxLength: 12 })
	.map((quantities) =>
		quantities.map((quantity, index): Holder => ({ id: `exec_${String(index).padStart(3, '0')}`, quantity })),
	);
const amounts = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map((value) => value as Decimal);

describe('shares of a payment', () => {
	test('sum to it to the digit, in proportion, with any unmanaged quantity on either side', () => {
		fc.assert(
			fc.property(
				holderList,
				amounts,
				fc.option(fc.bigInt({ min: -(10n ** 21n), max: 10n ** 21n }), { nil: null }),
				fc.boolean(),
				(drawn, amount, unmanagedQuantity, isShort) => {
					const holders = drawn.map(({ id, quantity }) => ({
						id,
						quantity: isShort ? neg(quantity) : quantity,
					}));
					const managed = sum(holders.map(({ quantity }) => quantity));
					const quantity = unmanagedQuantity === null ? null : add(managed, unmanagedQuantity as Decimal);
					const { shares, unmanaged } = sharesOf(amount, quantity, holders);
					expect(add(sum(shares.values()), unmanaged)).toBe(amount);
					const whole = quantity ?? managed;
					if (whole === 0n) return;
					// Each share loses less than one unit of 1e-8 when it is truncated. One holder receives the whole
					// remainder.
					const off = holders.filter((holder) => {
						const exact = ((amount * holder.quantity) / whole / UNIT) * UNIT;
						return shares.get(holder.id) !== exact;
					});
					expect(off.length).toBeLessThanOrEqual(1);
					for (const holder of off) {
						const exact = ((amount * holder.quantity) / whole) as Decimal;
						expect(abs(sub(shares.get(holder.id) ?? ZERO, exact)) <= BigInt(holders.length + 2) * UNIT).toBe(
							true,
						);
					}
				},
			),
			{ numRuns: 500 },
		);
	});

	test('do not depend on the order of the holders', () => {
		fc.assert(
			fc.property(holderList, amounts, fc.infiniteStream(fc.nat()), (holders, amount, draws) => {
				const shuffled = holders
					.map((holder) => ({ holder, key: draws.next().value as number }))
					.sort((a, b) => a.key - b.key)
					.map(({ holder }) => holder);
				const byId = (shares: ReadonlyMap<string, Decimal>) =>
					[...shares].sort(([a], [b]) => (a < b ? -1 : 1));
				const left = sharesOf(amount, null, holders);
				const right = sharesOf(amount, null, shuffled);
				expect(byId(left.shares)).toEqual(byId(right.shares));
				expect(left.unmanaged).toBe(right.unmanaged);
			}),
			{ numRuns: 200 },
		);
	});

	test('give the last unit of three thirds to the first id, and its part to the unmanaged quantity', () => {
		const holders = ['b', 'a', 'c'].map((id): Holder => ({ id, quantity: fromInteger(1) }));
		const third = sharesOf(fromInteger(1), null, holders);
		expect([...third.shares.keys()].map((id) => third.shares.get(id))).toEqual([
			d('0.33333333'),
			d('0.33333334'),
			d('0.33333333'),
		]);
		const half = sharesOf(fromInteger(6), fromInteger(6), holders);
		expect([...half.shares.values()]).toEqual([fromInteger(1), fromInteger(1), fromInteger(1)]);
		expect(half.unmanaged).toBe(fromInteger(3));
	});

	test('give us more than the venue paid if a manual trade is on the other side, which pays the difference', () => {
		const { shares, unmanaged } = sharesOf(fromInteger(1), fromInteger(1), [
			{ id: 'a', quantity: fromInteger(2) },
		]);
		expect(shares.get('a')).toBe(fromInteger(2));
		expect(unmanaged).toBe(fromInteger(-1));
	});
});

const timeline = (...changes: readonly (readonly [number, number])[]): LegTimeline => ({
	times: changes.map(([at]) => at),
	held: changes.map(([, held]) => fromInteger(held)),
});
const AT = 1_000_000;
const at = (legs: readonly HeldLeg[], quantity: number | null, uncertaintyMs = 20_000) =>
	holdersAt(legs, AT, quantity === null ? null : fromInteger(quantity), uncertaintyMs).holders.map(
		({ id, quantity: coins }) => [id, coins] as const,
	);

describe('holders at the instant', () => {
	const held: HeldLeg = { id: 'held', leg: 'long', timeline: timeline([AT - 60_000, 5]) };

	test('are decided for a fill in the same millisecond by the venue’s own quantity, else by settlement first', () => {
		const opens: HeldLeg = { id: 'opens', leg: 'long', timeline: timeline([AT, 2]) };
		expect(at([held, opens], 5)).toEqual([['held', fromInteger(5)]]);
		expect(at([held, opens], 7)).toEqual([
			['held', fromInteger(5)],
			['opens', fromInteger(2)],
		]);
		expect(at([held, opens], null)).toEqual([['held', fromInteger(5)]]);
		const closes: HeldLeg = { id: 'closes', leg: 'long', timeline: timeline([AT - 60_000, 3], [AT, 0]) };
		expect(at([closes], null)).toEqual([['closes', fromInteger(3)]]);
		expect(at([held, closes], 5)).toEqual([['held', fromInteger(5)]]);
		// The venue made a payment, and the leg that opens is the only possible holder.
		expect(at([opens], null)).toEqual([['opens', fromInteger(2)]]);
	});

	test('are decided within the venue’s uncertainty by its quantity', () => {
		const late: HeldLeg = { id: 'late', leg: 'short', timeline: timeline([AT + 15_000, 4]) };
		expect(at([late], -4)).toEqual([['late', fromInteger(-4)]]);
		expect(at([late], -4, 10_000)).toEqual([]);
		const left: HeldLeg = { id: 'left', leg: 'short', timeline: timeline([AT - 90_000, 4], [AT - 3_000, 0]) };
		expect(at([left], -4)).toEqual([['left', fromInteger(-4)]]);
		expect(at([left], 0)).toEqual([]);
	});

	test('follow the fills if no quantity fits, and the rest is unmanaged', () => {
		expect(at([held], 9)).toEqual([['held', fromInteger(5)]]);
		expect(holdersAt([held], AT, fromInteger(9), 20_000).fits).toBe(false);
		expect(holdersAt([held], AT, fromInteger(5), 20_000).fits).toBe(true);
	});
});

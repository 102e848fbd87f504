import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decimal, fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { BackgroundLevel } from './background-book.ts';
import { planCrossings, planMatch } from './matching.ts';
import { createRestingOrders, type RestingOrder, remainingOf } from './resting-orders.ts';
import type { Order, Side } from './types.ts';

function resting(
	accountId: string,
	side: Side,
	price: number,
	quantity: number,
	priority: number,
): RestingOrder {
	const order: Order = {
		id: String(priority),
		accountId,
		request: {
			symbol: 'AAAUSDT',
			side,
			kind: 'limit',
			quantity: fromInteger(quantity),
			price: fromInteger(price),
			timeInForce: 'GTC',
			reduceOnly: false,
			clientOrderId: undefined,
			leverage: undefined,
			marginMode: undefined,
		},
		leverage: fromInteger(10),
		marginMode: 'isolated',
		origin: 'user',
		status: 'open',
		endReason: undefined,
		filledQuantity: ZERO,
		filledValue: ZERO,
		assetFee: ZERO,
		fee: ZERO,
		createdAt: 0,
		updatedAt: 0,
	};
	return { order, price: fromInteger(price), side, priority };
}

const level = (price: number, quantity: number, rank: number): BackgroundLevel => ({
	price: fromInteger(price),
	quantity: fromInteger(quantity),
	rank,
	shown: [fromInteger(price), fromInteger(quantity)],
});

const tradable = ({ order }: RestingOrder): Decimal => remainingOf(order);

/**
 * Matches by the rules of `planMatch` in the slowest way. Every unit of resting liquidity is one lot in a list,
 * sorted by price, background before orders, then time. The taker takes lots one by one.
 */
function naiveMatch(
	side: Side,
	accountId: string,
	quantity: number,
	limit: number | undefined,
	background: readonly BackgroundLevel[],
	orders: readonly RestingOrder[],
): { units: string[]; metOwnOrder: boolean } {
	const lots = [
		...background.flatMap(({ price, quantity: size, rank }) =>
			Array.from({ length: Number(size / fromInteger(1)) }, () => ({
				price: Number(price / fromInteger(1)),
				owner: '',
				time: rank - 1_000,
				name: `background ${rank}`,
			})),
		),
		...orders.flatMap(({ price, order, priority }) =>
			Array.from({ length: Number(order.request.quantity / fromInteger(1)) }, () => ({
				price: Number(price / fromInteger(1)),
				owner: order.accountId,
				time: priority,
				name: `order ${order.id}`,
			})),
		),
	].sort((a, b) => (side === 'buy' ? a.price - b.price : b.price - a.price) || a.time - b.time);
	const units: string[] = [];
	for (const lot of lots) {
		if (units.length === quantity) break;
		if (limit !== undefined && (side === 'buy' ? lot.price > limit : lot.price < limit)) break;
		if (lot.owner === accountId) return { units, metOwnOrder: true };
		units.push(`${lot.name} at ${lot.price}`);
	}
	return { units, metOwnOrder: false };
}

describe('planMatch', () => {
	test('gives the trades of a list of single lots sorted by price and time', () => {
		const price = fc.integer({ min: 95, max: 105 });
		fc.assert(
			fc.property(
				fc.constantFrom<Side>('buy', 'sell'),
				fc.integer({ min: 1, max: 40 }),
				fc.option(price, { nil: undefined }),
				fc.uniqueArray(price, { maxLength: 5 }),
				fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 5, maxLength: 5 }),
				fc.array(fc.tuple(fc.constantFrom('me', 'you', 'other'), price, fc.integer({ min: 1, max: 9 })), {
					maxLength: 12,
				}),
				(side, quantity, limit, prices, sizes, placed) => {
					const opposite: Side = side === 'buy' ? 'sell' : 'buy';
					const sorted = [...prices].sort((a, b) => (side === 'buy' ? a - b : b - a));
					const background = sorted.map((each, rank) => level(each, sizes[rank] ?? 1, rank));
					const book = createRestingOrders();
					placed.forEach(([owner, at, size], index) => {
						book.add(resting(owner, opposite, at, size, index + 1));
					});
					const orders = book.side(opposite);
					const plan = planMatch(
						{
							side,
							accountId: 'me',
							quantity: fromInteger(quantity),
							limit: limit === undefined ? undefined : fromInteger(limit),
						},
						{ background, orders, tradable },
					);
					const units = plan.trades.flatMap((trade) =>
						Array.from(
							{ length: Number(trade.quantity / fromInteger(1)) },
							() =>
								`${trade.with === 'background' ? `background ${trade.rank}` : `order ${trade.maker.order.id}`} at ${trade.price / fromInteger(1)}`,
						),
					);
					const expected = naiveMatch(side, 'me', quantity, limit, background, orders);
					expect({ units, metOwnOrder: plan.metOwnOrder }).toEqual(expected);
					expect(plan.quantity).toBe(fromInteger(expected.units.length));
				},
			),
			{ numRuns: 500 },
		);
	});

	test('skips an order that may not trade now', () => {
		const blocked = resting('you', 'sell', 100, 3, 1);
		const free = resting('other', 'sell', 101, 3, 2);
		const plan = planMatch(
			{ side: 'buy', accountId: 'me', quantity: fromInteger(2), limit: undefined },
			{
				background: [],
				orders: [blocked, free],
				tradable: (order) => (order === blocked ? ZERO : remainingOf(order.order)),
			},
		);
		expect(plan.trades).toEqual([
			{ with: 'order', maker: free, price: fromInteger(101), quantity: fromInteger(2) },
		]);
	});
});

describe('planCrossings', () => {
	const asks = [level(101, 2, 0), level(102, 5, 1)];

	test('fills the first orders in the queue, and no more than the background has within reach', () => {
		const first = resting('me', 'buy', 101, 3, 1);
		const second = resting('you', 'buy', 100, 9, 2);
		expect(planCrossings('buy', [first, second], asks, fromInteger(1), tradable)).toEqual([
			{ maker: first, rank: 0, quantity: fromInteger(2) },
			{ maker: first, rank: 1, quantity: fromInteger(1) },
		]);
	});

	test('leaves orders beyond the fair price unfilled', () => {
		expect(planCrossings('buy', [resting('me', 'buy', 99, 3, 1)], asks, fromInteger(1), tradable)).toEqual(
			[],
		);
	});
});

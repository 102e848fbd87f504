/**
 * Matching: quantities, prices and counterparties, decided before anything changes.
 *
 * Price first, then time. At equal prices the background is ahead of the users' orders, like the queue that a new
 * order joins.
 */
import { add, type Decimal, min, sub, ZERO } from '../../src/domain/decimal.ts';
import type { BackgroundLevel } from './background-book.ts';
import type { RestingOrder } from './resting-orders.ts';
import type { Side } from './types.ts';

export type PlannedTrade =
	| {
			readonly with: 'background';
			readonly rank: number;
			readonly price: Decimal;
			readonly quantity: Decimal;
	  }
	| {
			readonly with: 'order';
			readonly maker: RestingOrder;
			readonly price: Decimal;
			readonly quantity: Decimal;
	  };

export type MatchPlan = {
	readonly trades: readonly PlannedTrade[];
	readonly quantity: Decimal;
	/** The next order in the queue belongs to the taker itself. */
	readonly metOwnOrder: boolean;
};

export type Taker = {
	readonly side: Side;
	readonly accountId: string;
	readonly quantity: Decimal;
	/** Worst price; undefined accepts any. */
	readonly limit: Decimal | undefined;
};

/** Liquidity opposite to the taker, in trading order. */
export type Resting = {
	readonly background: readonly BackgroundLevel[];
	readonly orders: readonly RestingOrder[];
	/** Quantity of an order that may trade now: for a reduce-only order, at most its position. */
	tradable(order: RestingOrder, alreadyTraded: readonly PlannedTrade[]): Decimal;
};

/** True if `price` is acceptable to a taker with `limit` as limit. */
export function isAcceptable(side: Side, price: Decimal, limit: Decimal | undefined): boolean {
	return limit === undefined || (side === 'buy' ? price <= limit : price >= limit);
}

export function planMatch(taker: Taker, resting: Resting): MatchPlan {
	const trades: PlannedTrade[] = [];
	let left = taker.quantity;
	let level = 0;
	let order = 0;
	while (left > ZERO) {
		const background = resting.background[level];
		const maker = resting.orders[order];
		if (maker !== undefined && !comesFirst(taker.side, background?.price, maker.price)) {
			if (!isAcceptable(taker.side, maker.price, taker.limit)) break;
			if (maker.order.accountId === taker.accountId) {
				return { trades, quantity: sub(taker.quantity, left), metOwnOrder: true };
			}
			order += 1;
			const quantity = min(left, resting.tradable(maker, trades));
			if (quantity <= ZERO) continue;
			trades.push({ with: 'order', maker, price: maker.price, quantity });
			left = sub(left, quantity);
			continue;
		}
		if (background === undefined || !isAcceptable(taker.side, background.price, taker.limit)) break;
		level += 1;
		const quantity = min(left, background.quantity);
		trades.push({ with: 'background', rank: background.rank, price: background.price, quantity });
		left = sub(left, quantity);
	}
	return { trades, quantity: sub(taker.quantity, left), metOwnOrder: false };
}

/** True if the background at `background` trades before an order at `order` with a taker of that side. */
function comesFirst(taker: Side, background: Decimal | undefined, order: Decimal): boolean {
	if (background === undefined) return false;
	return taker === 'buy' ? background <= order : background >= order;
}

export type Crossing = {
	readonly maker: RestingOrder;
	readonly rank: number;
	readonly quantity: Decimal;
};

/**
 * Resting orders of `side` reached by the fair price, filled at their own price by opposite background levels. The
 * level concedes `concession`, half its spread, so an order trades as soon as the fair price reaches it, but never
 * more than the background holds.
 */
export function planCrossings(
	side: Side,
	orders: readonly RestingOrder[],
	opposite: readonly BackgroundLevel[],
	concession: Decimal,
	tradable: (order: RestingOrder, earlier: readonly Crossing[]) => Decimal,
): readonly Crossing[] {
	const crossings: Crossing[] = [];
	let index = 0;
	let left = opposite[0]?.quantity ?? ZERO;
	for (const maker of orders) {
		let wanted = tradable(maker, crossings);
		while (wanted > ZERO) {
			const level = opposite[index];
			if (level === undefined) return crossings;
			const bare = side === 'buy' ? sub(level.price, concession) : add(level.price, concession);
			if (side === 'buy' ? bare > maker.price : bare < maker.price) return crossings;
			const quantity = min(wanted, left);
			crossings.push({ maker, rank: level.rank, quantity });
			wanted = sub(wanted, quantity);
			left = sub(left, quantity);
			if (left === ZERO) {
				index += 1;
				left = opposite[index]?.quantity ?? ZERO;
			}
		}
	}
	return crossings;
}

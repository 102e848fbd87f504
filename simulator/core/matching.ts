/**
 * Plans matches. Quantities, prices and counterparties are decided before anything changes.
 *
 * Better prices trade first, then earlier orders. At equal prices the background trades before users' orders, as if
 * it had been in the queue when they joined.
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
	/** True if matching stopped at an order of the taker's own account. */
	readonly metOwnOrder: boolean;
};

export type Taker = {
	readonly side: Side;
	readonly accountId: string;
	readonly quantity: Decimal;
	/** Worst acceptable price; undefined accepts any price. */
	readonly limit: Decimal | undefined;
};

/** The liquidity opposite to the taker, in trading order. */
export type Resting = {
	readonly background: readonly BackgroundLevel[];
	readonly orders: readonly RestingOrder[];
	/** Returns the quantity of an order that may trade now. For a reduce-only order it is limited to the position. */
	tradable(order: RestingOrder, alreadyTraded: readonly PlannedTrade[]): Decimal;
};

/** True if a taker with this limit price accepts `price`. */
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

/**
 * True if a background level at price `background` trades before an order at price `order`, for a taker on side
 * `taker`.
 */
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
 * Plans the fills of resting orders on `side` that the fair price has reached. Opposite background levels fill them
 * at the orders' own price. A level concedes `concession`, half its spread, so an order trades as soon as the fair
 * price reaches it. An order never gets more than the background holds.
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

/** Keeps users' resting orders on one instrument, in price-time priority. */
import { type Decimal, sub } from '../../src/domain/decimal.ts';
import type { Order, Side } from './types.ts';

/** One resting order. `order` is replaced as it fills; the other properties never change. */
export type RestingOrder = {
	order: Order;
	readonly price: Decimal;
	readonly side: Side;
	/** Queue position; a lower number is earlier. */
	readonly priority: number;
};

export type RestingOrders = {
	add(resting: RestingOrder): void;
	remove(resting: RestingOrder): void;
	/** Returns the orders on that side, in trading order. */
	side(side: Side): readonly RestingOrder[];
	isEmpty(): boolean;
};

export function remainingOf(order: Order): Decimal {
	return sub(order.request.quantity, order.filledQuantity);
}

export function createRestingOrders(): RestingOrders {
	const sides: Record<Side, RestingOrder[]> = { buy: [], sell: [] };
	const before = (a: RestingOrder, b: RestingOrder): boolean => {
		if (a.price !== b.price) return a.side === 'buy' ? a.price > b.price : a.price < b.price;
		return a.priority < b.priority;
	};
	return {
		add(resting) {
			const orders = sides[resting.side];
			let low = 0;
			let high = orders.length;
			while (low < high) {
				const middle = (low + high) >>> 1;
				const other = orders[middle];
				if (other !== undefined && before(other, resting)) low = middle + 1;
				else high = middle;
			}
			orders.splice(low, 0, resting);
		},
		remove(resting) {
			const orders = sides[resting.side];
			const index = orders.indexOf(resting);
			if (index !== -1) orders.splice(index, 1);
		},
		side: (side) => sides[side],
		isEmpty: () => sides.buy.length === 0 && sides.sell.length === 0,
	};
}

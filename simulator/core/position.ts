/** Computes the effect of a fill on a net position: closed and opened quantity, and realised profit. */
import { abs, add, type Decimal, min, neg, roundPlaces, sign, sub, ZERO } from '../../src/domain/decimal.ts';
import { entryValueShare, notionalOf } from './money-rounding.ts';
import type { Side } from './types.ts';

/** A stored position. It keeps the exact entry value instead of an average price, so that rounding loses nothing. */
export type HeldPosition = {
	readonly symbol: string;
	/** Signed quantity in base units, never zero. */
	readonly quantity: Decimal;
	/** Entry value: sum of price × quantity of the open position, at least 0. */
	readonly entryValue: Decimal;
	/** Result realised since the position was opened: price, fees and funding. */
	readonly realized: Decimal;
	readonly openedAt: number;
	readonly updatedAt: number;
};

export type PositionFill = {
	readonly symbol: string;
	readonly side: Side;
	readonly price: Decimal;
	readonly quantity: Decimal;
	readonly fee: Decimal;
	readonly at: number;
};

export type FillEffect = {
	/** Position after the fill; undefined if the fill closed it. */
	readonly position: HeldPosition | undefined;
	readonly closedQuantity: Decimal;
	readonly openedQuantity: Decimal;
	/** Realised price result of the closed part, before fees. */
	readonly realizedPnl: Decimal;
};

/** Returns the quantity of the position that an order on `side` can close. */
export function closableQuantity(held: HeldPosition | undefined, side: Side): Decimal {
	if (held === undefined) return ZERO;
	return (side === 'sell') === held.quantity > ZERO ? abs(held.quantity) : ZERO;
}

/**
 * Applies a fill to a position. For any sequence of fills, realised profit plus unrealised profit at any mark price
 * equals the exact value of all fills at that price.
 */
export function applyFill(held: HeldPosition | undefined, fill: PositionFill): FillEffect {
	const closedQuantity = min(closableQuantity(held, fill.side), fill.quantity);
	const openedQuantity = sub(fill.quantity, closedQuantity);
	const openedValue = notionalOf(fill.price, openedQuantity);
	const signed = (quantity: Decimal): Decimal => (fill.side === 'buy' ? quantity : neg(quantity));
	if (held === undefined || closedQuantity === ZERO) {
		return {
			position: {
				symbol: fill.symbol,
				quantity: add(held?.quantity ?? ZERO, signed(openedQuantity)),
				entryValue: add(held?.entryValue ?? ZERO, openedValue),
				realized: sub(held?.realized ?? ZERO, fill.fee),
				openedAt: held?.openedAt ?? fill.at,
				updatedAt: fill.at,
			},
			closedQuantity,
			openedQuantity,
			realizedPnl: ZERO,
		};
	}
	const removed = entryValueShare(held.entryValue, closedQuantity, abs(held.quantity));
	const proceeds = notionalOf(fill.price, closedQuantity);
	const realizedPnl = sign(held.quantity) > 0 ? sub(proceeds, removed) : sub(removed, proceeds);
	return {
		position: afterClosing(held, fill, { closedQuantity, openedQuantity, removed, realizedPnl }),
		closedQuantity,
		openedQuantity,
		realizedPnl,
	};
}

function afterClosing(
	held: HeldPosition,
	fill: PositionFill,
	closing: {
		readonly closedQuantity: Decimal;
		readonly openedQuantity: Decimal;
		readonly removed: Decimal;
		readonly realizedPnl: Decimal;
	},
): HeldPosition | undefined {
	const { closedQuantity, openedQuantity, removed, realizedPnl } = closing;
	const quantity =
		fill.side === 'buy' ? add(held.quantity, fill.quantity) : sub(held.quantity, fill.quantity);
	if (quantity === ZERO) return undefined;
	if (openedQuantity === ZERO || closedQuantity === ZERO) {
		return {
			...held,
			quantity,
			entryValue: sub(held.entryValue, removed),
			realized: sub(add(held.realized, realizedPnl), fill.fee),
			updatedAt: fill.at,
		};
	}
	// The fill reversed the position, so the new position bears the fee on the part that opened it.
	const fee = roundPlaces(((fill.fee * openedQuantity) / fill.quantity) as Decimal, 8);
	return {
		symbol: fill.symbol,
		quantity,
		entryValue: notionalOf(fill.price, openedQuantity),
		realized: neg(fee),
		openedAt: fill.at,
		updatedAt: fill.at,
	};
}

/** Returns the unrealised profit at `mark`. */
export function unrealizedPnl(held: HeldPosition, mark: Decimal): Decimal {
	const value = notionalOf(mark, abs(held.quantity));
	return held.quantity > ZERO ? sub(value, held.entryValue) : sub(held.entryValue, value);
}

/**
 * One side of a book in doubles, summed up from the best level on, so that what a quantity costs is looked up and not
 * walked. Levels are taken over when a question needs them: most questions need one.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { BookLevel } from '../domain/order-book.ts';

const SCALE = 1e18;
const LEVELS_MIN = 64;
/** Sums of doubles that fall short of a quantity by less than this share hold it. */
const HELD = 1 - 1e-12;
/** A price beyond a limit by less than this share of it is at the limit. */
const PRICE_NOISE = 1e-12;

/** Doubles of decimals: for ranking and statistics, never for what is answered as money. */
export function approximately(value: Decimal): number {
	return Number(value) / SCALE;
}

export type BookCurve = {
	/** Takes a new side; nothing is computed yet. */
	readonly reset: (levels: readonly BookLevel[]) => void;
	/** Average price of `quantity`; NaN where the levels do not hold it. */
	readonly averagePrice: (quantity: number) => number;
	/** Largest quantity whose average price stays inside `limit` (`isBuy`: at most, else at least); all levels when they end first. */
	readonly quantityWithin: (limit: number, isBuy: boolean) => number;
};

export function createBookCurve(): BookCurve {
	let levels: readonly BookLevel[] = [];
	let known = 0;
	let prices = new Float64Array(LEVELS_MIN);
	/** Sums over the levels up to and including each. */
	let quantities = new Float64Array(LEVELS_MIN);
	let values = new Float64Array(LEVELS_MIN);

	/** Takes over one level more; false when there is none. */
	function extend(): boolean {
		const level = levels[known];
		if (level === undefined) return false;
		if (known === quantities.length) {
			prices = doubled(prices);
			quantities = doubled(quantities);
			values = doubled(values);
		}
		const price = approximately(level[0]);
		const quantity = approximately(level[1]);
		const isBest = known === 0;
		prices[known] = price;
		quantities[known] = quantity + (isBest ? 0 : (quantities[known - 1] as number));
		values[known] = quantity * price + (isBest ? 0 : (values[known - 1] as number));
		known += 1;
		return true;
	}

	/** The first level at which the sum of quantities reaches `quantity`; -1 where the levels end before. */
	function levelOf(quantity: number): number {
		while (known === 0 || (quantities[known - 1] as number) < quantity) if (!extend()) return -1;
		let low = 0;
		let high = known - 1;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((quantities[middle] as number) < quantity) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	return {
		reset(side) {
			levels = side;
			known = 0;
		},
		averagePrice(quantity) {
			const level = levelOf(quantity * HELD);
			if (level < 0) return Number.NaN;
			const price = prices[level] as number;
			if (level === 0) return price;
			const rest = quantity - (quantities[level - 1] as number);
			return ((values[level - 1] as number) + rest * price) / quantity;
		},
		quantityWithin(limit, isBuy) {
			let quantity = 0;
			/** |limit × quantity − value| that is still unspent. */
			let room = 0;
			for (const [price, available] of levels) {
				const overrun = isBuy ? approximately(price) - limit : limit - approximately(price);
				const size = approximately(available);
				if (overrun > limit * PRICE_NOISE && overrun * size > room) return quantity + room / overrun;
				quantity += size;
				room -= overrun * size;
			}
			return quantity;
		},
	};
}

function doubled(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
	const larger = new Float64Array(array.length * 2);
	larger.set(array);
	return larger;
}

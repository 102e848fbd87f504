/**
 * Records which levels of a streamed book stay unchanged for a while, to compare them with the exchange's response
 * from that period. A level that changed may have any size in the response. An unchanged level must have the same
 * size there, and a price that never had a level must not have one there.
 */
import type { Decimal } from '../../domain/decimal.ts';
import type { BookLevel, OrderBook } from '../../domain/order-book.ts';
import { BOOK_DEPTH } from './book-feed.ts';

const SIDES = ['bids', 'asks'] as const;
type SideName = (typeof SIDES)[number];

/** Sizes by price; null for a level that changed, appeared or disappeared. */
type Seen = Map<Decimal, Decimal | null>;

/** Collects samples of one streamed book, and lists the prices at which an exchange's response differs from them. */
export class BookWatch {
	readonly #seen: Readonly<Record<SideName, Seen>> = { bids: new Map(), asks: new Map() };
	/**
	 * For each side, the worst price that every sample covers, because a sample has only the best `BOOK_DEPTH`
	 * levels. Undefined if every sample had fewer levels and was therefore complete.
	 */
	readonly #worst: Record<SideName, Decimal | undefined> = { bids: undefined, asks: undefined };
	#samples = 0;
	/** True once the watch has ended, because its result was read or the book restarted. */
	isOver = false;

	/** Takes a sample of the best levels. The feed calls it once when the watch begins and then after every change. */
	note(book: OrderBook): void {
		for (const side of SIDES) this.#noteSide(side, book[side]);
		this.#samples += 1;
	}

	#noteSide(side: SideName, levels: readonly BookLevel[]): void {
		const seen = this.#seen[side];
		const now = new Map(levels.map(([price, size]) => [price, size]));
		for (const [price, size] of now) {
			const before = seen.get(price);
			if (before === undefined) seen.set(price, this.#samples === 0 ? size : null);
			else if (before !== size) seen.set(price, null);
		}
		for (const price of seen.keys()) if (!now.has(price)) seen.set(price, null);
		const last = levels.at(-1)?.[0];
		if (last === undefined || levels.length < BOOK_DEPTH) return;
		const worst = this.#worst[side];
		if (worst === undefined || isBetter(side, last, worst)) this.#worst[side] = last;
	}

	/**
	 * Returns the prices whose levels did not change and yet differ from the exchange's response. `answer` contains
	 * the response's best levels.
	 */
	differences(answer: OrderBook): readonly Decimal[] {
		return SIDES.flatMap((side) => this.#differencesOf(side, answer[side]));
	}

	#differencesOf(side: SideName, answer: readonly BookLevel[]): readonly Decimal[] {
		const bounds = [this.#worst[side], answer.length < BOOK_DEPTH ? undefined : answer.at(-1)?.[0]];
		const isKnown = (price: Decimal): boolean =>
			bounds.every((worst) => worst === undefined || isBetter(side, price, worst));
		const answered = new Map(answer.map(([price, size]) => [price, size]));
		const seen = this.#seen[side];
		const wrong = [...seen].filter(([price, size]) => size !== null && answered.get(price) !== size);
		const missing = answer.filter(([price]) => !seen.has(price));
		return [...wrong, ...missing].map(([price]) => price).filter(isKnown);
	}
}

function isBetter(side: SideName, price: Decimal, than: Decimal): boolean {
	return side === 'bids' ? price > than : price < than;
}

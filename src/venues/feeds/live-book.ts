/**
 * Keeps the live book of one instrument: applies the levels in messages, and delivers the best levels as exact
 * decimals. An unchanged level is the same object as in the last delivery.
 */
import type { Instrument } from '../../domain/instrument.ts';
import type { BookLevel, OrderBook } from '../../domain/order-book.ts';
import { priceReader, sizeReader, type ToDecimal } from './exact-units.ts';
import { FrameError, POWERS_OF_TEN } from './frame-reader.ts';
import type { LevelBuffer } from './level-buffer.ts';
import { PriceLevels } from './price-levels.ts';
import { TOO_MANY_DIGITS } from './text.ts';

/** An entry of `textPlaces` is the price's decimal places times this factor, plus the size's decimal places. */
export const PRICE_PLACES_UNIT = 32;

/**
 * Order book of one instrument, which messages change in place. It delivers prices in USD per coin and sizes in
 * coins.
 */
export class LiveBook {
	readonly bids: Side;
	readonly asks: Side;
	readonly #instrument: Instrument;
	/** Scale of all stored prices: a price is a whole number / 10^`pricePlaces`. Only `reset` reduces it. */
	pricePlaces = 0;
	/** Scale of all stored sizes: a size is a whole number / 10^`sizePlaces`. Only `reset` reduces it. */
	sizePlaces = 0;
	#toPrice: ToDecimal;
	#toSize: ToDecimal;

	constructor(instrument: Instrument, keepsText: boolean) {
		this.#instrument = instrument;
		this.bids = new Side(keepsText, 1);
		this.asks = new Side(keepsText, -1);
		this.#toPrice = priceReader(instrument, 0);
		this.#toSize = sizeReader(instrument, 0);
	}

	/** Removes all levels and resets their scale. */
	reset(): void {
		this.#clear();
		this.#setPricePlaces(0);
		this.#setSizePlaces(0);
	}

	/**
	 * Replaces the whole book with a message's levels. @throws FrameError for a number that a double cannot hold
	 * exactly
	 */
	replace(bids: LevelBuffer, asks: LevelBuffer): void {
		this.#clear();
		// Messages list the best level first, but this book lists it last. Starting at the end of the message avoids
		// moving levels.
		for (let index = bids.count - 1; index >= 0; index -= 1) this.#take(this.bids, bids, index);
		for (let index = asks.count - 1; index >= 0; index -= 1) this.#take(this.asks, asks, index);
	}

	/**
	 * Sets every level in a message; size 0 removes a level. @throws FrameError for a number that a double cannot
	 * hold exactly
	 */
	apply(bids: LevelBuffer, asks: LevelBuffer): void {
		for (let index = 0; index < bids.count; index += 1) this.#take(this.bids, bids, index);
		for (let index = 0; index < asks.count; index += 1) this.#take(this.asks, asks, index);
	}

	/** True if the best bid is at or above the best ask. */
	isCrossed(): boolean {
		const { bids, asks } = this;
		return bids.levels.count > 0 && asks.levels.count > 0 && bids.levels.bestKey >= -asks.levels.bestKey;
	}

	isOneSided(): boolean {
		return this.bids.levels.count === 0 || this.asks.levels.count === 0;
	}

	/** Returns up to `depth` of the best levels on each side. */
	top(depth: number): OrderBook {
		return {
			bids: this.bids.top(depth, this.#toPrice, this.#toSize),
			asks: this.asks.top(depth, this.#toPrice, this.#toSize),
		};
	}

	#clear(): void {
		this.bids.levels.clear();
		this.asks.levels.clear();
	}

	#take(side: Side, buffer: LevelBuffer, index: number): void {
		const ofPrice = buffer.pricePlaces[index] as number;
		const ofSize = buffer.sizePlaces[index] as number;
		if (ofPrice > this.pricePlaces) this.#growPricePlaces(ofPrice);
		if (ofSize > this.sizePlaces) this.#growSizePlaces(ofSize);
		const price = (buffer.prices[index] as number) * powerOf(this.pricePlaces - ofPrice);
		const size = (buffer.sizes[index] as number) * powerOf(this.sizePlaces - ofSize);
		if (price > Number.MAX_SAFE_INTEGER || size > Number.MAX_SAFE_INTEGER)
			throw new FrameError(TOO_MANY_DIGITS);
		if (price > 0) side.levels.set(price * side.sign, size, ofPrice * PRICE_PLACES_UNIT + ofSize);
	}

	#growPricePlaces(places: number): void {
		const factor = powerOf(places - this.pricePlaces);
		const fits = this.bids.levels.scaleKeys(factor) && this.asks.levels.scaleKeys(factor);
		if (!fits) throw new FrameError(TOO_MANY_DIGITS);
		this.#setPricePlaces(places);
	}

	#growSizePlaces(places: number): void {
		const factor = powerOf(places - this.sizePlaces);
		const fits = this.bids.levels.scaleSizes(factor) && this.asks.levels.scaleSizes(factor);
		if (!fits) throw new FrameError(TOO_MANY_DIGITS);
		this.#setSizePlaces(places);
	}

	#setPricePlaces(places: number): void {
		this.pricePlaces = places;
		this.#toPrice = priceReader(this.#instrument, places);
		this.bids.forget();
		this.asks.forget();
	}

	#setSizePlaces(places: number): void {
		this.sizePlaces = places;
		this.#toSize = sizeReader(this.#instrument, places);
		this.bids.forget();
		this.asks.forget();
	}
}

/** One side of the book, with the levels of its last delivery. */
class Side {
	readonly levels: PriceLevels;
	/** 1 for bids, -1 for asks: key = sign × price. */
	readonly sign: 1 | -1;
	#delivered: readonly BookLevel[] = [];
	#keys: Float64Array = new Float64Array(0);
	#sizes: Float64Array = new Float64Array(0);

	constructor(keepsText: boolean, sign: 1 | -1) {
		this.levels = new PriceLevels(keepsText);
		this.sign = sign;
	}

	forget(): void {
		this.#delivered = [];
	}

	top(depth: number, toPrice: ToDecimal, toSize: ToDecimal): readonly BookLevel[] {
		if (this.#keys.length < depth) {
			this.#keys = new Float64Array(depth);
			this.#sizes = new Float64Array(depth);
			this.#delivered = [];
		}
		const { keys, sizes, count } = this.levels;
		const [oldKeys, oldSizes, old] = [this.#keys, this.#sizes, this.#delivered];
		const length = Math.min(depth, count);
		const top: BookLevel[] = new Array(length);
		let was = 0;
		let changed = old.length !== length;
		for (let index = 0; index < length; index += 1) {
			const key = keys[count - 1 - index] as number;
			const size = sizes[count - 1 - index] as number;
			while (was < old.length && (oldKeys[was] as number) > key) was += 1;
			const known = was < old.length && oldKeys[was] === key ? (old[was] as BookLevel) : undefined;
			if (known !== undefined && oldSizes[was] === size) top[index] = known;
			else {
				top[index] = [known === undefined ? toPrice(key * this.sign) : known[0], toSize(size)];
				changed = true;
			}
			changed ||= was !== index;
		}
		if (!changed) return old;
		for (let index = 0; index < length; index += 1) {
			oldKeys[index] = keys[count - 1 - index] as number;
			oldSizes[index] = sizes[count - 1 - index] as number;
		}
		this.#delivered = top;
		return top;
	}
}

function powerOf(exponent: number): number {
	return POWERS_OF_TEN[exponent] ?? Number.POSITIVE_INFINITY;
}

/**
 * Holds the bids or the asks of one book message, exactly and in the message's order. It reuses its memory for the
 * next message.
 */
import { type FrameReader, nameBytes } from './frame-reader.ts';

const CAPACITY_MIN = 64;
const PRICE = nameBytes('px');
const SIZE = nameBytes('sz');

/** Reusable memory for the bids or the asks of one book message. It grows as needed. */
export class LevelBuffer {
	count = 0;
	/** Mantissas of the prices: a price is mantissa / 10^places. */
	prices = new Float64Array(CAPACITY_MIN);
	/** Decimal places of the prices. */
	pricePlaces = new Uint8Array(CAPACITY_MIN);
	/** Mantissas of the sizes: a size is mantissa / 10^places. */
	sizes = new Float64Array(CAPACITY_MIN);
	/** Decimal places of the sizes. */
	sizePlaces = new Uint8Array(CAPACITY_MIN);

	/** Reads `[[price, size, …], …]`; ignores items after the size. @throws FrameError */
	readPairs(reader: FrameReader): void {
		this.count = 0;
		reader.enterList();
		while (reader.nextItem()) {
			const index = this.#next();
			reader.enterList();
			reader.nextItem();
			reader.readNumber();
			this.prices[index] = reader.mantissa;
			this.pricePlaces[index] = reader.places;
			reader.nextItem();
			reader.readNumber();
			this.sizes[index] = reader.mantissa;
			this.sizePlaces[index] = reader.places;
			while (reader.nextItem()) reader.skipValue();
		}
	}

	/** Reads `[{"px": price, "sz": size, …}, …]`. @throws FrameError */
	readBodies(reader: FrameReader): void {
		this.count = 0;
		reader.enterList();
		while (reader.nextItem()) {
			const index = this.#next();
			this.prices[index] = 0;
			reader.enterObject();
			while (reader.nextMember()) {
				if (reader.isText(PRICE)) {
					reader.readNumber();
					this.prices[index] = reader.mantissa;
					this.pricePlaces[index] = reader.places;
				} else if (reader.isText(SIZE)) {
					reader.readNumber();
					this.sizes[index] = reader.mantissa;
					this.sizePlaces[index] = reader.places;
				} else reader.skipValue();
			}
		}
	}

	#next(): number {
		if (this.count === this.prices.length) this.#grow();
		const index = this.count;
		this.count += 1;
		return index;
	}

	#grow(): void {
		const size = this.prices.length * 2;
		this.prices = grown(this.prices, new Float64Array(size));
		this.pricePlaces = grown(this.pricePlaces, new Uint8Array(size));
		this.sizes = grown(this.sizes, new Float64Array(size));
		this.sizePlaces = grown(this.sizePlaces, new Uint8Array(size));
	}
}

function grown<T extends Float64Array | Uint8Array>(from: T, to: T): T {
	to.set(from);
	return to;
}

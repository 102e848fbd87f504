/**
 * Holds one side of a live book in parallel arrays of whole numbers, with one scale for all prices and one for all
 * sizes. Nearly all changes happen near the best level. It is at the end, so that an insertion or removal moves few
 * other levels.
 *
 * `key` sorts both sides in the same way. It is the price for bids and minus the price for asks, so a larger key is a
 * better price.
 */

const CAPACITY_MIN = 128;
/** Number of levels from the best one that a linear search checks before a binary search takes over. */
const NEAR_LEVELS = 12;
/** Maximum number of levels that are moved one by one; more are moved in one operation. */
const MOVED_SINGLY_MAX = 24;

/** Price levels on one side, in ascending key order; the best one is last. */
export class PriceLevels {
	count = 0;
	keys = new Float64Array(CAPACITY_MIN);
	sizes = new Float64Array(CAPACITY_MIN);
	/**
	 * For each level, the decimal places of its price (× 32) plus those of its size, as in the exchange's text.
	 * Undefined unless a checksum is computed from that text.
	 */
	textPlaces: Uint16Array | undefined;
	/**
	 * Key of the lowest known level. Levels below it are unknown, because the exchange's snapshot ended there, and
	 * are not kept.
	 */
	cutKey = Number.NEGATIVE_INFINITY;

	constructor(keepsText: boolean) {
		if (keepsText) this.textPlaces = new Uint16Array(CAPACITY_MIN);
	}

	clear(): void {
		this.count = 0;
		this.cutKey = Number.NEGATIVE_INFINITY;
	}

	/** Key of the best level; minus infinity if the side has no level. */
	get bestKey(): number {
		return this.count === 0 ? Number.NEGATIVE_INFINITY : (this.keys[this.count - 1] as number);
	}

	/**
	 * Adds a level, changes its size, or removes the level if the size is 0. Removing a level that does not exist has
	 * no effect.
	 */
	set(key: number, size: number, textPlaces: number): void {
		if (key < this.cutKey) return;
		const index = this.#lowestNotBelow(key);
		if (index < this.count && this.keys[index] === key) {
			if (size === 0) this.#remove(index);
			else {
				this.sizes[index] = size;
				if (this.textPlaces !== undefined) this.textPlaces[index] = textPlaces;
			}
		} else if (size !== 0) this.#insert(index, key, size, textPlaces);
	}

	/** Keeps only the best `levels` levels. The levels below them count as unknown afterwards. */
	trim(levels: number): void {
		const surplus = this.count - levels;
		if (surplus > 0) {
			this.keys.copyWithin(0, surplus, this.count);
			this.sizes.copyWithin(0, surplus, this.count);
			this.textPlaces?.copyWithin(0, surplus, this.count);
			this.count = levels;
		}
		this.cutKey = this.keys[0] as number;
	}

	/** True if there may be unknown levels below the lowest known one. */
	get isCut(): boolean {
		return this.cutKey !== Number.NEGATIVE_INFINITY;
	}

	/**
	 * Multiplies all keys when prices turn out to have more decimal places. Returns false if a key is then no longer
	 * exact.
	 */
	scaleKeys(factor: number): boolean {
		this.cutKey *= factor;
		return scale(this.keys, this.count, factor);
	}

	scaleSizes(factor: number): boolean {
		return scale(this.sizes, this.count, factor);
	}

	#lowestNotBelow(key: number): number {
		const { keys } = this;
		let high = this.count;
		const near = Math.max(0, high - NEAR_LEVELS);
		while (high > near && (keys[high - 1] as number) >= key) high -= 1;
		if (high > near || near === 0) return high;
		let low = 0;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((keys[middle] as number) < key) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	#insert(index: number, key: number, size: number, textPlaces: number): void {
		if (this.count === this.keys.length) this.#grow();
		const { keys, sizes, count } = this;
		if (count - index <= MOVED_SINGLY_MAX)
			for (let at = count; at > index; at -= 1) {
				keys[at] = keys[at - 1] as number;
				sizes[at] = sizes[at - 1] as number;
			}
		else {
			keys.copyWithin(index + 1, index, count);
			sizes.copyWithin(index + 1, index, count);
		}
		keys[index] = key;
		sizes[index] = size;
		if (this.textPlaces !== undefined) {
			this.textPlaces.copyWithin(index + 1, index, count);
			this.textPlaces[index] = textPlaces;
		}
		this.count = count + 1;
	}

	#remove(index: number): void {
		const { keys, sizes, count } = this;
		if (count - index <= MOVED_SINGLY_MAX)
			for (let at = index + 1; at < count; at += 1) {
				keys[at - 1] = keys[at] as number;
				sizes[at - 1] = sizes[at] as number;
			}
		else {
			keys.copyWithin(index, index + 1, count);
			sizes.copyWithin(index, index + 1, count);
		}
		this.textPlaces?.copyWithin(index, index + 1, count);
		this.count = count - 1;
	}

	#grow(): void {
		const capacity = this.keys.length * 2;
		const [keys, sizes] = [new Float64Array(capacity), new Float64Array(capacity)];
		keys.set(this.keys);
		sizes.set(this.sizes);
		this.keys = keys;
		this.sizes = sizes;
		if (this.textPlaces === undefined) return;
		const textPlaces = new Uint16Array(capacity);
		textPlaces.set(this.textPlaces);
		this.textPlaces = textPlaces;
	}
}

function scale(values: Float64Array, count: number, factor: number): boolean {
	let fits = true;
	for (let index = 0; index < count; index += 1) {
		const scaled = (values[index] as number) * factor;
		values[index] = scaled;
		fits &&= Math.abs(scaled) <= Number.MAX_SAFE_INTEGER;
	}
	return fits;
}

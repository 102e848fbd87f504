/**
 * Columns of numbers that grow as rows arrive, in blocks: growing copies nothing, and the spare capacity is at most a
 * block. Typed arrays keep millions of rows small. A column that ends frees its blocks at once instead of at some later
 * garbage collection.
 */

import { type Decimal, ZERO } from '../../domain/decimal.ts';

const BLOCK = 1_024;

/** A column of doubles. */
export class NumberColumn {
	readonly #full: Float64Array<ArrayBuffer>[] = [];
	#block = new Float64Array(0);
	#used = 0;

	/** Number of values. */
	get length(): number {
		return this.#full.length * BLOCK + this.#used;
	}

	push(value: number): void {
		if (this.#used === this.#block.length) {
			if (this.#used > 0) this.#full.push(this.#block);
			this.#block = new Float64Array(BLOCK);
			this.#used = 0;
		}
		this.#block[this.#used++] = value;
	}

	/** Returns the last value; NaN for an empty column. */
	last(): number {
		return this.#used === 0 ? Number.NaN : (this.#block[this.#used - 1] as number);
	}

	/** Returns the values as one array, and ends the column. */
	take(): Float64Array<ArrayBuffer> {
		const all = new Float64Array(this.length);
		for (const [index, block] of this.#full.entries()) {
			all.set(block, index * BLOCK);
			free(block);
		}
		all.set(this.#block.subarray(0, this.#used), this.#full.length * BLOCK);
		free(this.#block);
		return all;
	}
}

/** A column of exact values in units of 1e-18, from −9.2 to 9.2. */
export class ExactColumn {
	readonly #full: BigInt64Array<ArrayBuffer>[] = [];
	#block = new BigInt64Array(0);
	#used = 0;

	push(value: Decimal): void {
		if (this.#used === this.#block.length) {
			if (this.#used > 0) this.#full.push(this.#block);
			this.#block = new BigInt64Array(BLOCK);
			this.#used = 0;
		}
		this.#block[this.#used++] = value as unknown as bigint;
	}

	/** Returns the last value; 0 for an empty column. */
	last(): Decimal {
		return this.#used === 0 ? ZERO : exactAt(this.#block, this.#used - 1);
	}

	/** Returns the values as one array, and ends the column. */
	take(): BigInt64Array<ArrayBuffer> {
		const all = new BigInt64Array(this.#full.length * BLOCK + this.#used);
		for (const [index, block] of this.#full.entries()) {
			all.set(block, index * BLOCK);
			free(block);
		}
		all.set(this.#block.subarray(0, this.#used), this.#full.length * BLOCK);
		free(this.#block);
		return all;
	}
}

/**
 * Keeps one copy of equal columns. Most contracts of an exchange settle at the same instants, so that times and
 * intervals take a fraction of the memory.
 */
export class EqualColumns {
	readonly #kept = new Map<string, Float64Array>();

	/** Returns a kept column with the same values; otherwise keeps this one. A column that is not kept ends. */
	one(column: Float64Array<ArrayBuffer>): Float64Array {
		const key = `${column.length} ${column[0]} ${column.at(-1)}`;
		const kept = this.#kept.get(key);
		if (kept === undefined) this.#kept.set(key, column);
		if (kept === undefined || !column.every((value, index) => value === kept[index])) return column;
		free(column);
		return kept;
	}
}

function free({ buffer }: Float64Array<ArrayBuffer> | BigInt64Array<ArrayBuffer>): void {
	buffer.transfer(0);
}

/** Returns the number of entries of an ascending column that are at most `limit`. */
export function countUpTo(column: Float64Array, limit: number): number {
	let low = 0;
	let high = column.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((column[middle] as number) <= limit) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Returns the exact value at an index that exists. */
export function exactAt(column: BigInt64Array, index: number): Decimal {
	return column[index] as unknown as Decimal;
}

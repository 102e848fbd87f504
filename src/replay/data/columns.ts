/** Columns of numbers that grow as rows arrive. Typed arrays keep millions of rows small. */

import { type Decimal, ZERO } from '../../domain/decimal.ts';

const FIRST_SIZE = 64;

/** A column of doubles. */
export class NumberColumn {
	#values = new Float64Array(FIRST_SIZE);
	#length = 0;

	/** Number of values. */
	get length(): number {
		return this.#length;
	}

	push(value: number): void {
		if (this.#length === this.#values.length) {
			const larger = new Float64Array(2 * this.#length);
			larger.set(this.#values);
			this.#values = larger;
		}
		this.#values[this.#length++] = value;
	}

	/** Returns the last value; NaN for an empty column. */
	last(): number {
		return this.#length === 0 ? Number.NaN : (this.#values[this.#length - 1] as number);
	}

	/** Returns a copy without the spare room. */
	take(): Float64Array {
		return this.#values.slice(0, this.#length);
	}
}

/** A column of exact values in units of 1e-18, from −9.2 to 9.2. */
export class ExactColumn {
	#values = new BigInt64Array(FIRST_SIZE);
	#length = 0;

	push(value: Decimal): void {
		if (this.#length === this.#values.length) {
			const larger = new BigInt64Array(2 * this.#length);
			larger.set(this.#values);
			this.#values = larger;
		}
		this.#values[this.#length++] = value as unknown as bigint;
	}

	/** Returns the last value; 0 for an empty column. */
	last(): Decimal {
		return this.#length === 0 ? ZERO : exactAt(this.#values, this.#length - 1);
	}

	/** Returns a copy without the spare room. */
	take(): BigInt64Array {
		return this.#values.slice(0, this.#length);
	}
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

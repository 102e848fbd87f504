/**
 * Table of numbers for the hot path, read by column name. The numbers of one row are adjacent in memory, because with
 * many pairs the processor mostly waits for memory. All columns share one array; each column is a view that starts at
 * its own number of row 0. A row's number is at index `row(r)`, which is `r` strides. A wide column has several
 * consecutive numbers per row, from `row(r)` on.
 */

const CAPACITY_MIN = 256;
/** Doubles in a cache line of the processor. */
const LINE = 8;

/**
 * One `Float64Array` per name, read at `row(r)`. `ensure` grows the table for a row and replaces the arrays, so do
 * not keep references to them.
 */
export type Columns<Name extends string> = { readonly [name in Name]: Float64Array } & {
	/** Index of a row in every column. */
	readonly row: (row: number) => number;
	readonly ensure: (row: number) => void;
	/** Prefetches the first 32 numbers of a row by reading one in eight. Ignore the returned sum. */
	readonly fetch: (row: number) => number;
};

/**
 * Creates a table with a column per name. @param wide numbers per row of a column, where not 1 @throws Error for a
 * repeated name
 */
export function createColumns<Name extends string>(
	names: readonly Name[],
	capacityMin: number = CAPACITY_MIN,
	wide: Partial<Record<Name, number>> = {},
): Columns<Name> {
	if (new Set(names).size < names.length) throw new Error('Invariant broken: a column is named twice.');
	const begins: number[] = [];
	let stride = 0;
	for (const name of names) {
		begins.push(stride);
		stride += wide[name] ?? 1;
	}
	stride = Math.ceil(stride / LINE) * LINE;
	let capacity = capacityMin;
	let all = new Float64Array(capacity * stride);
	// Built at once: V8 turns an object into a slow hash map when many computed names are added one by one.
	const windows = Object.fromEntries(names.map((name, at) => [name, all.subarray(begins[at])]));
	const columns = {
		...(windows as Record<Name, Float64Array>),
		row: (row: number): number => row * stride,
		fetch(row: number): number {
			const at = row * stride;
			return (
				(all[at] as number) +
				(all[at + LINE] as number) +
				(all[at + 2 * LINE] as number) +
				(all[at + 3 * LINE] as number)
			);
		},
		ensure(row: number): void {
			if (row < capacity) return;
			capacity = Math.max(row + 1, capacity * 2);
			const larger = new Float64Array(capacity * stride);
			larger.set(all);
			all = larger;
			for (const [at, name] of names.entries())
				(columns as Record<Name, Float64Array>)[name] = all.subarray(begins[at]);
		},
	};
	return columns;
}

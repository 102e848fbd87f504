/**
 * Stores numbers for the hot path in a table that is read by column name. The numbers in one row are adjacent in
 * memory, because with many pairs the processor mostly waits for memory. All columns share one array. Each column is
 * a view that begins at its own number in row 0. Its number in row r is therefore at index `row(r)`, which is r times
 * the row length. A wide column has several consecutive numbers per row, starting at `row(r)`.
 */

const CAPACITY_MIN = 256;
/** Number of doubles in a processor cache line. */
const LINE = 8;

/**
 * One `Float64Array` per name, read at `row(r)`. `ensure` grows the table until it contains a row, and replaces the
 * arrays, so do not keep references to them.
 */
export type Columns<Name extends string> = { readonly [name in Name]: Float64Array } & {
	/** Returns the index of a row, which is the same in every column. */
	readonly row: (row: number) => number;
	readonly ensure: (row: number) => void;
	/** Prefetches the first 32 numbers of a row by reading one in eight. Ignore the returned sum. */
	readonly fetch: (row: number) => number;
};

/**
 * Creates a table with one column per name. @param wide numbers per row for columns that have more than one @throws
 * Error if a name occurs twice
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
	// Build the object in one step: V8 would turn it into a slow hash map if many computed names were added one by
	// one.
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

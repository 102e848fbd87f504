/**
 * Numbers of many rows, one array per name: what the hot path reads and writes. The numbers of one row lie side by side in
 * memory, because over a full universe it is memory that is waited for: the array of a name is a window on all rows that
 * begins at its own number of the first row, so a row's number is at `row(r)`, which is `r` strides on. A name that is wide
 * has several numbers of each row, one after another from `row(r)` on.
 */

const CAPACITY_MIN = 256;
/** Doubles of one line of the processor's cache. */
const LINE = 8;

/** One `Float64Array` per name, read at `row(r)`. `ensure` makes room for a row; it replaces the arrays, so never keep one. */
export type Columns<Name extends string> = { readonly [name in Name]: Float64Array } & {
	/** Where the numbers of a row are, in the array of every name. */
	readonly row: (row: number) => number;
	readonly ensure: (row: number) => void;
	/** Reads of the first 32 numbers of a row one in eight: their memory is on the way before they are needed. The sum says nothing. */
	readonly fetch: (row: number) => number;
};

/**
 * @param wide how many numbers of a row a name has, where it is not one
 * @throws Error where a name stands twice
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
	// Made whole and not name by name: V8 turns an object to which many computed names are added one by one into a hash map.
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

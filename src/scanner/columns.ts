/** Numbers of many rows, one typed array per name: what the hot path reads and writes. */

const CAPACITY_MIN = 256;

/** One `Float64Array` per name. `ensure` makes room for a row; it replaces the arrays, so never keep one. */
export type Columns<Name extends string> = { readonly [name in Name]: Float64Array } & {
	readonly ensure: (row: number) => void;
	/** Puts `value` into every column of a row. */
	readonly fill: (row: number, value: number) => void;
};

export function createColumns<Name extends string>(names: readonly Name[]): Columns<Name> {
	let capacity = CAPACITY_MIN;
	const columns = {
		ensure(row: number): void {
			if (row < capacity) return;
			capacity = Math.max(row + 1, capacity * 2);
			for (const name of names) {
				const larger = new Float64Array(capacity);
				larger.set(arrays[name]);
				arrays[name] = larger;
			}
		},
		fill(row: number, value: number): void {
			for (const name of names) arrays[name][row] = value;
		},
	};
	const arrays = columns as unknown as Record<Name, Float64Array>;
	for (const name of names) arrays[name] = new Float64Array(capacity);
	return columns as unknown as Columns<Name>;
}

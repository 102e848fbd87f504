/** Caches values derived from immutable objects, up to a limit, while those objects are in use. */

/** Cached values by their source object. */
export type KeptValues<Key extends WeakKey, Value> = {
	/** Returns the cached value, or else the result of `make`, which is then cached. */
	readonly get: (key: Key, make: (key: Key) => Value) => Value;
};

/**
 * Creates an empty cache. A cleanup follows whenever values worth half of the limit have been added or requested
 * since the last one. It drops all values that were neither added nor requested in that time. The cache never exceeds
 * the limit, and skips any value larger than half of it.
 * @param weightOf weight of a value, above 0, in a unit that the caller chooses
 * @param weightMax the limit in that unit
 */
export function createKeptValues<Key extends WeakKey, Value>(
	weightOf: (value: Value) => number,
	weightMax: number,
): KeptValues<Key, Value> {
	let young = new WeakMap<Key, Value>();
	let old = new WeakMap<Key, Value>();
	let youngWeight = 0;

	function keep(key: Key, value: Value): void {
		const weight = weightOf(value);
		if (weight > weightMax / 2) return;
		if (youngWeight + weight > weightMax / 2) {
			old = young;
			young = new WeakMap();
			youngWeight = 0;
		}
		young.set(key, value);
		youngWeight += weight;
	}

	return {
		get(key, make) {
			const known = young.get(key);
			if (known !== undefined) return known;
			const value = old.get(key) ?? make(key);
			keep(key, value);
			return value;
		},
	};
}

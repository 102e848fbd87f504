/** Bounded cache of values derived from immutable objects, kept while the object is in use. */

/** Cached values by their source object. */
export type KeptValues<Key extends WeakKey, Value> = {
	/** The cached value, or the result of `make`, which is then cached. */
	readonly get: (key: Key, make: (key: Key) => Value) => Value;
};

/**
 * Makes an empty cache. Once added values fill half of the limit, it drops those not requested in this half or the
 * one before. It never holds more than the limit, and no value that takes more than half of it.
 * @param weightOf share of the limit that a value takes, above 0, in a unit of the caller's
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

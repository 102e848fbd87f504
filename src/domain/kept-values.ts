/** Values that follow from an object that never changes, kept while the object is in use, as many as a limit allows. */

/** Values by the object that they follow from. */
export type KeptValues<Key extends WeakKey, Value> = {
	/** The kept value, or what `make` gives, which is then kept. */
	readonly get: (key: Key, make: (key: Key) => Value) => Value;
};

/**
 * Empty at first. Once the values of half the limit have been added, those that were asked for neither since nor in the half
 * before are dropped. No more than the limit is kept at any time, and no value that takes more than half of it.
 * @param weightOf how much of the limit a value takes, above 0, in a unit of the caller's
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

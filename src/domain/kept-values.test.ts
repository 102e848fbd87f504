import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createKeptValues } from './kept-values.ts';

const LIMIT = 20;

test('makes a value once while it is cached, and caches no more than the limit', () => {
	const asked = fc.array(fc.record({ key: fc.nat(9), weight: fc.integer({ min: 1, max: LIMIT }) }));
	fc.assert(
		fc.property(asked, (calls) => {
			const keys = Array.from({ length: 10 }, (_, key) => ({ key }));
			const weights = new Map<number, number>();
			const kept = createKeptValues<
				{ readonly key: number },
				{ readonly key: number; readonly weight: number }
			>(({ weight }) => weight, LIMIT);
			for (const { key, weight } of calls) {
				const value = kept.get(keyAt(keys, key), () => ({ key, weight: weights.get(key) ?? weight }));
				weights.set(key, value.weight);
				expect(value.key).toBe(key);
				if (value.weight > LIMIT / 2) continue;
				// A second request must return the same value.
				expect(kept.get(keyAt(keys, key), () => ({ key: -1, weight: 1 }))).toBe(value);
			}
			let weight = 0;
			for (const key of keys) {
				let isKept = true;
				const value = kept.get(key, () => {
					isKept = false;
					return { key: key.key, weight: 1 / 1_000_000 };
				});
				if (isKept) weight += value.weight;
			}
			expect(weight).toBeLessThanOrEqual(LIMIT);
		}),
		{ numRuns: 1_000 },
	);
});

function keyAt<Key>(keys: readonly Key[], index: number): Key {
	const key = keys[index];
	if (key === undefined) throw new RangeError(`There is no key ${index}.`);
	return key;
}

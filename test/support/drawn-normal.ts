import { seededRandom } from '../../src/runtime/seeded-random.ts';

/**
 * Returns a source of standard normal numbers (Box and Muller, 1958). The same seed gives the same numbers.
 */
export function drawnNormal(seed: number): () => number {
	const { unit } = seededRandom(seed);
	return () => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit());
}

/** Random numbers from a seed, for replays and tests. The same seed gives the same numbers. */
export type SeededRandom = {
	/** Returns a number that is uniform in [0, 1). */
	readonly unit: () => number;
	/** Returns a whole number in [0, below). */
	readonly below: (below: number) => number;
	/** Returns true with a probability from 0 to 1. */
	readonly chance: (probability: number) => boolean;
	/** Returns random bytes as lower-case hex digits. */
	readonly hex: (bytes: number) => string;
};

/** Creates a small generator (mulberry32). Never use it for secrets. @param seed a whole number */
export function seededRandom(seed: number): SeededRandom {
	let state = seed >>> 0;
	const unit = (): number => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		unit,
		below: (below) => Math.floor(unit() * below),
		chance: (probability) => unit() < probability,
		hex: (bytes) =>
			Array.from({ length: bytes }, () =>
				Math.floor(unit() * 256)
					.toString(16)
					.padStart(2, '0'),
			).join(''),
	};
}

/**
 * Provides random numbers by lookup instead of in sequence. Every number is a hash of a stream and a position in it.
 * Any point in time can therefore be evaluated in any order, in any process, before or after a restart, with the same
 * result.
 */

/** A named stream under a seed, represented by an unsigned 32-bit number. */
export type Stream = number;

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const UINT32_SPAN = 0x1_0000_0000;

/** Returns the stream with `name` under `seed`. Different names give independent streams. */
export function streamOf(seed: number, name: string): Stream {
	let hash = FNV_OFFSET;
	for (const character of `${seed}/${name}`) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), FNV_PRIME);
	}
	return mix(hash);
}

/** Returns a uniform number in [0, 1) for the whole number `knot` in the stream. */
export function uniformAt(stream: Stream, knot: number): number {
	return hashAt(stream, knot) / UINT32_SPAN;
}

/** Returns a uniform number in [low, high) for the whole number `knot` in the stream. */
export function uniformBetween(stream: Stream, knot: number, low: number, high: number): number {
	return low + (high - low) * uniformAt(stream, knot);
}

/**
 * Returns a bell-shaped number with mean 0 and standard deviation 1 that is never beyond ±3: the sum of three uniform
 * numbers. The hard bound is intended. No rare outlier can break a property of the world, such as a price level or
 * the sign of a slow spread.
 */
export function bellAt(stream: Stream, knot: number): number {
	const first = hashAt(stream, knot);
	const second = mix(first + 0x9e3779b9);
	const third = mix(second + 0x9e3779b9);
	return 2 * ((first + second + third) / UINT32_SPAN - 1.5);
}

/**
 * Returns smooth noise over time, within ±3, with a bell-shaped knot every `spacingMs`.
 * @param at milliseconds; any finite number
 */
export function noiseAt(stream: Stream, at: number, spacingMs: number): number {
	const place = at / spacingMs;
	const knot = Math.floor(place);
	const share = place - knot;
	const smooth = share * share * (3 - 2 * share);
	const left = bellAt(stream, knot);
	return left + (bellAt(stream, knot + 1) - left) * smooth;
}

function hashAt(stream: Stream, knot: number): number {
	const low = knot | 0;
	const high = Math.floor(knot / UINT32_SPAN) | 0;
	return mix(stream ^ Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca77));
}

/** Applies the 32-bit finaliser of MurmurHash3 (public domain, Appleby). */
function mix(value: number): number {
	let hash = value | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	return (hash ^ (hash >>> 16)) >>> 0;
}

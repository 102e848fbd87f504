/**
 * Names a pair of venues in alphabetical order, such as `bybit-kucoin`. The name has no direction; each opportunity
 * states its own.
 */
import type { VenueName } from './instrument.ts';

/** Two venues in alphabetical order, and their names joined by a hyphen. */
export type ExchangePair = { readonly name: string; readonly venues: readonly [VenueName, VenueName] };

/** Returns the pair of two venues, given in any order. */
export function exchangePair(a: VenueName, b: VenueName): ExchangePair {
	const venues: [VenueName, VenueName] = a < b ? [a, b] : [b, a];
	return { name: `${venues[0]}-${venues[1]}`, venues };
}

/** Returns all pairs of the given venues, in alphabetical order of their names. */
export function exchangePairs(venues: readonly VenueName[]): readonly ExchangePair[] {
	const sorted = [...new Set(venues)].sort();
	return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => exchangePair(a, b)));
}

/**
 * Parses two venue names joined by a hyphen, in either order; returns undefined unless both are known and different.
 */
export function parseExchangePair(text: string, known: readonly VenueName[]): ExchangePair | undefined {
	// A recorded exchange may have a hyphen in its own name.
	for (let at = text.indexOf('-'); at >= 0; at = text.indexOf('-', at + 1)) {
		const a = text.slice(0, at);
		const b = text.slice(at + 1);
		if (a !== b && known.includes(a) && known.includes(b)) return exchangePair(a, b);
	}
	return undefined;
}

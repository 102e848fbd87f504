/** An unordered pair of venues, written in alphabetical order: `bybit-kucoin`. The direction belongs to each opportunity. */
import type { VenueName } from './instrument.ts';

/** Two venues in alphabetical order, and the name that joins them by a hyphen. */
export type ExchangePair = { readonly name: string; readonly venues: readonly [VenueName, VenueName] };

/** Names the pair of two venues; their order does not matter. */
export function exchangePair(a: VenueName, b: VenueName): ExchangePair {
	const venues: [VenueName, VenueName] = a < b ? [a, b] : [b, a];
	return { name: `${venues[0]}-${venues[1]}`, venues };
}

/** All pairs of the given venues in alphabetical order of name. */
export function exchangePairs(venues: readonly VenueName[]): readonly ExchangePair[] {
	const sorted = [...new Set(venues)].sort();
	return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => exchangePair(a, b)));
}

/** Reads `kucoin-bybit` in either order; undefined unless it names two different known venues. */
export function parseExchangePair(text: string, known: readonly VenueName[]): ExchangePair | undefined {
	const parts = text.split('-');
	const [a, b] = parts;
	if (parts.length !== 2 || a === undefined || b === undefined || a === b) return undefined;
	return known.includes(a) && known.includes(b) ? exchangePair(a, b) : undefined;
}

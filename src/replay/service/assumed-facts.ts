/** States what a replay assumes about exchanges whose facts the service does not have. */

import { isTradedAt, settlementTermsOf, walletAssetOf } from '../../venues/facts.ts';

const MS_PER_S = 1_000;

/** Returns one sentence about all exchanges without an adapter; none if each has one. A report shows it. */
export function assumedFacts(venues: readonly string[]): readonly string[] {
	const unknown = [...new Set(venues)].filter((venue) => !isTradedAt(venue)).sort();
	const [first] = unknown;
	if (first === undefined) return [];
	const { uncertaintyMs, paidOn } = settlementTermsOf(first);
	return [
		`The service has no adapter for ${unknown.join(', ')}. Accounts there are assumed to hold ${walletAssetOf(first)}, to pay funding on the ${paidOn} price, to need maintenance margin of the value at the mark price, and to count positions that change within ${uncertaintyMs / MS_PER_S} s of a settlement or not.`,
	];
}

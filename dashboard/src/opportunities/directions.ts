/** The two sides of an opportunity in words: where it is long and where it is short. */
import type { Opportunity } from './held-rows.ts';

export type Sides = { readonly long: string; readonly short: string };

/** Names of the exchanges, as people write them: `KuCoin` and `Bybit` of `Long KuCoin / Short Bybit`. */
export function sidesOf({
	direction,
	long_venue,
	short_venue,
}: Pick<Opportunity, 'direction' | 'long_venue' | 'short_venue'>): Sides {
	const [, long = long_venue, short = short_venue] = /^Long (.+) \/ Short (.+)$/.exec(direction) ?? [];
	return { long, short };
}

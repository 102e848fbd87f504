/** The names of an opportunity's two exchanges. */
import type { Opportunity } from './held-rows.ts';

export type Sides = { readonly long: string; readonly short: string };

/** Takes `KuCoin` and `Bybit` from `Long KuCoin / Short Bybit`; another form gives the identifiers of the exchanges. */
export function sidesOf({
	direction,
	long_venue,
	short_venue,
}: Pick<Opportunity, 'direction' | 'long_venue' | 'short_venue'>): Sides {
	const [, long = long_venue, short = short_venue] = /^Long (.+) \/ Short (.+)$/.exec(direction) ?? [];
	return { long, short };
}

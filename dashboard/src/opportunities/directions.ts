/** Names an opportunity's two exchanges. */
import type { Opportunity } from './held-rows.ts';

export type Sides = { readonly long: string; readonly short: string };

/**
 * Extracts `KuCoin` and `Bybit` from `Long KuCoin / Short Bybit`. For another format, returns the exchanges'
 * identifiers.
 */
export function sidesOf({
	direction,
	long_venue,
	short_venue,
}: Pick<Opportunity, 'direction' | 'long_venue' | 'short_venue'>): Sides {
	const [, long = long_venue, short = short_venue] = /^Long (.+) \/ Short (.+)$/.exec(direction) ?? [];
	return { long, short };
}

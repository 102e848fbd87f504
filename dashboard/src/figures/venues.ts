/** Spells the names of exchanges. The service uses lower-case identifiers; people know `KuCoin` and `OKX`. */
import { EXCHANGE_NAMES } from '../../../client/exchange-names.ts';

/** `KuCoin` for `kucoin`; an unlisted identifier gets a capital letter. */
export function venueName(venue: string): string {
	return EXCHANGE_NAMES[venue] ?? `${venue.slice(0, 1).toUpperCase()}${venue.slice(1)}`;
}

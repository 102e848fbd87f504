/** Spells exchange names. The service uses lower-case identifiers; people know `KuCoin` and `OKX`. */
import { EXCHANGE_NAMES } from '../../../client/exchange-names.ts';

/** Returns `KuCoin` for `kucoin`. An unlisted identifier only gets an initial capital. */
export function venueName(venue: string): string {
	return EXCHANGE_NAMES[venue] ?? `${venue.slice(0, 1).toUpperCase()}${venue.slice(1)}`;
}

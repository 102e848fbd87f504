/** How exchanges are written. The service names them by a word of its own; people know them by their spelling. */
import { EXCHANGE_NAMES } from '../../../client/exchange-names.ts';

/** `KuCoin` of `kucoin`; one that is not known here begins with a capital. */
export function venueName(venue: string): string {
	return EXCHANGE_NAMES[venue] ?? `${venue.slice(0, 1).toUpperCase()}${venue.slice(1)}`;
}

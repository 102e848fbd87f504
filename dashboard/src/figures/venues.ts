/** How exchanges are written. The service names them by a word of its own; people know them by their spelling. */

const SPELLINGS: Readonly<Record<string, string>> = {
	bybit: 'Bybit',
	kucoin: 'KuCoin',
	binance: 'Binance',
	okx: 'OKX',
	hyperliquid: 'Hyperliquid',
};

/** `KuCoin` of `kucoin`; one that is not known here begins with a capital. */
export function venueName(venue: string): string {
	return SPELLINGS[venue] ?? `${venue.slice(0, 1).toUpperCase()}${venue.slice(1)}`;
}

// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** Display names of the traded exchanges, by their name in methods. */

export const EXCHANGE_NAMES: Readonly<Record<string, string>> = {
	bybit: 'Bybit',
	kucoin: 'KuCoin',
	binance: 'Binance',
	okx: 'OKX',
	hyperliquid: 'Hyperliquid',
};

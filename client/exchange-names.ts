// Written by scripts/generate-docs.ts from the code. Change the code, not this file.

/** Exchanges that the service trades at, as people write them, by the name that methods use. */

export const EXCHANGE_NAMES: Readonly<Record<string, string>> = {
	bybit: 'Bybit',
	kucoin: 'KuCoin',
	binance: 'Binance',
	okx: 'OKX',
	hyperliquid: 'Hyperliquid',
};

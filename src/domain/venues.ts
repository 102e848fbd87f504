/** The exchanges that this service can trade at: what of them is needed before any adapter is loaded. Pure. */

export const VENUE_NAMES = ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid'] as const;

export type TradedVenue = (typeof VENUE_NAMES)[number];

/**
 * What a key consists of. `wallet`: the address of the account, and the private key of a wallet that the account has approved
 * to trade for it (Hyperliquid, page "Nonces and API wallets", read 2026-11).
 */
export type KeyForm = 'key and secret' | 'key, secret and passphrase' | 'wallet';

export type VenueFacts = {
	/** As people write it. */
	readonly shownName: string;
	readonly keyForm: KeyForm;
	/** What its wallet is of: collateral, profits, settlements and most fees; whatever else an account holds is valued in USD. */
	readonly walletAsset: 'USDT' | 'USDC';
	/** True where orders match on a blockchain (DEX), false for a company's own order book. */
	readonly isDecentralised: boolean;
};

export const VENUE_FACTS: Readonly<Record<TradedVenue, VenueFacts>> = {
	bybit: { shownName: 'Bybit', keyForm: 'key and secret', walletAsset: 'USDT', isDecentralised: false },
	kucoin: {
		shownName: 'KuCoin',
		keyForm: 'key, secret and passphrase',
		walletAsset: 'USDT',
		isDecentralised: false,
	},
	binance: { shownName: 'Binance', keyForm: 'key and secret', walletAsset: 'USDT', isDecentralised: false },
	okx: {
		shownName: 'OKX',
		keyForm: 'key, secret and passphrase',
		walletAsset: 'USDT',
		isDecentralised: false,
	},
	hyperliquid: { shownName: 'Hyperliquid', keyForm: 'wallet', walletAsset: 'USDC', isDecentralised: true },
};

/**
 * Whether the service trades there. Any other exchange is read through ccxt's unified API for prices and funding: its pairs are
 * listed, and nothing is ever ordered there.
 */
export function isTradedAt(venue: string): boolean {
	return Object.hasOwn(VENUE_FACTS, venue);
}

/** Of an exchange that is not traded at. */
export function dataOnlySentence(venue: string): string {
	return `${venue} is read for data only: the service does not trade there.`;
}

/** Undefined for an exchange that is not traded at. */
export function venueFacts(venue: string): VenueFacts | undefined {
	return isTradedAt(venue) ? VENUE_FACTS[venue as TradedVenue] : undefined;
}

/** Exchanges that ccxt can read and marks as a DEX (`dex: true`, ccxt 4.5.84). */
const DATA_ONLY_DEXES: ReadonlySet<string> = new Set([
	'apex',
	'aster',
	'derive',
	'dydx',
	'extended',
	'grvt',
	'hibachi',
	'lighter',
	'modetrade',
	'nado',
	'pacifica',
	'paradex',
	'woofipro',
]);

/** Whether the exchange is a DEX; false for a name that nobody knows. */
export function isDecentralised(venue: string): boolean {
	return venueFacts(venue)?.isDecentralised ?? DATA_ONLY_DEXES.has(venue);
}

/** What wallets at the venue are of; USDT where nothing is traded. */
export function walletAssetOf(venue: string): string {
	return venueFacts(venue)?.walletAsset ?? 'USDT';
}

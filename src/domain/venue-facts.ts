/**
 * Defines static facts about an exchange, known before its adapter is loaded. Each exchange has one record in
 * `src/venues/<name>/facts.ts`.
 */
import type { Decimal } from './decimal.ts';
import type { Spelling } from './names.ts';
import type { VenueSites } from './venue-sites.ts';

/**
 * Form of an API key. `wallet` is an account's address with the private key of a wallet that may trade for the
 * account (Hyperliquid, "Nonces and API wallets" page, read 2026-11).
 */
export type KeyForm = 'key and secret' | 'key, secret and passphrase' | 'wallet';

/** Exchange-specific terms of funding settlements. */
export type SettlementTerms = {
	/** Milliseconds around a settlement within which the exchange may or may not count a changed position. */
	readonly uncertaintyMs: number;
	/**
	 * Price used for the funding payment: the instrument's mark, or the oracle price of the coin, which is the
	 * ticker's index.
	 */
	readonly paidOn: 'mark' | 'oracle';
	/** Maximum difference between a payment and our computation, a fraction of the computed amount. */
	readonly tolerance: Decimal;
	/** True if a settlement at the cap or floor makes the following settlements hourly. */
	readonly isHourlyAtBound: boolean;
};

/** Static facts about one exchange on which the service trades. */
export type VenueFacts = {
	/** Name of the exchange in settings and methods. */
	readonly name: string;
	/** Display name of the exchange. */
	readonly shownName: string;
	readonly keyForm: KeyForm;
	/**
	 * Settlement asset of the exchange: collateral, PnL, funding and most fees are in this asset. An account's other
	 * assets are valued in USD.
	 */
	readonly walletAsset: 'USDT' | 'USDC';
	/** True if orders match on a blockchain (DEX), false if they match in a company's own order book. */
	readonly isDecentralised: boolean;
	/** File name of the exchange's ccxt class. */
	readonly ccxtClass: string;
	/** Other ccxt classes for the same exchange, so that it cannot be listed twice. */
	readonly ccxtAliases: readonly string[];
	/** The exchange's spelling of perpetual symbols. */
	readonly spelling: Spelling;
	readonly settlement: SettlementTerms;
	/** Value to which the maintenance rate of an isolated position applies: at the mark or at the entry price. */
	readonly maintenanceAt: 'mark' | 'entry';
	/**
	 * True if users can connect accounts on the exchange's OAuth page. The settings then accept an OAuth client, and
	 * the exchange's simulator serves the page.
	 */
	readonly hasOAuthClient: boolean;
	readonly sites: VenueSites;
};

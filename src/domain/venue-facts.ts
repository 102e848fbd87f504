/**
 * Static facts about an exchange, known before its adapter is loaded: one record per exchange in
 * `src/venues/<name>/facts.ts`. Pure.
 */
import type { Decimal } from './decimal.ts';
import type { Spelling } from './names.ts';
import type { VenueSites } from './venue-sites.ts';

/**
 * Form of an API key. `wallet`: the address of the account, and the private key of a wallet that the account has
 * approved for trading (Hyperliquid, page "Nonces and API wallets", read 2026-11).
 */
export type KeyForm = 'key and secret' | 'key, secret and passphrase' | 'wallet';

/** Differences between exchanges in settling funding. */
export type SettlementTerms = {
	/** Milliseconds around a settlement instant in which it may or may not count a change of position. */
	readonly uncertaintyMs: number;
	/**
	 * Price of the funding payment: the instrument's mark, or the oracle's price of the coin, which is the ticker's
	 * index.
	 */
	readonly paidOn: 'mark' | 'oracle';
	/** Maximum difference between a payment and our computation, a share of the computed amount. */
	readonly tolerance: Decimal;
	/** True if a settlement at the cap or floor makes the next ones hourly. */
	readonly isHourlyAtBound: boolean;
};

/** Facts about one exchange at which the service trades. */
export type VenueFacts = {
	/** Name in settings and methods. */
	readonly name: string;
	/** Display name. */
	readonly shownName: string;
	readonly keyForm: KeyForm;
	/**
	 * Asset of its wallets: collateral, profits, settlements and most fees. Other assets of an account are valued in
	 * USD.
	 */
	readonly walletAsset: 'USDT' | 'USDC';
	/** True if orders match on a blockchain (DEX), false for a company's own order book. */
	readonly isDecentralised: boolean;
	/** File name of its ccxt class. */
	readonly ccxtClass: string;
	/** Further ccxt classes of the same exchange, which must not be listed twice. */
	readonly ccxtAliases: readonly string[];
	/** Its spelling of perpetual symbols. */
	readonly spelling: Spelling;
	readonly settlement: SettlementTerms;
	/** Base of the isolated maintenance margin: the value at the mark, or at the entry. */
	readonly maintenanceAt: 'mark' | 'entry';
	/**
	 * True if accounts can be connected on its OAuth page: the settings accept an OAuth client, and its simulator
	 * serves the page.
	 */
	readonly hasOAuthClient: boolean;
	readonly sites: VenueSites;
};

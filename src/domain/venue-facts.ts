/** The facts known of an exchange before any of its adapter is loaded: each has one such record, `src/venues/<name>/facts.ts`. Pure. */
import type { Decimal } from './decimal.ts';
import type { Spelling } from './names.ts';
import type { VenueSites } from './venue-sites.ts';

/**
 * The parts of a key. `wallet`: the address of the account, and the private key of a wallet that the account has approved
 * to trade for it (Hyperliquid, page "Nonces and API wallets", read 2026-11).
 */
export type KeyForm = 'key and secret' | 'key, secret and passphrase' | 'wallet';

/** How an exchange settles funding, as far as exchanges differ in it. */
export type SettlementTerms = {
	/** How far from a settlement instant it may still count, or not count, a change of position, milliseconds. */
	readonly uncertaintyMs: number;
	/** The price that funding is paid on: the instrument's mark, or the oracle's price of the coin, which is the ticker's index. */
	readonly paidOn: 'mark' | 'oracle';
	/** How far a payment may be from the one we compute, a share of it. */
	readonly tolerance: Decimal;
	/** Whether a settlement at the cap or floor makes the next ones hourly. */
	readonly isHourlyAtBound: boolean;
};

/** The facts of one exchange at which the service trades. */
export type VenueFacts = {
	/** As settings and methods name it. */
	readonly name: string;
	/** As people write it. */
	readonly shownName: string;
	readonly keyForm: KeyForm;
	/** The asset of its wallets: collateral, profits, settlements and most fees; other assets of an account are valued in USD. */
	readonly walletAsset: 'USDT' | 'USDC';
	/** True where orders match on a blockchain (DEX), false for a company's own order book. */
	readonly isDecentralised: boolean;
	/** ccxt's class of it, by its file. */
	readonly ccxtClass: string;
	/** Further classes of ccxt for the same exchange: it must not be listed twice. */
	readonly ccxtAliases: readonly string[];
	/** How it writes the symbols of its perpetuals. */
	readonly spelling: Spelling;
	readonly settlement: SettlementTerms;
	/** The value that isolated maintenance margin is a share of: at the mark, or at the entry. */
	readonly maintenanceAt: 'mark' | 'entry';
	/** Whether accounts can be connected by its OAuth page: the settings take a client of it, and its simulator serves it. */
	readonly hasOAuthClient: boolean;
	readonly sites: VenueSites;
};

/**
 * The terms in which exchanges differ, as data: names, units, fees, leverage, margin, and the price that funding is paid on. Each
 * exchange states its own in its folder, as it publishes them for users without a tier (fee, margin and contract pages, read 2026-11).
 */
import type { Decimal } from '../../src/domain/decimal.ts';

/** How big a market is; decides depth, leverage and volatility together, as it does on real exchanges. */
export type MarketSize = 'giant' | 'large' | 'liquid' | 'mid' | 'small';

type BySize<T> = Readonly<Record<MarketSize, T>>;

export type VenueTerms = {
	/** What contracts are quoted and settled in, margins held and most fees paid. */
	readonly settledIn: 'USDT' | 'USDC';
	/** The venue's symbol of a contract by its own base code. */
	readonly symbolOf: (base: string) => string;
	/** Its own codes of assets, where they are not the usual ones. */
	readonly bases: Readonly<Record<string, string>>;
	/** Of an asset that is too cheap to be counted singly: the venue's base code, and how many make one. */
	readonly thousand: ((asset: string) => string) | undefined;
	/** `wallet`: an address, and the private key of a wallet that trades for it (Hyperliquid). */
	readonly keyForm: 'key and secret' | 'key, secret and passphrase' | 'wallet';
	/** Whether orders count contracts of several coins. */
	readonly countsContracts: boolean;
	/** Smallest steps that an order may have in one contract, where it may be a part of one. */
	readonly stepsPerContract: number;
	/**
	 * Among which orders of an account a client order id must be unique: all that ever were, or those that are open. OKX: "Once
	 * an order reaches a terminal state …, the same clOrdId may be reused" (page "Place order", read 2026-11). Binance: "unique
	 * … among open orders" (page "New Order", read 2026-11), so that an immediate order that is sent twice fills twice. KuCoin and
	 * Hyperliquid document it neither way: the lenient reading shows a client that sends twice, the strict one hides it.
	 */
	readonly clientIdsUnique: 'ever' | 'while open';
	readonly takerFee: string;
	readonly makerFee: string;
	/** The exchange's own coin and the share less that a fee costs in it; undefined where fees are never paid so. */
	readonly feeAsset: { readonly asset: string; readonly discount: Decimal } | undefined;
	/** Smallest opening order, in the currency of settlement; 0 where there is only the minimum quantity. */
	readonly notionalMin: number;
	/** Funding is paid on the mark, or on the index (Hyperliquid: on the oracle's price). */
	readonly paysOn: 'mark' | 'index';
	/**
	 * What is held of a contract that is closed for good is settled at the average of its index over the last so many minutes, a
	 * value a second, and for this fee. Bybit: 30 minutes (notices of LISTAUSDT and FIOUSDT, 2026-04; a fee is not mentioned).
	 * KuCoin: 30 minutes, no fee (notices, 2024-06 to 2026-04). Binance: 30 minutes, the taker's fee (support page on delisting;
	 * an hour until 2024-11-11). OKX: an hour, no fee (notices, 2022-11 and 2024-08). Hyperliquid: an hour of the oracle's price
	 * (page "Delisting"; a fee is not mentioned). All read 2026-11.
	 */
	readonly delisting: { readonly averageMinutes: number; readonly fee: 'taker' | 'none' };
	/** Whether the list of contracts goes on naming one that is closed for good, marked as such (Hyperliquid: `isDelisted`). */
	readonly namesClosed: boolean;
	/** A rate at its cap or floor is followed by hourly settlements, until they are small for long. */
	readonly isHourlyAfterExtremes: boolean;
	/** By how much of the mark a limit price may be worse than it; a market order goes no further either. */
	readonly priceBand: string;
	/**
	 * Whether the band bounds a price that is better than the mark too. Hyperliquid: "cannot be more than 95% away from the
	 * reference price", on either side (page "Error responses", read 2026-11; recorded refusals say 80% as well).
	 */
	readonly isBandOfBothSides: boolean;
	/** Kinds of account beside the usual one, in the exchange's words, that the admin port can make of one. */
	readonly accountKinds: readonly string[];
	/** Significant figures of a price, and whole coins at most as a step of quantity; undefined where each contract has a tick. */
	readonly priceFigures: number | undefined;
	readonly leverageMax: BySize<number>;
	readonly maintenanceMarginRate: BySize<string>;
	readonly fundingCap: BySize<string>;
	/** Depth, turnover and open interest as a share of Bybit's. */
	readonly marketShare: number;
};

/** One value for each size of a market. */
export function bySize<T>(giant: T, large: T, liquid: T, mid: T, small: T): BySize<T> {
	return { giant, large, liquid, mid, small };
}

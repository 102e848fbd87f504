/**
 * Terms that differ between exchanges, as data: names, units, fees, leverage, margin, and the price of funding
 * payments. Each exchange's folder has its own, as published for users without a tier (fee, margin and contract
 * pages, read 2026-11).
 */
import type { Decimal } from '../../src/domain/decimal.ts';

/** Size of a market; it decides depth, leverage and volatility, as on real exchanges. */
export type MarketSize = 'giant' | 'large' | 'liquid' | 'mid' | 'small';

type BySize<T> = Readonly<Record<MarketSize, T>>;

export type VenueTerms = {
	/** Currency of quotes, settlement, margin and most fees. */
	readonly settledIn: 'USDT' | 'USDC';
	/** The exchange's symbol of a contract, from its own base code. */
	readonly symbolOf: (base: string) => string;
	/** Its own codes of assets, if not the usual ones. */
	readonly bases: Readonly<Record<string, string>>;
	/** For a cheap asset counted in multiples: the exchange's base code, and the multiple. */
	readonly thousand: ((asset: string) => string) | undefined;
	/** `wallet`: an address, with the private key of a wallet that trades for it (Hyperliquid). */
	readonly keyForm: 'key and secret' | 'key, secret and passphrase' | 'wallet';
	/** True if orders count contracts of several coins. */
	readonly countsContracts: boolean;
	/** Smallest fractions of one contract in orders, if fractions are allowed. */
	readonly stepsPerContract: number;
	/**
	 * Orders of an account among which a client order id must be unique: all ever placed, or only open ones. OKX:
	 * "Once
	 * an order reaches a terminal state …, the same clOrdId may be reused" (page "Place order", read 2026-11). Binance: "unique
	 * … among open orders" (page "New Order", read 2026-11), so an immediate order sent twice fills twice. KuCoin and
	 * Hyperliquid do not document it: the lenient reading exposes a client that sends twice, the strict one hides it.
	 */
	readonly clientIdsUnique: 'ever' | 'while open';
	readonly takerFee: string;
	readonly makerFee: string;
	/** The exchange's own coin and the discount on fees paid in it; undefined if fees cannot be paid in it. */
	readonly feeAsset: { readonly asset: string; readonly discount: Decimal } | undefined;
	/** Smallest opening order, in the settlement currency; 0 if only a minimum quantity applies. */
	readonly notionalMin: number;
	/** Price of funding payments: mark or index (Hyperliquid: the oracle's price). */
	readonly paysOn: 'mark' | 'index';
	/**
	 * Settlement of positions in a delisted contract: minutes of index prices to average, one value a second, and the
	 * fee. Bybit: 30 minutes (notices of LISTAUSDT and FIOUSDT, 2026-04; a fee is not mentioned).
	 * KuCoin: 30 minutes, no fee (notices, 2024-06 to 2026-04). Binance: 30 minutes, the taker's fee (support page on
	 * delisting;
	 * an hour until 2024-11-11). OKX: an hour, no fee (notices, 2022-11 and 2024-08). Hyperliquid: an hour of the oracle's price
	 * (page "Delisting"; a fee is not mentioned). All read 2026-11.
	 */
	readonly delisting: { readonly averageMinutes: number; readonly fee: 'taker' | 'none' };
	/** True if the list of contracts keeps a delisted one, marked as such (Hyperliquid: `isDelisted`). */
	readonly namesClosed: boolean;
	/** True if a rate at its cap or floor is followed by hourly settlements until rates stay small for long. */
	readonly isHourlyAfterExtremes: boolean;
	/** Share of the mark price by which a limit price may be worse; market orders go no further either. */
	readonly priceBand: string;
	/**
	 * True if the band also bounds prices better than the mark price. Hyperliquid: "cannot be more than 95% away from
	 * the
	 * reference price", on either side (page "Error responses", read 2026-11; recorded refusals say 80% as well).
	 */
	readonly isBandOfBothSides: boolean;
	/** Kinds of account other than the default, in the exchange's terms, that the admin port can set. */
	readonly accountKinds: readonly string[];
	/** Significant figures of a price, with lots of at most one coin; undefined if each contract has a tick. */
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

/**
 * Defines the terms that differ between exchanges, as data: names, units, fees, leverage, margin, and the price on
 * which funding is paid. Each exchange's folder defines its own terms, as published for users without a fee tier
 * (fee, margin and contract pages, read 2026-11).
 */
import type { Decimal } from '../../src/domain/decimal.ts';

/** Size of a market. It determines depth, leverage and volatility, as on real exchanges. */
export type MarketSize = 'giant' | 'large' | 'liquid' | 'mid' | 'small';

type BySize<T> = Readonly<Record<MarketSize, T>>;

export type VenueTerms = {
	/** Currency of quotes, settlement, margin and most fees. */
	readonly settledIn: 'USDT' | 'USDC';
	/** Returns the exchange's symbol for the contract with this base code. */
	readonly symbolOf: (base: string) => string;
	/** The exchange's own asset codes, where they are not the usual ones. */
	readonly bases: Readonly<Record<string, string>>;
	/**
	 * Returns the exchange's base code for a cheap asset that it counts in thousands; undefined if it has no such
	 * contracts.
	 */
	readonly thousand: ((asset: string) => string) | undefined;
	/** Form of an API key. `wallet` is an address and the private key of a wallet that trades for it (Hyperliquid). */
	readonly keyForm: 'key and secret' | 'key, secret and passphrase' | 'wallet';
	/** True if order quantities are numbers of contracts instead of coins. */
	readonly countsContracts: boolean;
	/** Number of order steps per contract; more than 1 if fractions of a contract are allowed. */
	readonly stepsPerContract: number;
	/**
	 * Scope within which an account's client order ids must be unique: all orders ever placed, or only open ones.
	 * OKX: "Once an order reaches a terminal state …, the same clOrdId may be reused" (page "Place order", read
	 * 2026-11). Binance: "unique … among open orders" (page "New Order", read 2026-11), so an immediate order sent
	 * twice fills twice. KuCoin and Hyperliquid do not document it. For them the lenient interpretation is used,
	 * because it exposes a client that sends twice, while the strict one would hide it.
	 */
	readonly clientIdsUnique: 'ever' | 'while open';
	readonly takerFee: string;
	readonly makerFee: string;
	/** The exchange's own coin and the discount on fees paid in it; undefined if the exchange has no such coin. */
	readonly feeAsset: { readonly asset: string; readonly discount: Decimal } | undefined;
	/** Minimum value of an opening order, in the settlement currency; 0 if only a minimum quantity applies. */
	readonly notionalMin: number;
	/** Price on which funding is paid: mark or index (on Hyperliquid, the oracle price). */
	readonly paysOn: 'mark' | 'index';
	/**
	 * How positions in a delisted contract are settled: the minutes over which index prices are averaged, one value a
	 * second, and the fee. Bybit: 30 minutes (notices on LISTAUSDT and FIOUSDT, 2026-04, which mention no fee).
	 * KuCoin: 30 minutes, no fee (notices, 2024-06 to 2026-04). Binance: 30 minutes, taker fee (support page on
	 * delisting; an hour until 2024-11-11). OKX: an hour, no fee (notices, 2022-11 and 2024-08). Hyperliquid: an hour
	 * of oracle prices (page "Delisting", which mentions no fee). All read 2026-11.
	 */
	readonly delisting: { readonly averageMinutes: number; readonly fee: 'taker' | 'none' };
	/** True if the contract list keeps a delisted contract, marked as such (Hyperliquid: `isDelisted`). */
	readonly namesClosed: boolean;
	/**
	 * True if a rate at its cap or floor starts hourly settlements, which last until rates have stayed small for long
	 * enough.
	 */
	readonly isHourlyAfterExtremes: boolean;
	/**
	 * Maximum distance by which a limit price may be worse than the mark price, as a fraction of the mark price.
	 * Market orders trade within the same distance.
	 */
	readonly priceBand: string;
	/**
	 * True if the band also limits prices that are better than the mark price. Hyperliquid: "cannot be more than 95%
	 * away from the reference price", on either side (page "Error responses", read 2026-11; some recorded refusals
	 * say 80%).
	 */
	readonly isBandOfBothSides: boolean;
	/** Account types that the admin port can set, other than the default, under the exchange's own names. */
	readonly accountKinds: readonly string[];
	/**
	 * Maximum significant figures in a price, for an exchange whose lots are one coin or less; undefined if each
	 * contract has a tick.
	 */
	readonly priceFigures: number | undefined;
	/**
	 * Wallet that deposits enter and withdrawals leave: the futures account, the owner's main wallet beside it, or the
	 * one that the owner chooses. Bybit: "deposit account type", FUND or UNIFIED (page "Set Deposit Account").
	 * KuCoin: the main account, or another one by the address's `to` (page "Add Deposit Address"); the futures account
	 * is not among them. Binance: the spot wallet. OKX: the funding account (page "Get deposit address", `to`, which
	 * may also be 18, trading). Hyperliquid: the bridge credits the perpetuals account. All read 2026-11.
	 */
	readonly paysInto: 'futures' | 'main' | 'either';
	readonly leverageMax: BySize<number>;
	readonly maintenanceMarginRate: BySize<string>;
	readonly fundingCap: BySize<string>;
	/** Depth, turnover and open interest as a fraction of Bybit's. */
	readonly marketShare: number;
};

/** Assigns one value to each market size. */
export function bySize<T>(giant: T, large: T, liquid: T, mid: T, small: T): BySize<T> {
	return { giant, large, liquid, mid, small };
}

/**
 * What differs between the exchanges in their terms, as data: names, units, fees, leverage, margin, and on which price funding
 * is paid. Fees and terms are those that each publishes for users without a tier (fee, margin and contract pages, read 2026-11).
 */
import type { ExchangeName } from './types.ts';

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

function bySize<T>(giant: T, large: T, liquid: T, mid: T, small: T): BySize<T> {
	return { giant, large, liquid, mid, small };
}

export const VENUE_TERMS: Readonly<Record<ExchangeName, VenueTerms>> = {
	bybit: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDT`,
		bases: {},
		thousand: (asset) => `1000${asset}`,
		keyForm: 'key and secret',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'ever',
		takerFee: '0.00055',
		makerFee: '0.0002',
		notionalMin: 5,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: [],
		priceFigures: undefined,
		leverageMax: bySize(100, 75, 50, 50, 25),
		maintenanceMarginRate: bySize('0.005', '0.0067', '0.01', '0.01', '0.02'),
		fundingCap: bySize('0.005', '0.005', '0.01', '0.01', '0.02'),
		marketShare: 1,
	},
	kucoin: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDTM`,
		bases: { BTC: 'XBT' },
		thousand: undefined,
		keyForm: 'key, secret and passphrase',
		countsContracts: true,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.0006',
		makerFee: '0.0002',
		notionalMin: 0,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: ['UNIFIED'],
		priceFigures: undefined,
		leverageMax: bySize(125, 75, 50, 50, 20),
		maintenanceMarginRate: bySize('0.004', '0.007', '0.01', '0.01', '0.025'),
		fundingCap: bySize('0.003', '0.003', '0.0075', '0.02', '0.02'),
		marketShare: 0.45,
	},
	binance: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}USDT`,
		bases: {},
		thousand: (asset) => `1000${asset}`,
		keyForm: 'key and secret',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.0005',
		makerFee: '0.0002',
		notionalMin: 5,
		paysOn: 'mark',
		delisting: { averageMinutes: 30, fee: 'taker' },
		namesClosed: false,
		isHourlyAfterExtremes: true,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: ['BNFCR'],
		priceFigures: undefined,
		leverageMax: bySize(125, 75, 75, 50, 25),
		maintenanceMarginRate: bySize('0.004', '0.0065', '0.0065', '0.01', '0.02'),
		fundingCap: bySize('0.003', '0.005', '0.0075', '0.02', '0.02'),
		marketShare: 1.6,
	},
	okx: {
		settledIn: 'USDT',
		symbolOf: (base) => `${base}-USDT-SWAP`,
		bases: {},
		thousand: undefined,
		keyForm: 'key, secret and passphrase',
		countsContracts: true,
		stepsPerContract: 100,
		clientIdsUnique: 'while open',
		takerFee: '0.0005',
		makerFee: '0.0002',
		notionalMin: 0,
		paysOn: 'mark',
		delisting: { averageMinutes: 60, fee: 'none' },
		namesClosed: false,
		isHourlyAfterExtremes: false,
		priceBand: '0.05',
		isBandOfBothSides: false,
		accountKinds: [],
		priceFigures: undefined,
		leverageMax: bySize(100, 75, 50, 50, 20),
		maintenanceMarginRate: bySize('0.004', '0.0065', '0.01', '0.01', '0.02'),
		fundingCap: bySize('0.015', '0.015', '0.015', '0.015', '0.015'),
		marketShare: 0.7,
	},
	hyperliquid: {
		settledIn: 'USDC',
		symbolOf: (base) => base,
		bases: {},
		thousand: (asset) => `k${asset}`,
		keyForm: 'wallet',
		countsContracts: false,
		stepsPerContract: 1,
		clientIdsUnique: 'while open',
		takerFee: '0.00045',
		makerFee: '0.00015',
		notionalMin: 10,
		paysOn: 'index',
		delisting: { averageMinutes: 60, fee: 'none' },
		namesClosed: true,
		isHourlyAfterExtremes: false,
		// "Order price cannot be more than 80% away from the reference price" (a refusal that ccxt 4.5.84 knows).
		priceBand: '0.95',
		isBandOfBothSides: true,
		accountKinds: ['unifiedAccount', 'portfolioMargin'],
		// Page "Tick and lot size": five figures, at most 6 less the decimals of the size; integers always.
		priceFigures: 5,
		leverageMax: bySize(40, 20, 10, 10, 5),
		// Half of the initial margin at the highest leverage (page "Margining").
		maintenanceMarginRate: bySize('0.0125', '0.025', '0.05', '0.05', '0.1'),
		fundingCap: bySize('0.04', '0.04', '0.04', '0.04', '0.04'),
		marketShare: 0.5,
	},
};

export const EXCHANGE_NAMES = Object.keys(VENUE_TERMS) as readonly ExchangeName[];

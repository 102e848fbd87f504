/**
 * The venues of the common suite: one row each. A row holds what an exchange does in its own way, by its own documentation;
 * the cases are the same for all.
 */
import type { TradedVenue } from '../../src/domain/venues.ts';
import type { VenueCredentials } from '../../src/ports/venue.ts';

export type VenueRow = {
	readonly venue: TradedVenue;
	/** The venue's own symbols of the coins that the cases trade. */
	readonly symbols: { readonly BTC: string; readonly SOL: string; readonly PEPE: string };
	readonly collateral: 'USDT' | 'USDC';
	/** Smallest step of BTC, coins. */
	readonly btcLot: string;
	readonly btcIntervalHours: number;
	/** Fewer contracts than this are not the whole list. */
	readonly instrumentsMin: number;
	/** The code by which each is refused, in the venue's own form. */
	readonly codes: {
		readonly noMargin: string;
		readonly nothingToReduce: string;
		readonly clock: string;
		readonly keyUnknown: string;
	};
	/** A leverage that the venue refuses for BTC. */
	readonly leverageRefused: string;
	readonly clock: {
		/** So far ahead of the venue a stamp is refused, milliseconds. */
		readonly refusedAheadMs: number;
		/** Age at which an order is refused. */
		readonly orderWindowMs: number;
		/** `requestWindowMs` of the session. */
		readonly requestWindowMs: number;
		/** A read of this age is answered. */
		readonly readAgeMs: number;
	};
	/** What becomes of a post-only order that would take: taken and ended, or refused at once. */
	readonly postOnlyThatTakes: 'ended' | 'refused';
	/** Whether a fill of the account names the client order id. */
	readonly fillsNameOrders: boolean;
	/** A permission of a key that trades, and the form of an account's id. */
	readonly permission: string;
	readonly uid: RegExp;
	/** A key in the venue's form that nobody has. */
	readonly wrongKey: VenueCredentials;
	/** Coin that fees may be paid in, and whether putting it in is told as a flow; undefined where there is none. */
	readonly feeCoin: { readonly asset: string; readonly isFlow: boolean } | undefined;
	/** A paused contract is told by its ticker, or has none any more. */
	readonly pausedContract: 'ticker' | 'none';
	/** Full names of coins are told. */
	readonly tellsCoinNames: boolean;
	/** Says why trading is closed. */
	readonly saysWhy: boolean;
};

const WRONG_KEY = { apiKey: 'nobodyknowsthiskey', secret: 'anothersecretaltogether', passphrase: 'none' };

export const VENUE_ROWS: readonly VenueRow[] = [
	{
		venue: 'bybit',
		symbols: { BTC: 'BTCUSDT', SOL: 'SOLUSDT', PEPE: '1000PEPEUSDT' },
		collateral: 'USDT',
		btcLot: '0.001',
		btcIntervalHours: 8,
		instrumentsMin: 40,
		codes: { noMargin: '110007', nothingToReduce: '110017', clock: '10002', keyUnknown: '10003' },
		leverageRefused: '1000',
		clock: { refusedAheadMs: 1_500, orderWindowMs: 2_500, requestWindowMs: 4_500, readAgeMs: 3_000 },
		postOnlyThatTakes: 'ended',
		fillsNameOrders: true,
		permission: 'ContractTrade:Order',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		feeCoin: { asset: 'MNT', isFlow: false },
		pausedContract: 'none',
		tellsCoinNames: false,
		saysWhy: true,
	},
	{
		venue: 'kucoin',
		symbols: { BTC: 'XBTUSDTM', SOL: 'SOLUSDTM', PEPE: 'PEPEUSDTM' },
		collateral: 'USDT',
		btcLot: '0.001',
		btcIntervalHours: 8,
		instrumentsMin: 40,
		codes: { noMargin: '300003', nothingToReduce: '300009', clock: '400002', keyUnknown: '400003' },
		leverageRefused: '1.5',
		clock: { refusedAheadMs: 6_000, orderWindowMs: 5_000, requestWindowMs: 13_000, readAgeMs: 4_700 },
		postOnlyThatTakes: 'ended',
		fillsNameOrders: false,
		permission: 'Futures',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		feeCoin: { asset: 'KCS', isFlow: true },
		pausedContract: 'ticker',
		tellsCoinNames: true,
		saysWhy: true,
	},
	{
		venue: 'binance',
		symbols: { BTC: 'BTCUSDT', SOL: 'SOLUSDT', PEPE: '1000PEPEUSDT' },
		collateral: 'USDT',
		btcLot: '0.001',
		btcIntervalHours: 8,
		instrumentsMin: 40,
		codes: { noMargin: '-2019', nothingToReduce: '-2022', clock: '-1021', keyUnknown: '-2015' },
		leverageRefused: '126',
		clock: { refusedAheadMs: 1_500, orderWindowMs: 2_500, requestWindowMs: 6_500, readAgeMs: 3_000 },
		postOnlyThatTakes: 'refused',
		fillsNameOrders: false,
		permission: 'enableFutures',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		feeCoin: { asset: 'BNB', isFlow: true },
		pausedContract: 'none',
		tellsCoinNames: false,
		saysWhy: false,
	},
];

/**
 * The venues of the common suite: one row each. A row holds what an exchange does in its own way, by its own documentation;
 * the cases are the same for all.
 */

import type { VenueCredentials } from '../../src/ports/venue.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';

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
		/** Of an order that arrives too late, where it is another. */
		readonly late?: string;
		readonly keyUnknown: string;
	};
	/** Maintenance rate and highest leverage of BTC's first tier; undefined where the venue publishes none. */
	readonly btcTier: string | undefined;
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
	/** What is known of an order that came after its window, or over a limit of requests: refused, or nothing. */
	readonly late: 'rejected' | 'unknown';
	readonly overLimit: 'rejected' | 'unknown';
	/** What becomes of a post-only order that would take: taken and ended, or refused at once. */
	readonly postOnlyThatTakes: 'ended' | 'refused';
	/** Whether a fill of the account names the client order id. */
	readonly fillsNameOrders: boolean;
	/** A permission of a key that trades, and the form of an account's id. */
	readonly permission: string;
	readonly uid: RegExp;
	/** A key in the venue's form that nobody has. */
	readonly wrongKey: VenueCredentials;
	/** What an account with a key that withdraws is made with. */
	readonly withdrawing: Readonly<Record<string, unknown>>;
	/** Coin that fees may be paid in, and whether putting it in is told as a flow; undefined where there is none. */
	readonly feeCoin: { readonly asset: string; readonly isFlow: boolean } | undefined;
	/** A paused contract is told by its ticker, or has none any more. */
	readonly pausedContract: 'ticker' | 'none';
	/** Full names of coins are told. */
	readonly tellsCoinNames: boolean;
	/** Says why trading is closed. */
	readonly saysWhy: boolean;
	/** Whether the simulator's request limits are lifted: one address may send less than the cases together do. */
	readonly liftsLimits: boolean;
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
		btcTier: '0.005 at 100',
		leverageRefused: '1000',
		clock: { refusedAheadMs: 1_500, orderWindowMs: 2_500, requestWindowMs: 9_500, readAgeMs: 3_000 },
		late: 'rejected',
		overLimit: 'rejected',
		postOnlyThatTakes: 'ended',
		fillsNameOrders: true,
		permission: 'ContractTrade:Order',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		withdrawing: { canWithdraw: true },
		feeCoin: { asset: 'MNT', isFlow: false },
		pausedContract: 'none',
		tellsCoinNames: false,
		saysWhy: true,
		liftsLimits: false,
	},
	{
		venue: 'kucoin',
		symbols: { BTC: 'XBTUSDTM', SOL: 'SOLUSDTM', PEPE: 'PEPEUSDTM' },
		collateral: 'USDT',
		btcLot: '0.001',
		btcIntervalHours: 8,
		instrumentsMin: 40,
		codes: { noMargin: '300003', nothingToReduce: '300009', clock: '400002', keyUnknown: '400003' },
		btcTier: '0.004 at 125',
		leverageRefused: '1.5',
		clock: { refusedAheadMs: 6_000, orderWindowMs: 5_000, requestWindowMs: 16_000, readAgeMs: 3_800 },
		late: 'rejected',
		overLimit: 'rejected',
		postOnlyThatTakes: 'ended',
		fillsNameOrders: false,
		permission: 'Futures',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		withdrawing: { canWithdraw: true },
		feeCoin: { asset: 'KCS', isFlow: true },
		pausedContract: 'ticker',
		tellsCoinNames: true,
		saysWhy: true,
		liftsLimits: false,
	},
	{
		venue: 'hyperliquid',
		symbols: { BTC: 'BTC', SOL: 'SOL', PEPE: 'kPEPE' },
		collateral: 'USDC',
		btcLot: '0.001',
		btcTier: '0.0125 at 40',
		btcIntervalHours: 1,
		instrumentsMin: 30,
		codes: { noMargin: 'PerpMargin', nothingToReduce: 'ReduceOnly', clock: '', keyUnknown: 'agent' },
		leverageRefused: '1.5',
		clock: { refusedAheadMs: 0, orderWindowMs: 3_000, requestWindowMs: 10_000, readAgeMs: 60_000 },
		// What is said to an action that has expired is not documented; a bare 429 may be anybody's on the way.
		late: 'unknown',
		overLimit: 'unknown',
		postOnlyThatTakes: 'refused',
		fillsNameOrders: true,
		permission: 'trade',
		uid: /^0x[0-9a-f]{40}$/,
		wrongKey: { apiKey: `0x${'12'.repeat(20)}`, secret: `0x${'34'.repeat(32)}` },
		// The owner's own key: the address is that of the secret.
		withdrawing: { key: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a', secret: `0x${'11'.repeat(32)}` },
		feeCoin: undefined,
		pausedContract: 'ticker',
		tellsCoinNames: false,
		saysWhy: true,
		liftsLimits: true,
	},
	{
		venue: 'okx',
		symbols: { BTC: 'BTC-USDT-SWAP', SOL: 'SOL-USDT-SWAP', PEPE: 'PEPE-USDT-SWAP' },
		collateral: 'USDT',
		btcLot: '0.00001',
		btcTier: '0.004 at 100',
		btcIntervalHours: 8,
		instrumentsMin: 30,
		codes: {
			noMargin: '51008',
			nothingToReduce: '51169',
			clock: '50102',
			late: '50036',
			keyUnknown: '50111',
		},
		leverageRefused: '1000',
		clock: { refusedAheadMs: 31_000, orderWindowMs: 2_500, requestWindowMs: 13_500, readAgeMs: 25_000 },
		late: 'rejected',
		overLimit: 'rejected',
		postOnlyThatTakes: 'ended',
		fillsNameOrders: true,
		permission: 'trade',
		uid: /^\d+$/,
		wrongKey: WRONG_KEY,
		withdrawing: { canWithdraw: true },
		feeCoin: undefined,
		pausedContract: 'ticker',
		tellsCoinNames: false,
		saysWhy: true,
		liftsLimits: false,
	},
	{
		venue: 'binance',
		symbols: { BTC: 'BTCUSDT', SOL: 'SOLUSDT', PEPE: '1000PEPEUSDT' },
		collateral: 'USDT',
		btcLot: '0.001',
		btcIntervalHours: 8,
		instrumentsMin: 40,
		codes: { noMargin: '-2019', nothingToReduce: '-2022', clock: '-1021', keyUnknown: '-2015' },
		btcTier: undefined,
		leverageRefused: '126',
		clock: { refusedAheadMs: 1_500, orderWindowMs: 2_500, requestWindowMs: 9_500, readAgeMs: 3_000 },
		late: 'rejected',
		overLimit: 'rejected',
		postOnlyThatTakes: 'refused',
		fillsNameOrders: false,
		permission: 'enableFutures',
		uid: /^\d+$/,
		// Has the form of its keys: one of another form is told apart.
		wrongKey: { ...WRONG_KEY, apiKey: 'ab'.repeat(32) },
		withdrawing: { canWithdraw: true },
		feeCoin: { asset: 'BNB', isFlow: true },
		pausedContract: 'none',
		tellsCoinNames: false,
		saysWhy: false,
		liftsLimits: false,
	},
];

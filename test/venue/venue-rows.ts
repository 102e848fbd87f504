/**
 * Lists the venues of the common suite, one row each. A row holds an exchange's documented peculiarities, while the
 * cases are the same for all.
 */

import type { VenueCredentials } from '../../src/ports/venue.ts';
import type { TradedVenue } from '../../src/venues/facts.ts';

export type VenueRow = {
	readonly venue: TradedVenue;
	/** The venue's own symbols for the coins that the cases trade. */
	readonly symbols: { readonly BTC: string; readonly SOL: string; readonly PEPE: string };
	readonly collateral: 'USDT' | 'USDC';
	/** Lot size of BTC, coins. */
	readonly btcLot: string;
	readonly btcIntervalHours: number;
	/** Minimum number of contracts in a complete list. */
	readonly instrumentsMin: number;
	/** The venue's own error code for each refusal. */
	readonly codes: {
		readonly noMargin: string;
		readonly nothingToReduce: string;
		readonly clock: string;
		/** Code for a late order, if it differs from the clock code. */
		readonly late?: string;
		readonly keyUnknown: string;
	};
	/**
	 * Codes for a transfer of too much and for a key without the right, and whether the exchange recognises a repeated
	 * client id; undefined if no trading key can transfer.
	 */
	readonly transfers:
		| { readonly tooMuch: string; readonly noRight: string; readonly knowsRepeats: boolean }
		| undefined;
	/** Options that create an account whose key can transfer. */
	readonly transferring: Readonly<Record<string, unknown>>;
	/** True if deposits are visible before they arrive. */
	readonly showsPending: boolean;
	/** Causes of the futures account's flows for a deposit into it and a withdrawal from it. */
	readonly flowsOfMoves: readonly [string, string];
	/** `adlRank` for the ranks 1, 3 and 5 of the simulators. */
	readonly adlRanks: readonly [number, number, number] | undefined;
	/** Maintenance rate and maximum leverage of BTC's first tier; undefined if the venue publishes none. */
	readonly btcTier: string | undefined;
	/** A leverage that the venue refuses for BTC. */
	readonly leverageRefused: string;
	readonly clock: {
		/** The venue refuses a timestamp that is this far ahead of its clock, milliseconds. */
		readonly refusedAheadMs: number;
		/** The venue refuses an order that is this old, milliseconds. */
		readonly orderWindowMs: number;
		/** Expected `requestWindowMs` of the session, milliseconds. */
		readonly requestWindowMs: number;
		/** The venue still responds to a read that is this old, milliseconds. */
		readonly readAgeMs: number;
	};
	/** Outcome of an order that arrived after its window: refused for certain, or unknown. */
	readonly late: 'rejected' | 'unknown';
	/** Outcome of an order that exceeds a request limit: refused for certain, or unknown. */
	readonly overLimit: 'rejected' | 'unknown';
	/** Outcome of a post-only order that would take liquidity: accepted and ended, or refused at once. */
	readonly postOnlyThatTakes: 'ended' | 'refused';
	/** True if fills in the account's list contain the client order id. */
	readonly fillsNameOrders: boolean;
	/** A permission of a trading key. */
	readonly permission: string;
	/** Format of an account id. */
	readonly uid: RegExp;
	/** A well-formed key that no account has. */
	readonly wrongKey: VenueCredentials;
	/** Options that create an account whose key can withdraw. */
	readonly withdrawing: Readonly<Record<string, unknown>>;
	/** The venue's own fee coin, and whether its deposit is reported as a flow; undefined if there is none. */
	readonly feeCoin: { readonly asset: string; readonly isFlow: boolean } | undefined;
	/** How a paused contract shows: its ticker reports the pause, or the contract has no ticker. */
	readonly pausedContract: 'ticker' | 'none';
	/** True if the venue provides full coin names. */
	readonly tellsCoinNames: boolean;
	/** True if the venue says why trading is closed. */
	readonly saysWhy: boolean;
	/** True if the simulator lifts its request limits, because the cases together exceed one address's limit. */
	readonly liftsLimits: boolean;
};

const WRONG_KEY = { apiKey: 'nobodyknowsthiskey', secret: 'anothersecretaltogether', passphrase: 'none' };

export const VENUE_ROWS: readonly VenueRow[] = [
	{
		venue: 'bybit',
		transfers: { tooMuch: '131212', noRight: '10005', knowsRepeats: true },
		transferring: { canTransfer: true },
		showsPending: true,
		flowsOfMoves: ['deposit', 'withdrawal'],
		adlRanks: [0, 0.5, 1],
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
		transfers: { tooMuch: '230003', noRight: '400007', knowsRepeats: false },
		transferring: { canTransfer: true },
		showsPending: true,
		flowsOfMoves: ['transfer', 'transfer'],
		adlRanks: [0.2, 0.6, 1],
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
		transfers: undefined,
		transferring: {},
		showsPending: false,
		flowsOfMoves: ['deposit', 'withdrawal'],
		adlRanks: undefined,
		symbols: { BTC: 'BTC', SOL: 'SOL', PEPE: 'kPEPE' },
		collateral: 'USDC',
		btcLot: '0.001',
		btcTier: '0.0125 at 40',
		btcIntervalHours: 1,
		instrumentsMin: 30,
		codes: { noMargin: 'PerpMargin', nothingToReduce: 'ReduceOnly', clock: '', keyUnknown: 'agent' },
		leverageRefused: '1.5',
		clock: { refusedAheadMs: 0, orderWindowMs: 3_000, requestWindowMs: 10_000, readAgeMs: 60_000 },
		// The response to an expired action is undocumented, and any proxy in between can send a bare 429.
		late: 'unknown',
		overLimit: 'unknown',
		postOnlyThatTakes: 'refused',
		fillsNameOrders: true,
		permission: 'trade',
		uid: /^0x[0-9a-f]{40}$/,
		wrongKey: { apiKey: `0x${'12'.repeat(20)}`, secret: `0x${'34'.repeat(32)}` },
		// This is the owner's own key, whose address derives from the secret.
		withdrawing: { key: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a', secret: `0x${'11'.repeat(32)}` },
		feeCoin: undefined,
		pausedContract: 'ticker',
		tellsCoinNames: false,
		saysWhy: true,
		liftsLimits: true,
	},
	{
		venue: 'okx',
		transfers: { tooMuch: '58350', noRight: '50120', knowsRepeats: true },
		transferring: {},
		showsPending: true,
		flowsOfMoves: ['transfer', 'transfer'],
		adlRanks: [0.2, 0.6, 1],
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
		transfers: { tooMuch: '-5013', noRight: '-1002', knowsRepeats: false },
		transferring: { canTransfer: true },
		showsPending: true,
		flowsOfMoves: ['transfer', 'transfer'],
		adlRanks: [0, 0.5, 1],
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
		// The key is well formed, because the exchange responds differently to malformed keys.
		wrongKey: { ...WRONG_KEY, apiKey: 'ab'.repeat(32) },
		withdrawing: { canWithdraw: true },
		feeCoin: { asset: 'BNB', isFlow: true },
		pausedContract: 'none',
		tellsCoinNames: false,
		saysWhy: false,
		liftsLimits: false,
	},
];

/** Example of a portfolio plan; a test validates it against the schema. */
import { PLANNED_TRANSFER_EXAMPLE } from './transfer-record.ts';

const COIN_LIMIT = {
	message:
		'The pot holds at most 6,750.00 USD of BTC over all legs. One more USD would earn about 0.03 USD a year.',
	shadow_price: 0.031,
} as const;
const LONG = { exchange: 'hyperliquid', symbol: 'BTC' } as const;
const SHORT = { exchange: 'bybit', symbol: 'BTCUSDT' } as const;

/** A plan that opens one pair and pays less than cash. */
export const PLAN_EXAMPLE = {
	as_of: '2026-11-20T08:00:00.000Z',
	terms: {
		capital: 50_000,
		exchanges: ['bybit', 'hyperliquid', 'kucoin'],
		coins: null,
		without_coins: [],
		margin: 'free',
		leverage: 1.8,
		idle: 0.25,
		coin_share: 0.1,
		exchange_share: null,
		exchange_net_share: null,
		cash_apr: 0.04,
		leg_notional_max: 33_750,
		horizon_hours: 720,
	},
	outcome: {
		verdict: 'no_trade',
		message:
			'No plan pays more than cash at leverage 1.8: expected net 0.2 % of capital a year, cash 4.0 %. Leverage 38.14 would equal cash, above the maximum of 3.',
		net_on_capital: 0.001888,
		net_on_capital_low: 0.000512,
		net_on_capital_high: 0.003217,
		net_per_year: 94.4,
		cash_apr: 0.04,
		over_cash: -0.038112,
		leverage_of_cash: 38.13559322,
	},
	changes: [
		{
			kind: 'open',
			coin: 'BTC',
			long: LONG,
			short: SHORT,
			opportunity_id: 'opp_58aa216c8b20c5867716e550',
			execution_id: null,
			share: null,
			roll: null,
			notional: 3_375,
			gain: 15.19,
			cost: 7.43,
			ratio: 2.044414536,
			limits: [COIN_LIMIT],
			message:
				'Open BTC with 3,375.00 USD per leg: long on Hyperliquid, short on Bybit. Expected gain in 30 days: 15.19 USD. Cost: 7.43 USD. The gain is 2.0 times the cost.',
		},
	],
	legs: [
		{
			coin: 'BTC',
			...SHORT,
			held: 0,
			target: -3_375,
			price: 96_010.25,
			cost: 0.00075,
			reasons: [],
		},
		{ coin: 'BTC', ...LONG, held: 0, target: 3_375, price: 96_000.5, cost: 0.00065, reasons: [] },
	],
	limits: [COIN_LIMIT],
	margins: [
		{
			exchange: 'bybit',
			equity: 1_875,
			notional: 3_375,
			net: -3_375,
			moves: [
				{ move: -0.5, equity: 3_562.5, ratio: 2.111111111, level: 'ok' },
				{ move: -0.3, equity: 2_887.5, ratio: 1.222222222, level: 'ok' },
				{ move: 0.3, equity: 862.5, ratio: 0.196581197, level: 'transfer' },
				{ move: 0.5, equity: 187.5, ratio: 0.037037037, level: 'reduce' },
			],
		},
	],
	transfers: [
		{
			from: 'kucoin',
			to: 'bybit',
			amount: 1_875,
			by: '2026-11-29T18:00:00.000Z',
			transfer_id: PLANNED_TRANSFER_EXAMPLE.transfer_id,
			message: PLANNED_TRANSFER_EXAMPLE.message,
			without: PLANNED_TRANSFER_EXAMPLE.without,
		},
	],
	planned_transfers: [PLANNED_TRANSFER_EXAMPLE],
	reasons: [{ message: 'The account at KuCoin did not answer, so its equity counts as 0.' }],
} as const;

/** Example of a portfolio plan; a test validates it against the schema. */

const COIN_LIMIT = { message: 'BTC: at most 3,375.00 USD a leg', shadow_price: 0.031 } as const;
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
		message: 'Keep cash: the plan is expected to earn 0.19 % a year on your capital, and cash earns 4.00 %.',
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
			message: 'Open BTC, long Hyperliquid and short Bybit: the pair earns twice its cost in 30 days.',
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
			message: 'Move 1,875 USD from KuCoin to Bybit before you open BTC.',
		},
	],
	reasons: [{ message: 'The account at KuCoin did not answer, so its equity counts as 0.' }],
} as const;

/** The shock that the documentation uses as an example; a test validates it against the schema. */
export const SHOCK_EXAMPLE = {
	success: true,
	as_of: '2026-11-20T08:00:00.000Z',
	executions: [
		{
			execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
			symbol: 'BTCUSDT',
			long: {
				exchange: 'kucoin',
				symbol: 'XBTUSDTM',
				move_pct: -45,
				profit: -450,
				funding: 0,
				notional: 550,
				liquidated: false,
				liquidation_distance_pct: 7.23562152,
			},
			short: {
				exchange: 'bybit',
				symbol: 'BTCUSDT',
				move_pct: -45,
				profit: 450,
				funding: 0,
				notional: 550,
				liquidated: false,
				liquidation_distance_pct: 167.37967914,
			},
			profit: 0,
			funding: 0,
			unhedged: 0,
			actions: [
				{
					message:
						'The service halves both legs: the long leg on KuCoin has 15 % of its distance to liquidation at entry left.',
					sentence: {
						id: 'margin.halves',
						facts: { leg: 'long', exchange: 'KuCoin', left: 0.150740031694496 },
					},
				},
			],
		},
	],
	exchanges: [
		{
			exchange: 'kucoin',
			target_equity_per_notional: 0.5,
			before: {
				equity: 550,
				gross_notional: 1000,
				net_notional: 1000,
				equity_per_notional: 0.55,
				level: 'ok',
			},
			after: {
				equity: 100,
				gross_notional: 550,
				net_notional: 550,
				equity_per_notional: 0.18181818,
				level: 'transfer',
			},
			profit: -450,
			funding: 0,
			liquidated: [],
			actions: [
				{
					message:
						'You get an alert that asks for a transfer: KuCoin has less than 50 % of its planned margin.',
					sentence: {
						id: 'margin.level_transfer',
						facts: {
							exchange: 'KuCoin',
							limit: 0.5,
						},
					},
				},
			],
		},
		{
			exchange: 'bybit',
			target_equity_per_notional: 0.5,
			before: {
				equity: 550,
				gross_notional: 1000,
				net_notional: -1000,
				equity_per_notional: 0.55,
				level: 'ok',
			},
			after: {
				equity: 1000,
				gross_notional: 550,
				net_notional: -550,
				equity_per_notional: 1.81818182,
				level: 'ok',
			},
			profit: 450,
			funding: 0,
			liquidated: [],
			actions: [
				{
					message: 'The service does nothing.',
					sentence: {
						id: 'margin.nothing',
						facts: {},
					},
				},
			],
		},
	],
	totals: {
		equity_before: 1100,
		equity_after: 1100,
		profit: 0,
		funding: 0,
		liquidations: 0,
	},
	transfers: [
		{
			from: 'bybit',
			to: 'kucoin',
			amount: 50,
			by: '2026-11-20T11:38:20.015Z',
			why: {
				message: 'Equity at KuCoin is 18 % of its positions; the plan needs 50 %.',
				sentence: {
					id: 'margin.transfer_why',
					facts: {
						exchange: 'KuCoin',
						share: 0.181818181818182,
						target: 0.5,
					},
				},
			},
			without: {
				message:
					'Without it, a price fall of 7 % liquidates a position at KuCoin. At 2 sigma, that takes 14 h.',
				sentence: {
					id: 'margin.without_empties',
					facts: {
						exchange: 'KuCoin',
						move: -0.0723562152133582,
						hours: 14,
					},
				},
			},
		},
	],
	missing: [
		{
			exchange: 'kucoin',
			amount: 285,
		},
	],
	reductions: [],
	reasons: [],
};

/** Example of a replay's result; a test validates it against the schema. */

const OUTCOME = {
	net_per_year: 0.0131,
	low: 0.0082,
	high: 0.0177,
	trades: 14,
	drawdown_usd: 21.4,
	drawdown_share: 0.0021,
	sharpe: 1.9,
	parts: {
		funding_received: 402.1,
		funding_paid: -118.4,
		fees: -96.3,
		slippage: -38.2,
		basis: -18.1,
		idle_interest: 0,
		net: 131.1,
	},
} as const;

/** The part `summary`. */
export const REPLAY_SUMMARY_EXAMPLE = {
	settings: {
		data: ['year'],
		grade: 'B',
		from: '2025-11-01T00:00:00.000Z',
		until: '2026-11-01T00:00:00.000Z',
		policy: 'month-mean',
		set: { enter: 0.05 },
		capital: 10_000,
		users: 1,
		exchanges: ['binance', 'bybit'],
		coins: ['BTC', 'ETH'],
		walk_forward: null,
		without: [],
		seed: 1,
	},
	command: 'carrywire replay --data year --policy month-mean --set enter=0.05 --coins BTC,ETH',
	version: '0.2.0',
	code_hash: '9f2c41d07ab35e88',
	data_hash: '41d07ab35e889f2c',
	complete: true,
	played_until: '2026-11-01T00:00:00.000Z',
	outcome: OUTCOME,
	comparisons: [
		{
			name: 'cash',
			outcome: { ...OUTCOME, net_per_year: 0.04, low: null, high: null, trades: 0, sharpe: null },
			reason: null,
		},
		{ name: 'spot-carry', outcome: null, reason: 'The data have no spot prices.' },
	],
	honesty: { verdict: 'steady', one_step_late: { step_s: 3_600, outcome: OUTCOME } },
	counts: {
		positions: 14,
		fundings: 1_204,
		refusals: 3,
		transfers: 0,
		contracts: 4,
		coins: 2,
		gaps: 1,
		interval_changes: 0,
	},
	refusals: [
		{
			code: 'TOO_GOOD',
			count: 3,
			first_at: '2026-02-11T04:00:00.000Z',
			message: 'The headline spread is 612 % a year, above the limit of 500 %.',
		},
	],
	assumptions: ['Bid and ask are 2 bp from the mark price.'],
	not_known: [],
} as const;

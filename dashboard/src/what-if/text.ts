/** UI text for the What-if page, by component. Functions insert figures into a sentence. */

/** UI text for `WhatIfPage`. */
export const PAGE = {
	title: 'What if',
	intro: 'Shows what a shock would do to your positions. Nothing is sent.',
	guide: 'How to read it',
	plan: 'Plan',
	autopilot: 'Autopilot',
	access: 'Your positions',
	loading: 'your positions',
	asking: 'the effect of the shock',
	accountsFault: 'Cannot read your accounts.',
	fault: 'Cannot show the effect of the shock.',
	ready: 'The effect of the shock is shown.',
	noPositions: 'You hold no open position, so a shock changes nothing.',
	portfolio: 'Portfolio',
	asOf: 'Positions of',
	instant: 'The shock is instant. In a slower move, the service warns, halves both legs and closes before.',
} as const;

/** UI text for `ShockForm` and `shock-form.ts`. */
export const FORM = {
	title: 'Shock',
	kind: 'Kind of shock',
	kinds: { figures: 'Figures', squeeze: 'Recorded squeeze' },
	button: 'Show the effect',
	replay: 'Replay it with my positions',
	labels: {
		'shock.move_pct': 'Price move',
		'shock.coin': 'Coin',
		'shock.cap_settlements': 'Settlements at the funding cap',
		'shock.cap_sign': 'Sign of these rates',
		'shock.exchange_down': 'Exchange without an answer',
		'shock.exchange_down_hours': 'For how long',
		'shock.gap_exchange': 'Exchange with other prices',
		'shock.gap_pct': 'Its prices are higher by',
		'shock.squeeze': 'Squeeze',
		execution_id: 'Position',
		leverage: 'Planned leverage',
	},
	moves: 'Common moves',
	units: {
		'shock.move_pct': '%, −30 is a fall of 30 %',
		'shock.cap_settlements': 'of each contract',
		'shock.exchange_down_hours': 'hours',
		'shock.gap_pct': '%, below 0 lower',
		leverage: '×, for the levels of margin',
	},
	allCoins: 'All coins',
	none: 'None',
	allPositions: 'All positions',
	ownLeverage: 'that of each position',
	signs: {
		worst: 'What costs you more',
		positive: 'Positive: shorts receive',
		negative: 'Negative: longs receive',
	},
	more: 'Funding, outage and price gap',
	notBetween: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
	notAbove: (min: string, max: string) => `Enter a number above ${min} and at most ${max}.`,
	notWhole: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
	empty: 'Enter a price move, or a figure below.',
	needsExchange: 'Choose the exchange.',
	needsFigure: 'Enter the figure that belongs to the exchange.',
	squeezes: {
		'2025-10': ['October 2025', '10 and 11 October 2025, the whole market'],
		'apt-2025-11': ['APT, November 2025', '7 November 2025'],
		'inj-2026-02': ['INJ, February 2026', '19 to 26 February 2026'],
		'wif-2026-05': ['WIF, May 2026', '6 May 2026'],
		'ton-2026-06': ['TON delisted, June 2026', '14 to 23 June 2026'],
	},
	squeezeNote:
		'A backtest opens your positions at the start of the window, at the prices of then. It needs recorded data.',
	noReplay: 'This token may not run backtests. It needs the scope `replay:run`.',
} as const;

/** UI text for `ShockTotals`. */
export const TOTALS = {
	title: 'Effect on all accounts',
	equity: 'Equity after',
	before: (usd: string) => `before: ${usd}`,
	profit: 'From prices',
	funding: 'From funding',
	liquidations: 'Liquidated legs',
	none: 'none',
	worst: 'Worst margin',
	at: (exchange: string) => `at ${exchange}`,
	noAccount: 'no account',
} as const;

/** UI text for `ShockExchanges`. */
export const EXCHANGES = {
	title: 'Margin by exchange',
	meaning: (watch: string, transfer: string, reduce: string) =>
		`Equity over notional. Levels: below ${watch}, ${transfer} and ${reduce} of the margin that the leverage implies.`,
	exchange: 'Exchange',
	equity: 'Equity',
	notional: 'Notional',
	before: 'Margin now',
	after: 'Margin after',
	service: 'Actions',
	liquidated: (symbols: string) => `Liquidated: ${symbols}.`,
	none: 'no position',
	now: (usd: string) => `now ${usd}`,
} as const;

/** UI text for `ShockPositions`. */
export const POSITIONS = {
	title: 'Positions',
	empty: 'You hold no open pair.',
	position: 'Position',
	long: 'Long leg',
	short: 'Short leg',
	profit: 'Prices',
	funding: 'Funding',
	service: 'Actions',
	liquidated: 'liquidated',
	distance: (percent: string) => `${percent} to liquidation`,
	safe: 'no liquidation price',
	unhedged: (usd: string) => `Without a hedge until closed: ${usd}`,
	go: 'Go to position',
	ofPot: (pot: string) => `pot ${pot}`,
} as const;

/** UI text for `ShockPots` and `pot-effects.ts`. */
export const POTS = {
	title: 'Actions of your pots',
	reduces: (pot: string, exchange: string, coins: string) =>
		`${pot} reduces both legs of ${coins}, for the margin at ${exchange}. It does so in every mode.`,
	lostLeg: (pot: string, coins: string) => `${pot} decides again at once, because ${coins} lost a leg.`,
	pauses: (pot: string, loss: string) =>
		`${pot} loses about ${loss} and reaches its drawdown stop: it pauses.`,
	closes: (pot: string, loss: string) =>
		`${pot} loses about ${loss} and reaches its drawdown stop: it closes everything.`,
	waits: (pot: string, coin: string) => `${pot} opens nothing in ${coin} for 24 hours.`,
	waitsAll: (pot: string) => `${pot} opens nothing for 24 hours in coins that moved.`,
	nothing: (pot: string) => `${pot} does nothing.`,
	unread: 'Cannot read your pots.',
} as const;

/** UI text for `ShockNotes`. */
export const NOTES = {
	transfers: 'Transfers needed afterwards',
	by: 'Arrival by',
	missing: (usd: string, exchange: string) =>
		`${exchange} lacks ${usd} that no exchange can give. Deposit, or close a part.`,
	reductions: 'Cheapest reductions instead',
	reduction: (usd: string, position: string, exchange: string) =>
		`Close ${usd} of each leg of ${position}, for the margin at ${exchange}.`,
	whole: (position: string, exchange: string) => `Close ${position}, for the margin at ${exchange}.`,
	lost: (carry: string, cost: string) => `Lost funding: ${carry}; cost: ${cost}.`,
	reasons: 'Not considered',
} as const;

/** UI text for `SqueezeReplay`. */
export const SQUEEZE = {
	title: (name: string) => `Replay: ${name}`,
	from: 'Start',
	until: 'End',
	capital: 'Capital',
	data: 'Data',
	happened: 'The event',
	positions: (count: string) => `Replayed positions: ${count}`,
	pair: (coin: string, long: string, short: string, usd: string) =>
		`${coin}: long ${long}, short ${short}, ${usd} each leg`,
	leftOut: (count: number) =>
		count === 1
			? '1 position is left out, because the data do not have it.'
			: `${count} positions are left out, because the data do not have them.`,
	loading: 'the backtest',
	fault: 'Cannot read the backtest.',
	result: 'View the result',
	follow: 'Follow it on the Backtest page',
} as const;

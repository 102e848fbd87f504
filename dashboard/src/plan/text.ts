/** UI text for the Plan page, by component. Functions insert figures into a sentence. */

/** UI text for `PlanPage`. */
export const PAGE = {
	title: 'Plan',
	intro: 'Plans your capital over several exchanges. Nothing is sent.',
	access: 'Your plan',
	loading: 'your accounts',
	planning: 'your plan',
	fault: 'Cannot show a plan.',
	accountsFault: 'Cannot read your accounts.',
	terms: 'Terms',
	ready: 'The plan is ready.',
	noAccounts: 'You have no account with equity. Enter a capital to see a plan.',
	asOf: 'Prices and forecasts:',
	guide: 'How to read a plan',
	whatIf: 'Try a shock',
	autopilot: 'Let the service do it',
} as const;

/** UI text for `PlanForm`. */
export const FORM = {
	title: 'Terms of the plan',
	button: 'Plan again',
	first: 'Plan',
	labels: {
		capital: 'Capital',
		leverage: 'Leverage',
		exchanges: 'Exchanges',
		idle: 'Idle share',
		coin_share: 'Limit per coin',
		exchange_share: 'Limit per exchange',
		exchange_net_share: 'Net limit per exchange',
		cash_apr: 'Cash earns',
		coins: 'Only coins',
		without_coins: 'Without coins',
		margin: 'Margin',
	},
	units: {
		capital: 'USD',
		leverage: '×, both legs over margin',
		idle: '% of the capital',
		coin_share: '% of one leg of the plan',
		exchange_share: '% of both legs',
		exchange_net_share: '% of both legs, long minus short',
		cash_apr: '% a year',
	},
	equity: (usd: string) => `Default: the equity of your accounts, ${usd}.`,
	noLimit: 'no limit',
	exchangesHint: 'at least two',
	hasAccount: 'has an account',
	coinsHint: 'separated by commas',
	margins: {
		'': 'Default',
		accounts: 'As in your accounts now',
		equal: 'Split equally',
		free: 'Wherever the plan needs it',
	},
	more: 'Limits, coins and cash',
	notBetween: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
	needsCapital: 'Enter a capital.',
	twoExchanges: 'Choose at least two exchanges.',
} as const;

/** UI text for `AgainstCash`. */
export const CASH = {
	title: 'Against cash',
	net: 'Net on capital a year',
	interval: (low: string, high: string) => `90 % interval: ${low} to ${high}`,
	cash: 'Cash a year',
	over: 'Plan minus cash',
	perYear: (usd: string) => `${usd} a year`,
	ofCapital: (usd: string) => `on ${usd}`,
	leverage: 'Leverage that equals cash',
	times: (leverage: string) => `${leverage}×`,
	noLeverage: 'none',
	losesAlways: 'It loses at every leverage.',
	yours: (leverage: string) => `This plan uses ${leverage}.`,
	aboveMost: (most: string) => `Plans use at most ${most}.`,
	scale: (low: string, net: string, high: string, cash: string) =>
		`The plan earns ${net} a year, between ${low} and ${high}. Cash earns ${cash}.`,
	plan: 'plan',
	cashMark: 'cash',
	bad: 'This is an estimate. A bad year can fall below the interval and lose money.',
} as const;

/** UI text for `ChangeList`. */
export const CHANGES = {
	title: 'What to change, and why',
	none: 'Nothing. No change earns twice its cost.',
	headings: {
		open: (coin: string) => `Open ${coin}`,
		enlarge: (coin: string) => `Enlarge ${coin}`,
		reduce: (coin: string) => `Reduce ${coin}`,
		close: (coin: string) => `Close ${coin}`,
		roll: (coin: string) => `Move one leg of ${coin}`,
	},
	long: (exchange: string) => `Long ${exchange}`,
	short: (exchange: string) => `Short ${exchange}`,
	moved: (from: string, to: string) => `${from} → ${to}`,
	size: 'Each leg',
	share: (percent: string) => `${percent} of the position`,
	gain: (days: string) => `Gain in ${days}`,
	cost: 'Cost',
	ratio: 'Gain / cost',
	free: 'free',
	times: (ratio: string) => `${ratio}×`,
	forced: 'It does not earn its cost alone. A limit or another change requires it.',
	command: 'On the command line:',
	open: 'Preview opening',
	see: 'Go to position',
	ofChange: (action: string, change: string) => `${action}: ${change}`,
	rule: 'Each change must earn twice its cost. You start each one yourself.',
	cashFirst: 'Cash pays more. Open nothing new unless you have your own reason.',
} as const;

/** UI text for `MarginTable`. */
export const MARGIN = {
	title: 'Capital by exchange, and margin under moves',
	lead: 'All prices move together. A cell shows equity over notional after the move.',
	exchange: 'Exchange',
	equity: 'Equity',
	notional: 'Notional',
	net: 'Long − short',
	after: (move: string) => `At ${move}`,
	none: 'no position',
	levels: {
		ok: 'safe',
		watch: 'watch',
		transfer: 'transfer',
		reduce: 'reduce',
		empty: 'empty',
	},
	meaning: 'Watch, transfer and reduce: below 70, 50 and 30 % of the margin that the leverage implies.',
} as const;

/** UI text for `PlanNotes`. */
export const NOTES = {
	transfers: 'Transfers the plan would like',
	limits: 'Limits that bind',
	reasons: 'Not considered',
	legs: (count: string) => `Positions now and in the plan (${count})`,
	coin: 'Coin',
	exchange: 'Exchange',
	now: 'Now',
	target: 'Plan',
	change: 'Change',
	why: 'Restriction',
} as const;

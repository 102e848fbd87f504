/** UI text for the Opportunities page. */
const VERDICTS = { trade: 'Trade', no_trade: 'No trade', unknown: 'Unknown' } as const;

export const text = {
	title: 'Opportunities',
	intro: [
		'Every exchange sets its own **funding rate** for a coin’s perpetual contract.',
		'An opportunity is a pair of exchanges. You go **long** on one and sell the same amount **short** on the other.',
		'You earn the difference in funding at each settlement, while price moves cancel out.',
		'The **headline spread** is the current difference between the two rates.',
		'The **expected net** is your profit after fees and slippage.',
		'The highest net APR comes first.',
		'Most of the widest spreads fade before they cover their costs.',
	],
	widestLink: 'Why not the widest spread?',
	fault: 'Cannot show the opportunities.',
	noMatch: { title: 'No matches', body: 'No opportunity matches your filters. Change or clear them.' },
	none: {
		title: 'No opportunities now',
		body: 'An opportunity appears here as soon as one coin has fresh data on two exchanges.',
	},
	list: 'List',
	loading: 'Loading the opportunities …',
	count: (rows: number) => `${rows === 1 ? 'opportunity' : 'opportunities'} ·`,
	paused: (time: string) => `paused: figures from ${time}`,
	disconnected: (age: string) => `disconnected: figures are ${age} old`,
	recalculating: 'recalculating …',
	live: 'live sorting',
	frozen: (moved: number) =>
		`sorting paused while you read${moved === 0 ? '' : `; ${moved} ${moved === 1 ? 'row has' : 'rows have'} moved`}`,
	sortAgain: 'Re-sort',
	pause: 'Pause',
	keys: 'Keys: arrow keys, Page Up, Page Down, Home and End. Enter opens a row; Space shows its details.',

	notes: {
		noneReady: (reason: string) => `No exchange is ready. ${reason} Carrywire keeps trying.`,
		down: (name: string, reason: string) =>
			`${name} is down. ${reason} You cannot trade its pairs until it recovers.`,
		stale: (name: string, reason: string) =>
			`${name} data is stale. ${reason} You cannot trade its pairs until it recovers.`,
		noData: 'No data yet.',
		loadingHistory: (contracts: number) =>
			`Loading funding history: ${contracts} contracts left. This takes a few minutes after the service starts.`,
		loadingHistoryOf: (name: string, contracts: number) =>
			`${name}: loading the funding history of ${contracts} contracts. Their figures are incomplete until it has loaded.`,
		allConnected: (count: number) => `All ${count} exchanges are connected.`,
		all: (count: number) => `Show all ${count} notes`,
		details: 'Show details',
	},

	filters: {
		coin: 'Coin',
		coinUnit: 'or part of a symbol',
		exchanges: 'Exchanges',
		allPairs: 'All pairs',
		pair: (one: string, other: string) => `${one} and ${other}`,
		verdict: 'Verdict',
		allVerdicts: 'All',
		verdicts: VERDICTS,
		sort: 'Sort by',
		minimum: 'My budget',
		minimumUnit: 'USD',
		minimumHelp: 'Hides opportunities that need more.',
		tradable: 'Tradable only',
		clear: 'Clear filters',
		textTooLong: (most: number, typed: number) =>
			`A symbol has at most ${most} characters; you typed ${typed}.`,
		minimumFault: 'The amount must be above 0 USD.',
	},
	sorts: {
		net_apr: 'Net APR: highest first',
		spread: 'Headline spread: widest first',
		apr: 'Headline APR: highest first',
		break_even_hours: 'Break-even: soonest first',
		reversal_probability: 'Chance of reversal: lowest first',
		max_amount: 'Depth: largest first',
		min_amount: 'Minimum size: smallest first',
		volume: '24-hour volume: largest first',
		liquidity_score: 'Liquidity: highest first',
		risk_score: 'Risk: lowest first',
		next_funding_time: 'Next settlement: soonest first',
		symbol: 'Coin: A to Z',
	},

	/** Name and unit of each column. The same names label the figures on small screens. */
	columns: {
		coin: ['Coin', 'and its exchanges'],
		spread: ['Spread', 'headline'],
		apr: ['APR', 'of spread'],
		net: ['Expected net', 'best period'],
		breakEven: ['Break-even', 'after'],
		reversal: ['Reversal', 'chance'],
		verdict: ['Verdict', 'and reason'],
		depth: ['Depth', 'USD'],
		liquidity: ['Liquidity', '1 to 10'],
		risk: ['Risk', '1 to 10'],
		settlement: ['Next settlement', 'per leg'],
		age: ['Age', 'of data'],
	},
	labels: {
		spread: 'Headline spread',
		apr: 'Headline APR',
		net: 'Expected net',
		breakEven: 'Break-even',
		reversal: 'Reversal',
		depth: 'Depth, USD',
		liquidity: 'Liquidity',
		risk: 'Risk',
		settlement: 'Next settlement',
		age: 'Data age',
	},
	gridLabel: 'Opportunities',
	row: {
		long: 'Long',
		short: 'Short',
		longLeg: 'long',
		shortLeg: 'short',
		perHours: (hours: string) => `per ${hours} h`,
		within: (held: string) => `in ${held}`,
		apr: (figure: string) => `${figure} APR`,
		never: 'never',
		show: 'Details',
		hide: 'Hide details',
		of: (base: string, direction: string) => ` of ${base}, ${direction}`,
		moved: 'moved',
		stale: 'stale',
		loading: (number: number) => `Row ${number} is loading`,
	},
	detail: {
		verdict: {
			trade: 'Reasons to trade',
			no_trade: 'Reasons not to trade',
			unknown: 'Why the verdict is unknown',
		},
		figures: (held: string) => `As a share of one leg, over ${held}`,
		funding: 'Expected funding',
		costs: 'Total costs',
		net: 'Expected net',
		profit: 'Chance of profit',
		minimum: 'Minimum size',
		bestPeriod: 'Best holding period',
		notes: 'Notes',
		legs: (long: string, longAt: string, short: string, shortAt: string) =>
			`Long ${long} on ${longAt}, short ${short} on ${shortAt}.`,
		open: 'Open details',
		preview: 'Preview this trade',
	},

	widest: {
		title: 'Why not the widest spread?',
		loading: 'Loading the widest spread …',
		none: 'No opportunities now.',
		now: 'The widest spread now:',
		spread: (direction: string, spread: string, hours: string | undefined) =>
			`, ${direction}: **${spread}**${hours === undefined ? '' : ` per ${hours} h`}.`,
		apr: (apr: string) => `It would be ${apr} APR if it lasted.`,
		allReasons: (count: number) => `Show all ${count} reasons`,
	},

	guide: {
		title: 'How to read this table',
		columns: (period: string | undefined): readonly (readonly [name: string, meaning: string])[] => [
			['Coin', 'You buy perpetuals on the long exchange and sell perpetuals on the short one.'],
			[
				'Headline spread',
				'Funding that the short leg receives minus funding that the long leg pays. Current estimates, before costs.',
			],
			['APR', 'The headline spread per year if it stayed unchanged. It hardly ever does.'],
			[
				'Expected net',
				`Expected funding minus fees and slippage, as a share of one leg. One leg is half of your amount. ${
					period === undefined
						? 'The period is each opportunity’s best, from 8 hours to 30 days.'
						: `You chose ${period}. “Best” selects the best period for each opportunity.`
				} Compare different periods by the net APR below the figure.`,
			],
			['Break-even', 'Time until expected funding has covered all costs. “Never” means not within 90 days.'],
			['Reversal', 'Chance that you pay more funding than you receive in the holding period.'],
			[
				'Verdict',
				'Trade requires all of this: expected net above 0; at least 60 % chance of profit; funding above 5 % APR in this direction over the last 30 days; 30 days of history; no blocking guard. No trade: the first reason is beside the verdict; “Details” shows all. Unknown: a required figure is missing.',
			],
			['Depth', 'Largest amount over both legs that the order books absorb without much slippage.'],
			['Liquidity and risk', 'Scores from 1 to 10: 10 is the most liquid, or the riskiest.'],
			[
				'Next settlement',
				'Hours, minutes and seconds until each exchange settles funding. The two times can differ.',
			],
			['Age', 'Age of the oldest figure in the row. “Stale” data is too old to trade on.'],
		],
	},
} as const;

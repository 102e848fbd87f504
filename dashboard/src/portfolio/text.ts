/** UI text for the Portfolio page, by component. Functions insert figures into a sentence. */

/** UI text for `PortfolioPage`. */
export const PORTFOLIO = {
	title: 'Portfolio',
	access: 'Your portfolio',
	loading: 'the portfolio',
	fault: 'Cannot show the portfolio.',
	noUpdates: 'Live updates stopped.',
	notLive: (time: string) => `Not live: figures from ${time}`,
	noExchange: 'No exchange connected yet',
	oneExchange: 'Connect a second exchange',
	whyTwo:
		'A position is long on one exchange and short on another. Price moves cancel out, and you keep the funding difference. You need an account on both.',
	connect: 'Connect an exchange',
	open: 'Open positions',
	nothingOpen: 'No open positions.',
	nextStep:
		'Choose an opportunity with the verdict Trade. Its preview shows every cost and check before any order.',
	browse: 'Browse opportunities',
} as const;

/** UI text for `PositionsTable`, its tools, rows and menu. Each column has a name and a unit. */
export const TABLE = {
	label: 'Open positions',
	box: 'Positions, scrollable',
	columns: {
		coin: ['Coin', ''],
		exchanges: ['Long / short', ''],
		status: ['State', ''],
		size: ['Size', 'coins'],
		invested: ['Invested', 'USD'],
		net: ['Net', 'USD'],
		return: ['Return', '%'],
		price: ['Price', 'USD'],
		funding: ['Funding', 'USD'],
		received: ['Received', 'USD'],
		fees: ['Fees', 'USD'],
		slippage: ['Slippage', 'USD'],
		settlement: ['Settles', ''],
		basis: ['Basis', ''],
		delta: ['Delta', 'coins'],
		liquidation: ['Liq.', '%'],
		age: ['Age', ''],
	},
	meanings: {
		coin: 'Sort by coin',
		exchanges: 'Exchange of the long leg / of the short leg',
		status: 'State of the position',
		size: 'Size of the larger leg',
		invested: 'Both legs at entry value',
		net: 'Net profit so far: price, funding, fees and slippage',
		return: 'Net profit as a share of peak capital',
		price: 'Result of price moves on both legs',
		funding: 'Funding received minus paid',
		received: 'Funding received',
		fees: 'Trading fees',
		slippage: 'Fill prices compared with the mid price',
		settlement: 'Time until the next funding settlement of either leg',
		basis: 'Mark price of the short leg above that of the long leg',
		delta: 'Long minus short; 0 is hedged',
		liquidation: 'Price move that would liquidate the nearer leg',
		age: 'Time since the opening was accepted',
	},
	row: (symbol: string) => symbol,
	long: 'long',
	short: 'short',
	fundingParts: (received: string, paid: string) => `received ${received} USD, paid ${paid} USD`,
	sizes: (long: string, short: string, coin: string) => `long ${long} ${coin}, short ${short} ${coin}`,
	menu: (coin: string) => `Actions for ${coin}`,
	actionsHead: 'Actions',
	actions: {
		details: 'View details',
		close: 'Close or stop …',
		opportunity: 'View opportunity',
		more: 'Preview another position',
	},
	coin: 'Coin',
	exchange: 'Exchange',
	allExchanges: 'All exchanges',
	status: 'State',
	allStatuses: 'All states',
	sort: 'Sort by',
	newest: 'Newest first',
	count: (shown: number, all: number) =>
		shown === all ? `${all} ${all === 1 ? 'position' : 'positions'}` : `${shown} of ${all} positions`,
	chooser: 'Columns',
	export: 'Export CSV',
	file: 'carrywire-positions.csv',
	none: 'No position matches the filters.',
} as const;

/** UI text for `SummaryFigures`. */
export const SUMMARY = {
	title: 'Summary',
	running: 'Running',
	ofTotal: (total: number) => `of ${total} in total`,
	invested: 'Invested',
	investedNote: 'both legs at entry value',
	unrealised: 'Unrealised',
	unrealisedNote: 'open positions at mark prices',
	realised: 'Realised',
	realisedNote: 'closed size and funding, minus fees',
	fundingReceived: 'Funding received',
	fundingPaid: 'Funding paid',
	fundingNote: 'all settlements so far',
	roi: 'Return',
	roiNote: 'on peak capital of all positions',
	dailyRoi: '24 hours',
	dailyRoiNote: 'return on capital held in that time',
	noMark: 'not known: a current mark price is missing',
	noCapital: 'no capital was invested in that time',
	nothingInvested: 'nothing has been invested yet',
} as const;

/** UI text for `Attention` and `attention.ts`. */
export const ATTENTION = {
	title: 'Needs your attention',
	away: 'Service not reachable.',
	awayNote: 'It keeps managing your positions. The list below is the last known state.',
	nothing: 'Nothing now.',
	nothingNote:
		'Unhedged legs, stale accounts, unexplained equity changes, low margin and rejected keys appear here.',
	now: 'Now',
	soon: 'Soon',
	position: (coin: string, long: string, short: string) => `${coin}, long ${long}, short ${short}`,
	details: (coin: string) => `View ${coin} details`,
	review: (position: string, reason: string) => `${position}: needs your review. ${reason}`.trim(),
	reviewAct:
		'Compare the positions on both exchanges with the figures below. Then close the position or cancel its opening.',
	legs: { long: 'long', short: 'short' },
	/** @param leg a word of `legs` */
	unhedged: (position: string, size: string, leg: string, usd: string) =>
		`${position}: ${size} of the ${leg} leg is unhedged (${usd}). Price moves affect your result.`,
	unhedgedMovingAct: 'Carrywire balances the legs automatically. Act only if this persists.',
	unhedgedAct:
		'Carrywire is trying to balance the legs. If this persists, close the position or trade out the excess on the exchange.',
	reversed: (position: string, reason: string) => `${position}: funding has reversed. ${reason}`,
	reversedAct:
		'Close the position unless you expect funding to recover. The exit rule “Close when funding reverses” does this automatically.',
	unexplained: (exchange: string, usd: string) =>
		`${exchange}: ${usd} of the equity change has no known cause. This amount should be 0.`,
	unexplainedAct: (exchange: string) =>
		`Compare the account history on ${exchange} with the ledger below before you trade again.`,
	stale: (exchange: string, reason: string) =>
		`${exchange}: Carrywire could not read the account. ${reason}`.trim(),
	staleAct:
		'Its figures are old. Carrywire retries automatically. If this persists, check the key on the Exchanges page.',
	margin: (exchange: string, reason: string) => `${exchange}: margin is low. ${reason}.`,
	marginAct: 'Move margin to this exchange or reduce its positions.',
	account: (exchange: string, label: string) => `${exchange}, account ${label}`,
	keyRejected: (account: string, reason: string) =>
		`${account}: the exchange rejects its key. ${reason}`.trim(),
	keyRejectedAct: 'Connect the account again with another key. Your positions and history are kept.',
	checkFailed: (account: string, step: string) =>
		`${account}: the self-check failed, so Carrywire opens no positions on it. ${step}`.trim(),
	checkFailedAct: 'Fix the failed step, then run the self-check again.',
	exchanges: 'Go to Exchanges',
} as const;

/** UI text for `KillSwitch`. */
export const KILL = {
	title: 'Kill switch',
	lastKnown: 'Last known state:',
	halted: 'Trading halted',
	haltedAt: (where: string) => `Trading halted ${where}`,
	by: (who: string) => `${who.charAt(0).toUpperCase()}${who.slice(1)} halted it on`,
	reason: (why: string) => `Reason: ${why}.`,
	nothingOpen: 'No position is open.',
	closing: 'Open positions are closing.',
	continues: 'Open positions continue. You can always close them.',
	operatorOnly: 'Only the operator can resume.',
	closesToo: (where: string) => `Positions ${where} are closing too.`,
	allowed: 'Trading allowed',
	allowedNote: 'You and your agents may open positions.',
	resume: {
		what: 'Resume request',
		button: 'Resume trading …',
		heading: 'Resume trading?',
		note: 'You and your agents can then open positions again, within their limits. Positions closed or cancelled in the meantime stay closed.',
		closing: 'Closes in progress finish; all other positions stay open.',
		busy: 'Resuming …',
		confirm: 'Resume trading now',
		ifLost: 'The status above updates once the service is reachable. You can safely resume again.',
		stillHalted: 'Your halt has ended, but other halts remain.',
	},
	halt: {
		what: 'Halt request',
		button: 'Halt trading …',
		heading: 'Halt trading?',
		meanings: [
			[
				'Stops',
				'You, your agents and your programs can open no more positions. Positions that are opening add no more size.',
			],
			[
				'Continues',
				'Open positions pay and receive funding. Exit rules, manual closes and alerts still work.',
			],
			['Ends', 'When you resume trading. A service restart does not end the halt.'],
		],
		positions: (coins: string) => (coins === '' ? 'Open positions' : `Open positions (${coins})`),
		keep: 'Keep them open',
		close: 'Close them too.',
		busy: 'Halting …',
		confirm: 'Halt trading now',
		confirmAll: 'Halt and close all positions now',
		ifLost: 'The status above updates once the service is reachable. You can safely halt again.',
	},
	closeAll: {
		button: 'Close all positions …',
		heading: 'Close all positions?',
		/** @param coins empty if the coins are unknown or there are none */
		note: (coins: string) =>
			`Carrywire closes running positions${coins} at current book prices and unwinds openings. This costs fees and cannot be undone.`,
		none: 'none now',
		confirm: 'Close all positions now',
	},
	reasonField: 'Reason',
	reasonHint: 'optional; shown with every refusal',
} as const;

/** UI text for `halt-words.ts`: places, people and reasons in sentences about halts. */
export const HALTS = {
	onExchange: (exchange: string) => `on ${exchange}`,
	everywhere: 'on every exchange',
	you: 'you',
	restore: 'the restore of a backup',
	operator: 'the operator',
	noReason: 'no reason given',
} as const;

/** UI text for `AccountRows`. */
export const ACCOUNTS = {
	title: 'Accounts and margin',
	exchange: 'Exchange',
	equity: 'Equity',
	available: 'Available',
	marginUsed: 'Margin used',
	runway: 'Margin runway',
	updated: 'Updated',
	noMargin: 'No margin in use.',
	unknown: 'Not known yet. The reason is below.',
	reasons: (count: number) => `Why figures are missing or old (${count})`,
	stale: 'Stale',
	never: 'never read',
	changesTitle: 'Equity change by cause',
	changesUnit: 'since connection, USD',
	change: 'Change',
	positions: 'Positions',
	otherTrades: 'Other trades',
	transfers: 'Deposits, transfers',
	revaluation: 'Revaluation',
	unexplained: 'Unexplained',
	terms: [
		['Equity', 'account value if all positions closed at mark prices.'],
		['Available', 'equity that you can still use as margin.'],
		['Margin runway', 'time until a price move of two standard deviations could reach a liquidation price.'],
		['Positions', 'profit and loss on positions that Carrywire manages.'],
		['Other trades', 'profit and loss on positions and trades that Carrywire does not manage.'],
		['Deposits, transfers', 'includes conversions and interest.'],
		['Revaluation', 'price changes of assets other than USDT.'],
		['Unexplained', 'change without a known cause. It should be 0.'],
	],
} as const;

/** UI text for `MarginAdvice`. */
export const MARGIN = {
	title: 'Margin advice',
	lead: (hours: number) => `Accounts whose margin lasts less than ${hours} hours, the most urgent first.`,
	exchange: 'Account',
	lasts: 'Lasts',
	distance: 'To liquidation',
	lacks: 'Lacks',
	todo: 'What to do',
	hours: (hours: string) => `${hours} h`,
	own: (amount: string, symbol: string) => `Add ${amount} USD of its own balance to ${symbol}.`,
	move: (amount: string, asset: string, from: string) => `Move ${amount} ${asset} from ${from}.`,
	missing: (amount: string) => `Deposit ${amount} USD, or close a part.`,
	note: 'Lasts: until a move of two standard deviations could reach the liquidation price.',
} as const;

/** UI text for `ClosedHistory`, its filters and `history-query.ts`. */
export const HISTORY = {
	title: 'History',
	loading: 'the history',
	fault: 'Cannot show the history.',
	stale: 'Cannot refresh the history.',
	empty: 'No position has ended yet. This list keeps closed positions permanently, with their results.',
	noMatch: 'No closed position matches the filters.',
	columns: {
		symbol: ['Position', ''],
		status: ['Outcome', ''],
		closed_at: ['Opened / closed', ''],
		held: ['Held', ''],
		filled_amount: ['Invested', 'USD'],
		price_pnl: ['Price', 'USD'],
		funding_pnl: ['Funding', 'USD'],
		fee_cost: ['Fees', 'USD'],
		slippage_cost: ['Slippage', 'USD'],
		total_pnl: ['Total', 'USD'],
		total_pnl_pct: ['Return', '%'],
	},
	filters: 'Filter the history',
	coin: 'Coin',
	long: 'Long exchange',
	anyLong: 'Long: any exchange',
	short: 'Short exchange',
	anyShort: 'Short: any exchange',
	outcome: 'Outcome',
	outcomes: { '': 'Any outcome', profit: 'Profit', loss: 'Loss', failed: 'Failed to open' },
	from: 'Closed from',
	to: 'to',
	day: 'UTC',
	reset: 'Reset filters',
	periodFault: 'The period ends before it begins.',
	onRequest: 'Closed on request.',
	partOnRequest: 'Partly closed on request.',
	pages: 'History pages',
	previous: 'Previous page',
	next: 'Next page',
	page: (page: number, pages: number, count: number) =>
		`Page ${page} of ${pages}, ${count} ${count === 1 ? 'position' : 'positions'}.`,
	note: 'Exchanges: long / short. Return: as a percentage of peak capital.',
} as const;

/** UI text for `LedgerDownload` and `LedgerExport`. */
export const LEDGER = {
	download: 'Download ledger (CSV)',
	downloadNote: 'every fill, fee and settlement of this position',
	busy: 'Preparing …',
	downloadFault: 'Cannot download the ledger.',
	title: 'Ledger export',
	intro:
		'The CSV has one row per fill, fee and settlement of all your positions. It contains no deposits or transfers.',
	columns:
		'Columns: time, exchange, coin, kind, side, quantity, price, amount, USD value, funding rate, ids.',
	noLimit: 'Leave a date empty for no limit.',
	from: 'From',
	fromHint: 'UTC, inclusive',
	until: 'To',
	untilHint: 'UTC, exclusive',
	export: 'Download CSV',
	saved: (name: string) => `Downloaded ${name}.`,
	exportFault: 'Cannot export the ledger.',
} as const;

/** UI text for `AlertsLine`. */
export const ALERTS = {
	title: 'Recent alerts',
	none: 'No alerts yet.',
	last: (count: number) => `${count === 1 ? '1 alert' : `${count} alerts`}; newest:`,
	all: 'View alerts',
} as const;

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

/** UI text for `SummaryFigures`. */
export const SUMMARY = {
	title: 'Summary',
	running: 'Running now',
	ofTotal: (total: number) => `of ${total} ${total === 1 ? 'position' : 'positions'} in total`,
	invested: 'Invested now',
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
	dailyRoi: 'Last 24 hours',
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
	help: 'How to read these tables',
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

/** UI text for `ClosedHistory`. */
export const HISTORY = {
	title: 'History',
	loading: 'the history',
	fault: 'Cannot show the history.',
	stale: 'Cannot refresh the history.',
	empty: 'No position has ended yet. This list keeps closed positions permanently, with their results.',
	columns: {
		position: 'Position',
		status: 'Status',
		times: 'Opened / closed',
		held: 'Held',
		invested: 'Invested',
		price: 'Price',
		funding: 'Funding',
		fees: 'Fees',
		slippage: 'Slippage',
		total: 'Total',
		roi: 'Return',
	},
	pages: 'History pages',
	newer: 'Show newer',
	older: 'Show older',
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

/** UI text for `RecentAlerts`. */
export const ALERTS = {
	title: 'Recent alerts',
	loading: 'the alerts',
	fault: 'Cannot show the alerts.',
	empty: 'No alerts yet. Events on your positions, accounts and exchanges appear here.',
	last: (count: number) => `${count === 1 ? '1 alert' : `Last ${count} alerts`}; newest:`,
	columns: { time: 'Time', severity: 'Severity', alert: 'Alert', position: 'Position' },
	severities: {
		critical: { word: 'Critical', look: 'bad' },
		warning: { word: 'Warning', look: 'warn' },
		info: { word: 'Info', look: '' },
	},
	details: 'View details',
} as const;

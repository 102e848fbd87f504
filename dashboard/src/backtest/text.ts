/** UI text for the Backtest page, by component. Functions insert figures into a sentence. */

/** UI text for `BacktestPage`. */
export const PAGE = {
	title: 'Backtest',
	intro: 'Replays recorded markets through this service: same rules, costs and checks. Nothing is traded.',
	access: 'Your backtests',
	loading: 'your backtests',
	fault: 'Cannot show your backtests.',
	noScope: 'This token cannot run backtests. Create one with the scope `replay:run` on the Tokens page.',
	off: 'Backtests are off. The operator turns them on with `replay.enabled` in the configuration.',
	noData:
		'There is no recorded data. The operator names a folder in `replay.dataFolders`, or turns recording on.',
	howSetUp: 'Configuration',
} as const;

/** Names of policies and of comparisons. Others keep the service's name. */
export const STRATEGIES = {
	autopilot: 'Autopilot',
	verdict: 'Verdict',
	hold: 'Hold always',
	holdings: 'Hold given positions',
	cash: 'Cash',
	'month-mean': '30-day rule',
	'month-mean-hysteresis': '30-day rule with hysteresis',
	'top-headline': 'Highest headline spread',
	'spot-carry': 'Spot carry on majors',
} as const;

/** Actions of each built-in policy. */
export const POLICIES = {
	verdict: 'Opens pairs with the verdict Trade, and leaves by the service’s own exit rules.',
	'month-mean-hysteresis': 'Enters on a wide 30-day mean spread, and leaves once it is clearly negative.',
	'month-mean': 'Enters on a wide 30-day mean spread, and leaves when its sign turns.',
	'top-headline': 'Holds the pairs with the highest headline spreads.',
	hold: 'Opens each pair once, by its 30-day mean, and keeps it to the end.',
	holdings: 'Opens the given positions at the first step and keeps them to the end.',
} as const;

/** Names, meanings and short units of the built-in policies' settings. */
export const SETTING_WORDS = {
	enter: { name: 'Enter above', meaning: 'spread to enter', unit: 'a year' },
	leave: { name: 'Leave below', meaning: 'spread in the position’s direction', unit: 'a year' },
	positions: {
		name: 'Positions',
		meaning: 'separated by commas, each as coin:long exchange:short exchange:USD of each leg:leverage',
		unit: '',
	},
	holdHours: { name: 'Hold at least', meaning: 'for each position', unit: 'hours' },
	step: { name: 'Decide every', meaning: 'time between two decisions', unit: 'hours' },
	delay: {
		name: 'Decision delay',
		meaning: 'after the full hour, so that rates are published',
		unit: 'seconds',
	},
	legUsd: { name: 'Leg size', meaning: 'value of each leg', unit: 'USD' },
	closeAtEnd: { name: 'Close at the end', meaning: 'otherwise positions stay open', unit: '' },
	count: { name: 'Positions at most', meaning: 'for a user who trades any pair', unit: '' },
} as const;

/** Units of settings, by the service's words. */
export const UNITS = {
	'fraction per year, 0.05 is 5 %': 'fraction a year, 0.05 is 5 %',
	hours: 'hours',
	seconds: 'seconds',
	USD: 'USD',
	positions: 'positions',
} as const;

/** UI text for `BacktestForm` and `PolicyFields`. */
export const FORM = {
	title: 'New backtest',
	button: 'Start backtest',
	labels: {
		data: 'Data',
		policy: 'Policy',
		set: 'Policy settings',
		sweep: 'Policy settings',
		capital: 'Capital',
		exchanges: 'Exchanges',
		coins: 'Coins',
		users: 'Paper users',
		from: 'From',
		until: 'Until',
		without: 'Rules switched off',
		compare: 'Comparisons',
		grade: 'Grade',
		fees: 'Fees',
		slippage_bps: 'Slippage',
		impact_bps: 'Price impact',
		publication_lag_s: 'Publication lag',
		cash_rate_pct: 'Interest on cash',
		seed: 'Seed',
		'walk_forward.train_days': 'Training window',
		'walk_forward.test_days': 'Test window',
	},
	own: (name: string) => `${name} (your operator’s file)`,
	ownSettings: 'one setting a line: name = value',
	capitalHint: 'USD of each paper user, both legs together',
	listHint: 'separated by commas; empty: all',
	inData: (label: string) => `${label} in the data`,
	otherNames: (count: number) => `and ${count} more`,
	users: { one: 'One user trades all pairs', pairs: 'One user for each pair' },
	dateHint: 'UTC; empty: start of the data',
	untilHint: 'UTC, not included; empty: end of the data',
	range: (min: string, max: string) => `${min} to ${max}`,
	sweepHint: 'Try several values: separate them by semicolons. Each combination is one trial.',
	trials: (count: string) => `A sweep of ${count} trials`,
	switches: { on: 'On', off: 'Off', both: 'Try both' },
	isDefault: (word: string) => `Default (${word})`,
	compare: 'Run the comparisons, and the same policy one step later',
	compareHint: 'takes several times as long',
	assumptions: 'Assumptions',
	assumptionsNote:
		'They fill in what the data do not say. Empty fields keep the default. Recorded order books (grade A) do not use slippage, price impact and publication lag.',
	hints: {
		slippage_bps: 'bps from the price to bid and ask',
		impact_bps: 'further bps for each hundredth of the last hour’s volume',
		publication_lag_s: 'seconds from a settlement until its rate is known',
		cash_rate_pct: 'percent a year, for the comparison with cash',
		seed: 'for everything random; an equal seed gives an equal result',
	},
	fromMin: (min: string) => `from ${min}`,
	slippageRefused: (limit: string) =>
		`Above ${limit} bps, the service refuses every opening, unless a policy file sets a higher limit.`,
	feesHint: (min: string, max: string) =>
		`one exchange a line: name = taker / maker, bps, ${min} to ${max}. A negative maker fee is a rebate. Empty: the exchange’s own fees`,
	notFees: 'Write each line as name = taker / maker.',
	gradeHint: 'use the data as this grade',
	bestGrade: 'The best that the data have',
	more: 'Switched-off rules and sweep windows',
	trainHint: 'days in which a sweep chooses its settings',
	testHint: 'days in which it tests them',
	withoutHint: 'to measure their effect',
	missing: (label: string) => `${label} is missing.`,
	notBetween: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
	notAtLeast: (min: string) => `Enter a number of at least ${min}.`,
	notWhole: 'Enter a whole number.',
	notADay: 'Enter a date.',
	spanOrder: 'The end must be after the start.',
	notASetting: 'Write each line as name = value.',
} as const;

/** UI text for `ReplayList` and `ReplayProgress`. */
export const LIST = {
	title: 'Your backtests',
	empty: 'No backtests yet. Start one with the form.',
	columns: {
		created: 'Started',
		policy: 'Policy',
		data: 'Data and span',
		state: 'State',
		actions: 'Actions',
	},
	states: {
		queued: 'Waiting',
		running: 'Running',
		complete: 'Complete',
		partial: 'Partial',
		canceled: 'Canceled',
		failed: 'Failed',
	},
	looks: { queued: 'warn', running: 'warn', complete: 'good', partial: 'warn', canceled: '', failed: 'bad' },
	span: (from: string, until: string) => `${from} to ${until}`,
	utc: (moment: string) => `${moment} UTC`,
	all: 'all of the data',
	start: 'start of the data',
	end: 'end of the data',
	sweep: 'sweep',
	ahead: (count: number) => (count === 1 ? '1 backtest is ahead' : `${count} backtests are ahead`),
	progress: (name: string) => `Progress of ${name}`,
	done: (share: string) => `${share} done`,
	left: (span: string) => `${span} left`,
	rate: (span: string) => `${span} of market time a second`,
	steps: { reading: 'Reading the data', policy: 'Running the policy' },
	step: (name: string) => `Running ${name}`,
	view: 'View result',
	cancel: 'Cancel',
} as const;

/** UI text for `ReplayResult` and its parts. */
export const RESULT = {
	title: (policy: string) => `Result: ${policy}`,
	loading: 'the result',
	fault: 'Cannot show the result.',
	unknown: 'This backtest is not among yours. The service keeps only the newest results.',
	waiting: 'The result appears here when the backtest ends.',
	none: 'This backtest ended without a result.',
	partial: (until: string) => `Partial result: it covers the time until ${until} only.`,
	perYear: 'Net a year',
	interval: (low: string, high: string) => `90 % interval: ${low} to ${high}`,
	noInterval: 'no interval: fewer than 30 days',
	net: 'Net',
	onCapital: (capital: string) => `on ${capital}`,
	trades: 'Trades',
	drawdown: 'Largest drawdown',
	ofPeak: (share: string) => `${share} of the peak`,
	sharpe: 'Sharpe ratio',
	yearly: 'yearly',
	about: (from: string, until: string, grade: string) => `${from} to ${until}, data of grade ${grade}`,
	grades: {
		A: 'recorded order books',
		B: 'hourly prices and settled rates',
		C: 'settled rates alone; the price basis is not known',
	},
	trust: 'How far to trust it',
	verdicts: {
		none: 'No trade was made, so this says nothing for or against the policy.',
		fragile: 'Fragile: acting one step later loses more than half of the net. Do not expect to earn it.',
		steady: 'Steady: acting one step later keeps at least half of the net.',
		untested: 'Not tested: the same policy one step later was not run.',
	},
	late: (span: string, net: string, own: string) =>
		`Acting ${span} later, the net is ${net} instead of ${own}.`,
	comparisons: 'Compared with other uses of the same capital',
	columns: {
		strategy: 'Strategy',
		perYear: 'Net a year',
		interval: '90 % interval',
		net: 'Net',
		lead: 'Backtest ahead by',
		trades: 'Trades',
		drawdown: 'Drawdown',
		sharpe: 'Sharpe',
	},
	own: (name: string) => `${name} (this backtest)`,
	notCompared: 'No comparisons were run.',
	profit: 'How the net adds up',
	part: 'Part',
	bar: 'Bar',
	parts: {
		funding_received: 'Funding received',
		funding_paid: 'Funding paid',
		fees: 'Fees',
		slippage: 'Slippage',
		basis: 'Price basis',
		idle_interest: 'Interest on idle capital',
		net: 'Net',
	},
	noBasis: 'The data have no prices, so the net excludes the price basis.',
	charts: 'Portfolio over time',
	chartLoading: 'the charts',
	chartFault: 'Cannot show the charts.',
	view: 'Chart',
	views: { equity: 'Equity', drawdown: 'Drawdown', use: 'Use of capital' },
	series: {
		equity: 'Equity',
		drawdown: 'Below the earlier peak',
		exposure: 'Exposure, both legs',
		idle: 'Idle capital',
	},
	chartEmpty: 'The backtest is too short for a chart.',
	table: 'Figures as a table',
} as const;

/** UI text for `PositionPages` and `Evidence`. */
export const DETAIL = {
	positions: 'Positions',
	positionsLoading: 'the positions',
	positionsFault: 'Cannot show the positions.',
	noPositions: 'No position was opened.',
	columns: {
		coin: 'Coin',
		legs: 'Legs',
		opened: 'Opened',
		closed: 'Closed',
		leg: 'Leg',
		funding: 'Funding',
		costs: 'Costs',
		net: 'Net',
		journal: 'Journal',
	},
	stillOpen: 'open at the end',
	long: 'long',
	short: 'short',
	events: (count: string) => `${count} events`,
	pages: 'Pages of positions',
	page: (page: string, pages: string, rows: string) => `Page ${page} of ${pages}, ${rows} positions`,
	previous: 'Previous',
	next: 'Next',
	refusals: 'Refused requests',
	noRefusals: 'The service refused no request of the policy.',
	refusal: { code: 'Code', count: 'Count', first: 'First', message: 'First message' },
	assumptions: 'Assumptions',
	noAssumptions: 'None: the data say everything that the backtest needs.',
	notKnown: 'Not known',
	repeat: 'Repeat it',
	command:
		'This command repeats the backtest on the service’s machine. Equal data and settings give equal results.',
	origin: (version: string, code: string, data: string) => `Version ${version}, code ${code}, data ${data}.`,
} as const;

/** UI text for `ReportLinks`. */
export const REPORT = {
	open: 'Open report',
	newTab: '(new tab)',
	download: 'Download report',
	busy: 'Downloading …',
	note: 'The full report has every figure and chart.',
	downloadFault: 'The report was not downloaded.',
} as const;

/** UI text for `CompareReplays`. */
export const COMPARE = {
	label: 'Compare with',
	none: 'no other backtest',
	title: 'Comparison',
	figure: 'Figure',
	difference: 'Difference (B − A)',
	figures: {
		net_per_year: 'Net a year',
		low: 'Lower end of the 90 % interval',
		high: 'Upper end of the 90 % interval',
		net: 'Net',
		funding_received: 'Funding received',
		funding_paid: 'Funding paid',
		fees: 'Fees',
		slippage: 'Slippage',
		basis: 'Price basis',
		idle_interest: 'Interest on idle capital',
		trades: 'Trades',
		drawdown_usd: 'Largest drawdown',
		drawdown_share: 'Largest drawdown, share of the peak',
		sharpe: 'Sharpe ratio, yearly',
		late_net: 'Net when acting one step later',
		refusals: 'Refused requests',
	},
	otherData: 'A and B use different data or dates, so their difference has several causes.',
} as const;

/** UI text for `SweepResult`. */
export const SWEEP = {
	walked: 'Tested on unseen days',
	walkedNote: (count: string) =>
		`Each test window uses the best of ${count} trials in the training window before it.`,
	days: (days: string) => `${days} days of tests`,
	deflated: 'Chance of skill',
	deflatedNote: 'deflated Sharpe ratio of the chosen trial',
	overfitting: 'Chance of overfitting',
	overfittingNote: 'that the best trial in training is below the median in tests',
	partial: 'Partial result: not all trials ended.',
	trials: 'Trials',
	settings: 'Settings',
	training: 'Training, net a year',
	test: 'Test, net a year',
	testTrades: 'Test trades',
	chosen: 'chosen',
} as const;

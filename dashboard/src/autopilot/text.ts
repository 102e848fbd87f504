/** UI text for the Autopilot page, by component. Functions insert figures into a sentence. */

/** UI text for `AutopilotPage`. */
export const PAGE = {
	title: 'Autopilot',
	intro: 'Pots of capital that the service plans and trades within your limits.',
	guide: 'How pots work',
	plan: 'See a plan first',
	whatIf: 'Try a shock',
	access: 'Your pots',
	loading: 'your pots',
	fault: 'Cannot show your pots.',
	accountsFault: 'Cannot read your accounts.',
} as const;

/** UI text for `SuggestionList`. */
export const SUGGESTIONS = {
	title: 'Waiting for your answer',
	count: (count: number) => (count === 1 ? '1 change' : `${count} changes`),
	note: 'Each change is checked again before an order is sent. One that no longer pays is refused.',
	of: (pot: string) => `Pot ${pot}`,
	until: 'Answer by',
	noLimit: 'No time limit: it only reduces.',
	confirm: 'Confirm',
	decline: 'Decline',
	confirmAll: (count: number) => `Confirm all ${count}`,
	declineAll: (count: number) => `Decline all ${count}`,
	ofPot: (pot: string) => `changes of ${pot}`,
	real: 'Confirm real orders',
	send: (change: string) => `Send: ${change}`,
	sendAll: (count: number) => `Send ${count} changes`,
	realNote: 'The service sends the orders of both legs at once.',
	answered: 'Your answer is stored.',
	readOnly: 'You can only read here.',
} as const;

/** Names of the kinds of pots, states and modes. */
export const WORDS = {
	states: { running: 'Running', paused: 'Paused', stopping: 'Stopping', stopped: 'Stopped' },
	looks: { running: 'good', paused: 'warn', stopping: 'warn', stopped: '' },
	modes: { suggest: 'suggests', act: 'acts' },
	shadow: 'shadow pot, on paper',
	agent: (id: string) => `by agent ${id}`,
} as const;

/** UI text for `PotList`. */
export const LIST = {
	title: 'Your pots',
	empty: 'You have no pot yet.',
	columns: {
		name: 'Pot',
		state: 'State',
		equity: 'Equity',
		profit: 'Profit',
		drawdown: 'Drawdown',
		actions: 'Actions',
	},
	besideCash: (usd: string) => `cash: ${usd}`,
	besideShadow: (usd: string) => `shadow: ${usd}`,
	ofStop: (percent: string) => `stop at ${percent}`,
	noStop: 'no stop',
	view: 'View',
	suggests: (count: number) => (count === 1 ? '1 change waits for you' : `${count} changes wait for you`),
} as const;

/** UI text for `PotView`. */
export const VIEW = {
	since: (what: string) => `${what} since`,
	waits: 'It waits with its decision.',
	capital: 'Capital',
	equity: 'Equity',
	equityUnknown: 'A current price is missing.',
	profit: 'Profit',
	cash: 'Cash would have earned',
	shadow: 'Shadow pot',
	shadowUnknown: 'unknown',
	drawdown: 'Drawdown',
	drawdownBar: (share: string, stop: string) => `Drawdown ${share} of the capital; the stop is ${stop}.`,
	stopAt: (percent: string, action: string) => `stop at ${percent}: it ${action}`,
	noStop: 'no stop is set',
	notMeasured: 'measured while it runs',
	stops: { pause: 'pauses', close: 'closes everything' },
	next: 'Next daily decision',
	noNext: 'none',
	holdings: 'Positions',
	noHoldings: 'The pot holds no position.',
	columns: {
		coin: 'Coin',
		long: 'Long',
		short: 'Short',
		notional: 'Each leg',
		profit: 'Profit',
		position: 'Position',
	},
	moving: 'opens or closes now',
	position: 'Go to position',
	paper: 'on paper accounts of its own',
} as const;

/** UI text for `PotChart`. */
export const CHART = {
	title: 'Equity',
	label: 'Equity of the pot',
	pot: 'Pot',
	shadow: 'Shadow pot',
	cash: 'As cash at 4 %',
	empty: 'The chart needs two samples. The service takes one every hour.',
	table: 'Equity as a table',
	note: 'The service takes a sample every hour and at each new high.',
} as const;

/** UI text for `PotActions`. */
export const ACTIONS = {
	pause: 'Pause',
	resume: 'Resume',
	pauseNote: 'A paused pot opens and rolls nothing. A low margin still reduces both legs.',
	stop: 'Stop …',
	stopHeading: (pot: string) => `Stop ${pot} for good`,
	stopNote: 'A stopped pot cannot be started again.',
	positions: 'Its positions',
	keep: 'Keep them open. You manage them yourself from then on.',
	close: 'Close all of them, at market prices.',
	confirmKeep: 'Stop and keep the positions',
	confirmClose: 'Stop and close everything',
	closeKept: 'Close positions …',
	closeKeptHeading: (pot: string) => `Close the positions of ${pot}`,
	confirmCloseKept: 'Close all of them now',
	busy: 'Sending …',
	what: 'Stop',
	ifLost: 'The state above says whether it worked.',
	change: 'Change settings …',
	changeHeading: (pot: string) => `Settings of ${pot}`,
} as const;

/** UI text for `DecisionList`. */
export const DECISIONS = {
	title: 'Decisions',
	none: 'None yet. The first one follows the start at once, but not right at a full hour.',
	triggers: {
		start: 'Start',
		daily: 'Daily decision',
		changed: 'Resumed, or settings changed',
		delisting: 'Delisting announced',
		cap_print: 'Funding at its cap',
		lost_leg: 'A leg was lost',
		margin_alarm: 'Low margin',
		adl: 'Next in the auto-deleveraging queue',
		drawdown: 'Drawdown stop',
		stop: 'Stop',
	},
	about: (trigger: string, what: string) => `${trigger}: ${what}`,
	count: (count: number) => (count === 0 ? 'no change' : count === 1 ? '1 change' : `${count} changes`),
	ended: (count: number, state: string) => `${count} ${state}`,
	noChanges: 'No change earns twice its cost.',
	urgent: 'This decision needed no plan: waiting would cost money.',
	knew: 'Based on',
	net: 'Expected net a year',
	cash: 'Cash a year',
	equity: 'Equity then',
	data: 'Prices of',
	targets: (count: string) => `Targets of the plan (${count})`,
	columns: { coin: 'Coin', exchange: 'Exchange', target: 'Target' },
	more: 'Show older decisions',
	unknown: 'unknown',
} as const;

/** UI text for `PotChange`. */
export const CHANGE = {
	headings: {
		open: (coin: string) => `Open ${coin}`,
		enlarge: (coin: string) => `Enlarge ${coin}`,
		reduce: (coin: string) => `Reduce ${coin}`,
		close: (coin: string) => `Close ${coin}`,
		roll: (coin: string) => `Move one leg of ${coin}`,
	},
	long: (exchange: string) => `Long ${exchange}`,
	short: (exchange: string) => `Short ${exchange}`,
	size: 'Each leg',
	gain: 'Gain in 30 days',
	cost: 'Cost',
	ratio: 'Gain / cost',
	times: (ratio: string) => `${ratio}×`,
	free: 'free',
	unknown: '—',
	states: {
		waiting: 'waits its turn',
		suggested: 'waits for you',
		confirmed: 'confirmed',
		begun: 'being sent',
		sent: 'sent',
		executed: 'done',
		refused: 'refused',
		skipped: 'skipped',
		declined: 'declined',
		expired: 'expired',
	},
	looks: {
		waiting: '',
		suggested: 'warn',
		confirmed: '',
		begun: '',
		sent: '',
		executed: 'good',
		refused: 'bad',
		skipped: '',
		declined: '',
		expired: '',
	},
	position: 'Go to position',
} as const;

/** UI text for `PotFields` and `pot-form.ts`. */
export const FORM = {
	labels: {
		name: 'Name',
		capital: 'Capital',
		exchanges: 'Exchanges',
		leverage: 'Leverage',
		coin_share: 'Limit per coin',
		exchange_share: 'Limit per exchange',
		orders_per_day: 'Orders a day',
		turnover_per_day: 'Turnover a day',
		drawdown_pct: 'Drawdown stop',
		min_net_over_cash_pct: 'Minimum net over cash',
		coins: 'Only coins',
		coins_denied: 'Without coins',
		decide_at: 'Daily decision',
		mode: 'Mode',
		kind: 'Trades',
	},
	units: {
		capital: 'USD; a quarter stays idle',
		leverage: '×, all legs over the capital in use',
		coin_share: '% of the pot',
		exchange_share: '% of all legs',
		orders_per_day: 'leg orders; reductions count and always pass',
		turnover_per_day: 'USD over both legs',
		drawdown_pct: '% of the capital, from its highest',
		min_net_over_cash_pct: '% points a year; below 0 accepts less',
	},
	name: 'Main',
	noLimit: 'no limit',
	never: 'never',
	exchangesHint: 'at least two',
	hasAccount: 'has an account',
	coinsHint: 'separated by commas',
	decideHint: 'UTC, after a settlement',
	modes: [
		['suggest', 'Suggest', 'You confirm or decline each change.'],
		['act', 'Act', 'The service makes the changes by itself.'],
	],
	kinds: [
		['live', 'On your accounts', 'It needs an account of yours at each exchange.'],
		['shadow', 'Only on paper', 'A shadow pot decides the same way on paper accounts of its own.'],
	],
	withShadow: 'Start a shadow pot beside it',
	withShadowNote: 'Its profit shows what your own answers cost or save.',
	onDrawdown: 'At the stop',
	actions: { pause: 'Pause', close: 'Close everything' },
	more: 'More limits, coins and time',
	notBetween: (min: string, max: string) => `Enter a number from ${min} to ${max}.`,
	notWhole: (min: string, max: string) => `Enter a whole number from ${min} to ${max}.`,
	needsName: 'Enter a name.',
	needsCapital: 'Enter a capital.',
	twoExchanges: 'Choose at least two exchanges.',
	notATime: 'Enter a time from 00:00 to 23:59.',
} as const;

/** UI text for `StartPot` and `ChangePot`. */
export const START = {
	title: 'Start a pot',
	button: 'Start pot',
	review: 'Review and start',
	started: (pot: string) => `${pot} has started.`,
	missing: (names: string) => `You have no account at ${names}.`,
	connect: 'Connect an account',
	change: 'Save settings',
	changed: 'The settings are saved. A new decision follows.',
	nothing: 'No setting differs.',
} as const;

/** UI text for `ConfirmReal`. */
export const REAL = {
	heading: 'Confirm real orders',
	money: { live: 'Real money:', rehearsal: 'Rehearsal:' },
	startDeed: (pot: string, capital: string, exchanges: string, leverage: string) =>
		`${pot} may use ${capital} on ${exchanges} at leverage ${leverage}.`,
	modes: {
		suggest: 'It suggests. You confirm each change.',
		act: 'It sends orders by itself, day and night.',
	},
	noStop: 'No drawdown stop is set.',
	stop: (percent: string, action: string) => `At a drawdown of ${percent} it ${action}.`,
	changeDeed: (pot: string, exchanges: string) => `${pot} may trade more on ${exchanges} than before.`,
	type: (exchanges: string) => `type **${exchanges}** to confirm`,
	label: 'Exchanges',
	missing: (exchanges: string) => `Type ${exchanges}.`,
	wrong: (typed: string, exchanges: string) => `“${typed}” differs from ${exchanges}.`,
	start: 'Start with real orders',
	change: 'Save with real orders',
	back: 'Back to the settings',
} as const;

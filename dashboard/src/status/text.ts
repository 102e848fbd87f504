/** UI text for the Status page, by component. Functions insert figures into a sentence. */
import type { ServiceStatusResult } from '../../../client/methods.ts';

/** UI text for `StatusPage`. */
export const STATUS = {
	title: 'Status',
	loading: 'the status',
	fault: 'Cannot show the status.',
	old: 'Old:',
	asOf: (time: string) => `as of ${time},`,
	ago: (age: string) => `${age} ago`,
	silent: 'The service does not answer.',
	oldNote: 'The figures are old.',
	lastAnswer: (age: string) => `The figures below are ${age} old and may have changed.`,
	allFresh: 'The data of every exchange is fresh.',
	notFresh: {
		stale: (exchange: string) => `${exchange} is stale.`,
		down: (exchange: string) => `${exchange} is down.`,
	},
	hidden: 'The service does not show this figure.',
} as const;

/** UI text for `Overview` and `Halt`. */
export const OVERVIEW = {
	mode: 'Mode:',
	service: 'Service',
	ready: 'Ready',
	notReady: 'Not ready',
	opening: 'New positions',
	notHalted: 'Not halted',
	halted: 'Halted',
	since: 'since',
	reason: (reason: string) => `Reason: ${reason}.`,
	operatorOnly: 'Only the operator can resume.',
	uptime: 'Running for',
	uptimeSince: (time: string) => `since ${time}`,
	version: 'Version',
	whyNotReady: 'Why the service is not ready',
} as const;

type Mode = ServiceStatusResult['trading_mode'];

export type ModeText = {
	/** Name of the mode, which the page shows in capitals. */
	readonly name: string;
	/** Suffix of the CSS class `mode-…`. */
	readonly look: Mode | 'rehearsal';
	/** Says whether this service's orders can cost real money. */
	readonly money: string;
	readonly meaning: string;
};

const NO_REAL_MONEY = 'No real money.';

const MODES: Readonly<Record<Mode, Omit<ModeText, 'look'>>> = {
	simulated: {
		name: 'Simulated',
		money: NO_REAL_MONEY,
		meaning: 'This machine simulates exchanges, prices, balances and profits. No order leaves it.',
	},
	paper: {
		name: 'Paper',
		money: NO_REAL_MONEY,
		meaning: 'Prices and funding are real; accounts are simulated. No order leaves this machine.',
	},
	testnet: {
		name: 'Testnet',
		money: NO_REAL_MONEY,
		meaning:
			'Orders go to the exchanges’ test environments and use test money. Prices there differ from the real ones.',
	},
	live: {
		name: 'Live',
		money: 'Real money.',
		meaning: 'Orders go to the real exchanges and use the money on your accounts.',
	},
};

/** Describes the trading mode in words, so that readers can tell simulated from real money without colours. */
export function modeText({
	trading_mode: mode,
	rehearsal,
}: Pick<ServiceStatusResult, 'trading_mode' | 'rehearsal'>): ModeText {
	if (!rehearsal) return { ...MODES[mode], look: mode };
	return {
		name: 'Rehearsal',
		look: 'rehearsal',
		money: NO_REAL_MONEY,
		meaning: `Everything works as in ${MODES[mode].name} mode, but requests go to stand-ins on this machine. No order reaches a real exchange.`,
	};
}

/** UI text for `Exchanges` and `Failure`. */
export const EXCHANGES = {
	title: 'Exchanges',
	table: 'Exchanges: state and age of market data',
	exchange: 'Exchange',
	data: 'Market data',
	price: 'Oldest price',
	book: 'Oldest book',
	books: 'Synced books',
	contracts: 'Contracts',
	clock: 'Clock offset',
	looks: {
		fresh: ['✓', 'Fresh', 'good'],
		stale: ['!', 'Stale', 'warn'],
		down: ['✕', 'Down', 'bad'],
	},
	dataOnly: 'data only, no trading',
	traded: (host: string) => `trading through ${host}`,
	of: (part: string, whole: string) => `${part} of ${whole}`,
	note: 'Clock offset: exchange clock minus this machine’s clock. Synced books: how many of the subscribed order books are in step with their stream.',
	failingSince: 'Failing since',
	retrying: 'Retrying now.',
	nextTry: 'Next try:',
	exactError: 'Exact error',
} as const;

/** UI text for `Executions` about positions across all users. */
export const POSITIONS = {
	title: 'Positions',
	titleNote: 'all users',
	states: [
		['queued', 'Queued'],
		['opening', 'Opening'],
		['running', 'Running'],
		['closing', 'Closing'],
		['closed', 'Closed since start'],
		['failed', 'Failed since start'],
	],
	attention: 'Need attention',
	unknownOrders: 'Orders with unknown outcome',
	unhedged: 'Unhedged now',
	help: 'How to read this',
	terms: [
		[
			'Need attention',
			'Carrywire cannot finish these positions alone. Their owners see the reason under Portfolio.',
		],
		[
			'Orders with unknown outcome',
			'Carrywire asks the exchange until it confirms the outcome. It never sends such an order again.',
		],
		['Unhedged now', 'the current difference between long and short legs.'],
	],
} as const;

/** UI text for `Store`. */
export const STORE = {
	title: 'Storage',
	journal: 'Journal',
	writable: 'Writable',
	notWritable: 'Not writable',
	database: 'Database',
	wal: 'Write-ahead log',
	free: 'Free disk space',
	blocked:
		'Carrywire opens and closes nothing until a write succeeds. It retries every half second. Check the disk that holds the data directory.',
} as const;

/** UI text for `UnhedgedTime` and `Bar`. */
export const UNHEDGED = {
	title: 'Unhedged time',
	titleNote: 'per opening and close, all users',
	lead: 'A position is long at one exchange and short at another. Until both legs are filled, the filled leg is exposed to price moves.',
	empty: 'No opening or close since the service started on',
	caption: 'Number of openings and closes by unhedged time',
	span: 'Unhedged for',
	openings: 'Openings',
	closes: 'Closes',
	all: 'All',
	sum: (count: string, total: string) => `${count}, total ${total}`,
} as const;

/** UI text for `Traffic`. */
export const TRAFFIC = {
	title: 'Streams and requests',
	since: 'since',
	table: 'Streams and requests by exchange',
	exchange: 'Exchange',
	messages: 'Stream messages',
	reconnects: 'Reconnects',
	gaps: 'Gaps',
	resyncs: 'Resyncs',
	outcomes: [
		['answered', 'Answered'],
		['rejected', 'Rejected'],
		['failed', 'No answer'],
		['no_place', 'Held back'],
		['banned', 'Held back: banned'],
	],
	banned: (span: string) => `Banned for another ${span}`,
	help: 'How to read this table',
	terms: [
		[
			'Gap',
			'a missing update in the stream of an order book. Carrywire does not trade on the book until its resync.',
		],
		['Resync', 'Carrywire fetched the whole book and restarted its stream.'],
		['Answered, rejected', 'the exchange answered the request with data or with an error.'],
		['Held back', 'Carrywire did not send the request, to stay within the exchange’s rate limit.'],
	],
	byClass: 'Requests by purpose',
	byClassTable: 'Requests by exchange and purpose',
	purpose: 'Purpose',
	classes: {
		order: 'Orders',
		probe: 'Order outcomes',
		market: 'Prices and books',
		account: 'Balances and positions',
		history: 'Settled funding',
	},
} as const;

/** UI text for `History` about settled funding by exchange. */
export const HISTORY = {
	title: 'Funding history',
	table: 'Funding history by exchange, in contracts',
	exchange: 'Exchange',
	state: 'Status',
	whole: 'Complete',
	month: 'Last 30 days only',
	none: 'Not read yet',
	failing: 'Last read failed',
	states: {
		failing: 'Failing, retrying',
		reading: 'Reading',
		empty: 'No contract yet',
		complete: 'Complete',
	},
	note: 'Figures count contracts. Complete: 400 days, or as far back as the exchange provides. Funding forecasts use this history.',
} as const;

/** UI text for `Limits` and `figures.ts`. */
export const LIMITS = {
	title: 'Limits in force',
	titleNote: 'for all users, from the service settings',
	table: 'Limits in force',
	limit: 'Limit',
	value: 'Value',
	setting: 'Setting',
	/** Headings in the table of limits, keyed by settings section. */
	sections: {
		execution: 'Opening and closing',
		risk: 'Checks before every opening',
		marketData: 'Age of market data',
	} as Readonly<Record<string, string>>,
	on: 'on',
	off: 'off',
	/** Words for units that are words; other units are signs. */
	units: { executions: 'positions', requests: 'requests' } as Readonly<Record<string, string>>,
	over: (bound: string) => `over ${bound}`,
	upTo: (bound: string) => `up to ${bound}`,
} as const;

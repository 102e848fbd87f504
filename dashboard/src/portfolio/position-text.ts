/**
 * UI text about one position, by component: its card, its page and its actions. Functions insert figures into a
 * sentence.
 */
import type { ExecutionMode, ExecutionStatus, ExitAnswer } from '../../../client/methods.ts';

/** UI text for `ExecutionPage`. */
export const POSITION = {
	untitled: 'Position',
	heading: (coin: string, long: string, short: string) => `${coin}: long ${long}, short ${short}`,
	back: '← Portfolio',
	access: 'Log in to see this position',
	loading: 'the position',
	fault: 'Cannot show this position.',
	toPortfolio: 'Go to portfolio',
	status: 'Status',
	asOf: 'as of',
	requested: 'Requested',
	atLeverage: (amount: string, leverage: number) => `${amount} at ${leverage} ×`,
	opened: 'Opened',
	mode: 'Opening mode',
	money: 'Money',
	rehearsal: 'no real money (rehearsal)',
	accepted: 'Accepted',
	closed: 'Flat on both exchanges',
	expectedFunding: 'Expected funding',
	expectedFundingUnit: 'next 30 days, % of one leg',
	agent: 'Opened by agent',
	previewAgain: 'Preview again',
	opportunity: 'View opportunity',
	legs: 'Legs',
	finalResult: 'Final result',
	resultSoFar: 'Result so far',
	settlements: 'Funding settlements',
	exitRules: 'Exit rules',
	timeline: 'Timeline',
} as const;

/** The money that each trading mode uses. */
export const MONEY = {
	simulated: 'simulated money',
	paper: 'paper money',
	testnet: 'test money',
	live: 'real money',
} as const;

/** Opening modes, each with why opening in it may take a long time. */
export const OPENING_MODES: Readonly<
	Record<ExecutionMode, { readonly name: string; readonly note: string }>
> = {
	auto: { name: 'Automatic', note: '' },
	'single-direct': { name: 'Both at once', note: '' },
	'single-delay': {
		name: 'One leg first',
		note: 'The first leg rests as a maker order, then crosses the spread. Each of its fills is hedged on the other exchange.',
	},
	grid: {
		name: 'Grid of slices',
		note: 'Each slice waits until the price basis reaches its level. At the time limit, Carrywire drops unopened slices; the filled part keeps running.',
	},
};

/** Status badge with its style, and the note below it. */
export const STATUS_WORDS: Readonly<
	Record<
		ExecutionStatus,
		{ readonly word: string; readonly look: 'good' | 'bad' | 'warn' | ''; readonly next: string }
	>
> = {
	queued: { word: 'Queued', look: 'warn', next: 'Saved. Carrywire is about to send the first orders.' },
	opening: {
		word: 'Opening',
		look: 'warn',
		next: 'Orders are working on both exchanges. If one leg gets ahead, Carrywire completes the other or trims the excess.',
	},
	running: {
		word: 'Running',
		look: 'good',
		next: 'Both legs are open. Carrywire books funding at each settlement and watches the exit rules.',
	},
	closing: {
		word: 'Closing',
		look: 'warn',
		next: 'Both legs are closing. Carrywire waits until both exchanges confirm zero size.',
	},
	closed: { word: 'Closed', look: '', next: 'Both exchanges confirm zero size.' },
	failed: { word: 'Failed', look: 'bad', next: 'The position was not opened. Both legs are flat.' },
	needs_attention: {
		word: 'Needs attention',
		look: 'bad',
		next: 'Carrywire needs your decision. Read the reason and check the positions on both exchanges.',
	},
};

/** Text before the reason for a status. */
export const STATUS_REASON = 'Reason:';

/** UI text for `OpenExecution`, the card of one open position. */
export const CARD = {
	long: (exchange: string) => `▲ long ${exchange}`,
	short: (exchange: string) => `▼ short ${exchange}`,
	since: 'since',
	notReconciled: 'not yet reconciled with both exchanges',
	reconciled: (age: string) => `reconciled with both exchanges ${age} ago`,
	total: 'Result so far',
	totalNote: (percent: string, amount: string) => `${percent} of ${amount}`,
	funding: 'Funding so far',
	fundingNote: 'received minus paid',
	unhedged: 'Unhedged now',
	unhedgedNote: (delta: string) => `net delta ${delta}`,
	liquidation: 'Liquidation distance',
	liquidationNote: 'price move that would liquidate the nearer leg',
	expected: 'Expected funding',
	expectedNote: 'next 30 days or until the time limit, % of one leg',
	notKnown: 'not known',
	advice: 'Advice',
	adviceWords: { hold: 'Hold', close: 'Close', unknown: 'Not known' },
	settlements: 'Next settlements',
	details: (coin: string) => `Legs, result and funding of ${coin}`,
	more: 'View details',
} as const;

/** UI text for `OpeningProgress`. */
export const PROGRESS = {
	done: (done: number, total: number) => `${done} of ${total}`,
	left: (total: number, left: number) => `${total === 1 ? 'slice' : 'slices'} open, ${left} left`,
	open: 'Open on both legs',
	openOf: (opened: string, quantity: string) => `${opened} of ${quantity}`,
	openNote: (usd: string) => `${usd} so far`,
	next: 'Next slice',
	level: (basis: string) => `basis ≥ ${basis}`,
	anyBasis: 'at any basis',
	nextNote: (basis: string, isReached: boolean) => `now ${basis}${isReached ? ', reached' : ''}`,
	timeLeft: 'Time left',
	until: 'until',
	timeLeftNote: 'then the filled part keeps running',
} as const;

/** Sides of a position, for `Legs`, `FundingSteps`, `Settlements`, `SettleNow` and `Timeline`. */
export const SIDES = { long: '▲ Long', short: '▼ Short' } as const;

/** UI text for `Legs`. */
export const LEGS = {
	box: 'Both legs',
	leg: 'Leg',
	size: 'Size',
	entry: 'Entry',
	mark: 'Mark',
	liquidation: 'Liquidation',
	margin: 'Margin',
	unrealised: 'Unrealised',
	netDelta: 'Net delta',
	netDeltaNote: 'long minus short; 0 is hedged',
	netDeltaText: (delta: string, usd: string) => `${delta}, ${usd} unhedged`,
	unhedgedTime: 'Unhedged time',
	unhedgedTimeNote: 'total time with unequal legs',
	distance: 'Liquidation distance',
	distanceNote: 'nearer leg, % of its mark price',
	reconciled: 'Reconciled with both exchanges',
	notReconciled: 'not yet',
} as const;

/** UI text for `ProfitSplit`. */
export const SPLIT = {
	caption: 'Profit and loss by cause, in USD',
	head: 'Profit and loss',
	price: 'Price',
	priceNote: 'both legs together, at mid prices',
	funding: 'Funding',
	fundingNote: 'received minus paid',
	fees: 'Fees',
	slippage: 'Slippage',
	slippageNote: 'fill prices compared with the mid price at decision time',
	total: 'Total',
	totalNote: (percent: string) => `${percent} of peak capital`,
	longLeg: 'Long leg',
	shortLeg: 'Short leg',
	realised: 'Realised',
	realisedNote: 'booked',
	unrealised: 'Unrealised',
	unrealisedNote: 'open size at mark prices',
} as const;

/** UI text for `FundingSteps` and `Settlements`. */
export const FUNDING = {
	received: (usd: string) => `Funding over time: received ${usd}`,
	paid: (usd: string) => `paid ${usd}`,
	net: 'net',
	perLeg: (long: string, short: string) => `(long leg ${long}, short leg ${short})`,
	noneYet: 'No settlement has been booked yet. Funding is paid and received only at settlements.',
	all: (count: number) => (count === 1 ? '1 settlement' : `All ${count} settlements`),
	box: 'Settlements',
	newestFirst: 'Settlements, newest first',
	settled: 'Settled',
	exchange: 'Exchange',
	leg: 'Leg',
	rate: 'Rate',
	amount: 'Amount',
	cumulative: 'Cumulative',
	intro:
		'At each settlement the exchange pays or charges funding on the size of the leg. A positive rate means that the long leg pays and the short leg receives. A negative rate reverses this.',
	settlesIn: (exchange: string) => `${exchange}: next settlement`,
	at: (time: string) => `at ${time}`,
	estimatedRate: 'estimated rate',
	booked: (payments: string) => `Settlement booked: ${payments}.`,
	payment: (exchange: string, time: string, amount: string) => `${exchange} at ${time}, ${amount} USD`,
	endedBefore: 'The position closed before any settlement.',
	waiting:
		'No settlement has been booked yet. Each one appears here once the exchange publishes it, usually within a minute.',
	fresh: 'new',
	sum: (received: string, paid: string) => `Received ${received}, paid ${paid}`,
} as const;

/** UI text for `SettleNow`. */
export const SETTLE_NOW = {
	button: 'Settle both legs now',
	note: 'Simulated exchanges only. This adds a settlement at the estimated rates, in addition to the regular ones.',
	done: 'Both exchanges have settled. The payments appear below, usually within a minute.',
} as const;

/** UI text for `Timeline`. */
export const TIMELINE = {
	box: 'Steps, newest first',
	time: 'Time',
	after: 'After previous',
	leg: 'Leg',
	event: 'Event',
	sides: { long: '▲ long', short: '▼ short' },
	both: 'both',
	count: (shown: string, total: string, isWhole: boolean) =>
		isWhole ? `${total} steps, from the journal.` : `Last ${shown} of ${total} steps.`,
	most: (most: string) => `The list shows at most ${most}.`,
} as const;

/** UI text for `ActPanel` and `ActOutcome`. */
export const ACT = {
	leave: 'Go back',
	/** @param what name of the action, capitalized: `Close` */
	refused: (what: string) => `${what} refused. No order was sent.`,
	lostButDone: (what: string) => `The answer was lost, but the ${what.toLowerCase()} succeeded.`,
	lost: (what: string, ifLost: string) =>
		`The answer to the ${what.toLowerCase()} was lost. Its outcome is unknown. ${ifLost}`,
} as const;

/** UI text for `CloseAction`. */
export const CLOSE = {
	what: 'Close',
	button: 'Close position …',
	heading: (coin: string, long: string, short: string) => `Close ${coin}: long ${long}, short ${short}`,
	share: 'How much',
	all: 'All',
	percent: (share: number) => `${share} %`,
	other: 'Other',
	otherLabel: 'Part to close',
	otherUnit: '%',
	otherFault: 'Enter a number above 0 and up to 100.',
	style: 'How',
	taker: 'At once (taker)',
	maker: 'Rest one leg for a better price (maker)',
	makerNote: 'One leg waits on the book; the other follows each fill. Then the rest closes as taker.',
	minutes: 'Rest for at most',
	minutesUnit: 'minutes',
	minutesFault: 'Enter a whole number from 1 to 60.',
	orders: 'Reduce-only orders close both legs, in slices for large sizes, within the slippage limit.',
	whole:
		'The close is done when both exchanges confirm zero size. The service waits up to 20 seconds for that.',
	part: 'Carrywire rounds the size down to one that both exchanges accept.',
	busy: 'Closing …',
	confirm: (coin: string, share: number) =>
		share === 100 ? `Close all ${coin} now` : `Close ${share} % of ${coin} now`,
	foundEnded: 'Both exchanges confirm zero size.',
	foundClosing: 'Both legs are closing.',
	ifLostWhole: 'The status updates once the service is reachable. You can safely close again.',
	/** Sizes of the long and of the short leg. */
	sizes: (long: string, short: string) => `${long} and ${short}`,
	/** @param before sizes before the close, as from `sizes` */
	ifLostPart: (before: string, now: string) =>
		`Before the close the legs held ${before}; now they hold ${now}. A second close reduces the position again.`,
} as const;

/** UI text for `ClosePreview`. Each row is one cause of the result, with a note. */
export const CLOSE_PREVIEW = {
	box: 'Expected result of the close',
	caption: 'Expected result of the close, in USD',
	loading: 'the expected result of the close',
	fault: 'Cannot show the expected result of the close.',
	head: 'Expected, in USD',
	legs: { long: (exchange: string) => `long ${exchange}`, short: (exchange: string) => `short ${exchange}` },
	both: 'Both',
	quantity: 'Quantity',
	quantityNote: 'to close / currently held',
	of: (part: string, whole: string) => `${part} of ${whole}`,
	price: 'Price per coin',
	priceNote: 'entry → expected exit',
	causes: {
		price_pnl: ['Price', 'basis change since entry'],
		closed_pnl: ['Earlier closes', 'profit between entry and exit fills'],
		funding_pnl: ['Funding so far', 'received minus paid'],
		fees_paid: ['Fees so far', 'all fills'],
		exit_fees: ['Exit fees', 'expected for this close'],
		exit_slippage: ['Exit slippage', 'expected in the order books at your size'],
	},
	result: 'Result',
	resultNote: (percent: string) => `${percent} of peak capital`,
	book: (exchange: string, age: string) => `${exchange} book: ${age} old.`,
	booksMove: 'Prices can move before the orders arrive.',
} as const;

/** UI text for `CancelAction`. */
export const CANCEL = {
	what: 'Cancel',
	ifLost: 'The status updates once the service is reachable. You can safely cancel again.',
	foundEnded: 'The position has ended. Both legs are flat.',
	foundKept: 'Opening stopped. The position keeps running.',
	withdraw: {
		button: 'Cancel close …',
		heading: 'Cancel the close?',
		note: 'Both legs have the same size, and the close is waiting. It continues once both contracts trade again. If you cancel it, the position keeps running with its exit rules. You can close it again at any time.',
		busy: 'Cancelling …',
		confirm: 'Cancel close now',
		done: 'Close cancelled. The position keeps running.',
	},
	stop: {
		button: 'Stop opening, keep position …',
		heading: 'Stop opening and keep the position?',
		held: (long: string, short: string) => `The long leg holds ${long} and the short leg ${short} now.`,
		note: 'Carrywire cancels resting orders and balances the legs. The hedged position keeps running with its exit rules.',
		busy: 'Stopping …',
		confirm: 'Stop opening now',
	},
	unwind: {
		button: 'Cancel and unwind …',
		heading: 'Stop opening and close the position?',
		note: 'Carrywire cancels resting orders and opens nothing more. Reduce-only orders then close both legs; you pay their fees. The position ends flat.',
		busy: 'Cancelling …',
		confirm: 'Cancel and unwind now',
	},
} as const;

/** UI text for `ExitRulesAction`. */
export const EXIT = {
	what: 'Change',
	none: 'No exit rules. The position stays open until someone closes it.',
	button: 'Edit exit rules …',
	heading: 'Edit exit rules',
	busy: 'Saving …',
	save: 'Save exit rules',
	unchanged: 'No changes yet.',
	extend: 'Extend by one funding interval',
	ifLost: 'The rules above update once the service is reachable.',
	saved: 'Exit rules saved.',
	/** Placeholder in an empty field. */
	off: 'no rule',
	reversal: 'Close when funding reverses',
	reversalNote:
		'Requires negative 30-day mean funding. The forecast 30-day loss must also exceed half the round-trip costs.',
} as const;

type NumberRule = Exclude<keyof ExitAnswer['exit'], 'close_on_reversal'>;

/** Fields for exit rules. A rule reads `<label> <value> <unit>`; `one` is the unit for the value 1. */
export const EXIT_RULES: Readonly<
	Record<
		NumberRule,
		{ readonly label: string; readonly unit: string; readonly one?: string; readonly meaning: string }
	>
> = {
	max_hours: {
		label: 'Close after',
		unit: 'hours',
		one: 'hour',
		meaning: 'Closes this long after opening.',
	},
	max_epochs: {
		label: 'Close after',
		unit: 'funding intervals',
		one: 'funding interval',
		meaning: 'One interval is the longer of the two legs’ funding intervals.',
	},
	take_profit_pct: {
		label: 'Take profit at',
		unit: '% of capital',
		meaning: 'Closes when the result after exit costs reaches this profit.',
	},
	stop_loss_pct: {
		label: 'Stop loss at',
		unit: '% of capital',
		meaning: 'Closes when the result after exit costs reaches this loss.',
	},
	min_liquidation_distance_pct: {
		label: 'Close within',
		unit: '% of liquidation',
		meaning: 'Closes when a mark price is this near liquidation, in % of the mark price.',
	},
	min_spread_apr_pct: {
		label: 'Close below a funding spread of',
		unit: '% a year',
		meaning: 'Closes when the spread at current rates stays lower for 30 minutes.',
	},
	min_net_apr_pct: {
		label: 'Close below an expected net of',
		unit: '% a year',
		meaning: 'Closes when the forecast after exit costs stays lower for ten minutes.',
	},
};

/** Message about a value outside the bounds of a rule that may be negative. */
export function signedRuleFault(label: string, unit: string, to: string): string {
	return `${label}: enter a number from -${to} to ${to} ${unit}, or leave it empty.`;
}

/** @param unit includes its article or percent sign, as in `EXIT_RULES` */
export function exitRuleFault(label: string, unit: string, most: string, isWhole: boolean): string {
	const range = isWhole ? `a whole number from 1 to ${most}` : `a number above 0 and up to ${most}`;
	return `${label}: enter ${range} ${unit}, or leave it empty.`;
}

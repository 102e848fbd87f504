/** UI text for the Execute page, which opens a position. */
import type { ErrorCode, ExecutionMode } from '../../../client/methods.ts';

export type Remedy = {
	readonly text: string;
	/** Dashboard page that helps with the problem. */
	readonly link?: { readonly href: string; readonly text: string };
	/** True if a new preview solves the problem. */
	readonly again?: boolean;
};

const EXCHANGES = { href: '/connections', text: 'Go to the exchanges' };
const LIST = { href: '/', text: 'Go to the opportunities' };
const PORTFOLIO = { href: '/portfolio', text: 'Go to the portfolio' };
const STATUS = { href: '/status', text: 'Check the status' };

/** Advice after a refusal. It follows the service's message about the cause. */
const REMEDIES: Partial<Record<ErrorCode, Remedy>> = {
	EXCHANGE_NOT_CONNECTED: { text: 'Connect an account on that exchange first.', link: EXCHANGES },
	SELF_CHECK_NOT_PASSED: { text: 'The Exchanges page shows what the self-check found.', link: EXCHANGES },
	KEY_REFUSED: { text: 'Connect the account with another key.', link: EXCHANGES },
	INSUFFICIENT_MARGIN: { text: 'Lower the amount, or move margin to that exchange.', link: PORTFOLIO },
	POSITION_CONFLICT: {
		text: 'Close that position on the exchange, or open with the same side and leverage.',
		link: PORTFOLIO,
	},
	CLOSE_REFUSED: { text: 'Wait for that close, or choose another coin.', link: PORTFOLIO },
	RISK_LIMIT: { text: 'Lower the amount, or close a position first.', link: PORTFOLIO },
	TRADING_HALTED: {
		text: 'You can open positions again when the halt ends or the exchange is reachable.',
		link: PORTFOLIO,
	},
	PAIR_INACTIVE: { text: 'Wait until both exchanges work again.', link: STATUS },
	VENUE_UNAVAILABLE: { text: 'Try again in a moment.', link: STATUS, again: true },
	VENUE_RATE_LIMITED: { text: 'Wait until the time shown, then try again.', again: true },
	QUOTE_STALE: { text: 'Try again when the data is fresh.', link: STATUS, again: true },
	PRICE_COLLAR: { text: 'Wait until the order book is back to normal.', again: true },
	QUOTE_DEPEG: { text: 'Wait until both quote currencies are back at par.' },
	OPPORTUNITY_EXPIRED: { text: 'The opportunity has reversed or ended. Choose another one.', link: LIST },
	UNKNOWN_OPPORTUNITY: { text: 'Choose an opportunity from the list.', link: LIST },
	OPPORTUNITY_GUARDED: { text: 'A guard blocks this opportunity. Wait, or choose another one.', link: LIST },
	EXCHANGE_NOT_TRADED: { text: 'Choose a pair of exchanges that the service trades on.', link: LIST },
	PREVIEW_EXCEEDED: {
		text: 'The market has moved, or the preview has expired. Preview again.',
		again: true,
	},
	PREVIEW_MISMATCH: { text: 'Preview again.', again: true },
	UNKNOWN_PREVIEW: { text: 'The service has restarted. Preview again.', again: true },
	EDGE_GONE: { text: 'Wait, or lower your minimum net APR.', again: true },
	NO_TRADE: { text: 'Wait, or untick “Open only if the final check still says ‘trade’”.', again: true },
	MODE_NOT_AVAILABLE: { text: 'Choose “Automatic”, or change the amount.', again: true },
	EXIT_RULE_CONFLICT: { text: 'Change that exit rule, or leave it empty.', again: true },
	LEVERAGE_REFUSED: { text: 'Choose a lower leverage.', again: true },
	BELOW_MIN_NOTIONAL: { text: 'Choose a larger amount.', again: true },
	INSUFFICIENT_DEPTH: { text: 'Choose a smaller amount, or a wider slippage limit.', again: true },
	RATE_LIMITED: { text: 'Wait a moment.', again: true },
	NOT_READY: { text: 'The service is starting. Try again in a moment.', again: true },
	STORE_UNAVAILABLE: { text: 'The operator must check the disk that the service writes to.', link: STATUS },
	FORBIDDEN: { text: 'Log in, or use a token that can trade.' },
	AGENT_NOT_ALLOWED: { text: 'This is an agent’s token. Log in as the agent’s owner.' },
};

type Mode = { readonly mode: ExecutionMode; readonly name: string; readonly meaning: string };

const MODES: readonly Mode[] = [
	{
		mode: 'auto',
		name: 'Automatic',
		meaning: 'The service picks one of the modes below by trade size and order book depth.',
	},
	{
		mode: 'single-direct',
		name: 'Both at once',
		meaning: 'Sends both legs in full at the same moment. Fastest; most expensive for large trades.',
	},
	{
		mode: 'single-delay',
		name: 'One leg first',
		meaning:
			'Rests a limit order on the thinner book and hedges each fill immediately. Slower; one leg is briefly unhedged.',
	},
	{
		mode: 'grid',
		name: 'Grid of slices',
		meaning:
			'Sends small slices of both legs together. Later slices wait for a better price basis. Slowest; smallest unhedged leg.',
	},
];

const checks = (count: number): string => `${count} ${count === 1 ? 'check' : 'checks'}`;

export const text = {
	page: {
		windowTitle: (symbol: string) => `Open ${symbol}`,
		back: '← Opportunity',
		backTo: (symbol: string) => `← ${symbol}: all details`,
		title: 'Open position',
		titleOf: (base: string, direction: string) => `Open ${base}: ${direction}`,
		notFollowed: 'Cannot show this opportunity.',
		loading: 'the opportunity',
		facts: 'Opportunity now',
		spread: 'Headline spread',
		spreadUnit: 'per funding interval, before costs',
		net: 'Expected net',
		within: (held: string) => `in ${held}`,
		settles: 'Next settlement',
		long: 'long',
		short: 'short',
		logIn: 'Log in to preview this trade',
		terms: 'Terms',
		preview: 'Preview',
		findOut: 'First check what happened to your last confirmation.',
		noPreview: 'No preview.',
		previewLost: 'No preview arrived. No order was sent.',
		emptyLabel: 'No preview yet',
		empty: 'The preview shows the orders, their costs and every check. It sends nothing.',
		previewing: 'Previewing …',
	},
	halt: {
		title: 'You cannot open this position now.',
		fact: (where: string, who: string, since: string, why: string) =>
			`${who.charAt(0).toUpperCase()}${who.slice(1)} halted trading ${where} on ${since}. Reason: ${why}.`,
		yours: 'Resume trading in the portfolio',
		operators: 'Only the operator can end this halt.',
		preview: 'You can still preview.',
	},
	form: {
		label: 'Opening terms',
		amount: 'Amount',
		amountUnit: 'USD over both legs',
		amountHelp: (most: string | undefined) =>
			`Half goes to each leg.${most === undefined ? '' : ` At most ${most} USD.`}`,
		leverage: 'Leverage',
		leverageUnit: '× per leg',
		leverageHelp: (most: string | undefined) =>
			`More leverage means more funding, more costs and a closer liquidation price.${most === undefined ? '' : ` At most ${most} ×.`}`,
		mode: 'Opening mode',
		modes: MODES,
		slippage: 'Slippage limit',
		slippageUnit: 'basis points per leg',
		slippageHelp: (standard: string | undefined) =>
			`No order fills farther than this from the mid price. 1 basis point is 0.01 %.${standard === undefined ? '' : ` Default: ${standard}.`}`,
		slippageDefault: 'default',
		minimumNet: 'Minimum net APR',
		minimumNetUnit: '%',
		minimumNetHelp: 'The service opens nothing if the final check finds a lower net APR.',
		minimumNetDefault: 'no minimum',
		onlyIfTrade: 'Open only if the final check still says “trade”',
		exit: 'Exit rules',
		exitUnit: 'when the position closes automatically; all optional',
		guards: 'Limits',
		guardsUnit: 'slippage, minimum net, verdict',
		preview: 'Preview trade',
		previewChanged: 'Preview the new terms',
		previewAgain: 'Preview again',
		noOrder: 'A preview sends no orders.',
		range: (above: boolean, from: string, to: string, unit: string) =>
			`Must be ${above ? 'above' : 'from'} ${from} ${above ? 'and at most' : 'to'} ${to} ${unit}, or empty.`,
		units: { max_slippage_bps: 'basis points', min_net_apr_pct: '% per year' },
	},
	/** Shown in one line after a preview has replaced another. */
	changes: {
		names: {
			verdict: 'Verdict',
			quantity: 'Quantity',
			orders: 'Orders',
			net: 'Expected net',
			costs: 'Costs',
			profit: 'Chance of profit',
			amount: 'Amount',
			worst: 'Worst case',
		},
		passed: 'passed',
		failed: 'failed',
		orders: (mode: string, slices: number) => `${mode}, ${slices} ${slices === 1 ? 'slice' : 'slices'}`,
		first: (time: string) => `Figures from ${time}.`,
		none: (time: string) => `Refreshed at ${time}: no change.`,
		some: (time: string) => `Refreshed at ${time}:`,
		change: (name: string, before: string, after: string) => `${name} ${before} → ${after}`,
		worse: 'worse',
		accept: 'Use the new figures',
	},
	/** The requested and the traded amount. */
	amount: {
		traded: 'Traded',
		all: 'The whole amount is traded.',
		both: 'Both exchanges',
		lot: (exchange: string, lot: string, next: string) =>
			`${exchange}: whole lots of ${lot} only. The next larger amount is ${next}.`,
		commonLot: (long: string, short: string, lot: string, next: string) =>
			`Lots: ${long}, ${short}; both fit ${lot}. The next larger amount is ${next}.`,
		priceGap: 'The same quantity costs less on the other exchange.',
	},
	preview: {
		verdict: 'Is it worth it?',
		costs: (costs: string, net: string) => `Costs ${costs}, expected net ${net}`,
		noUsd: 'The amount buys less than one lot, so there are no figures in USD.',
		costsTitle: 'Costs',
		plan: 'Orders',
		oneLeg: 'What happens if one leg fails',
		confirm: 'Confirm',
	},
	odds: {
		profit: 'Chance of profit',
		reversal: 'Chance of reversal',
		reversalUnit: 'you pay funding instead',
		breakEven: 'Break-even after',
		never: 'not within 90 days',
		apr: 'Net APR',
		aprUnit: 'on your capital',
	},
	plan: {
		grid: (slices: number) => `Grid of ${slices} slices:`,
		oneFirst: 'One leg first:',
		both: 'Both legs at once:',
		label: 'Orders of each leg',
		heads: {
			leg: 'Leg',
			quantity: 'Quantity',
			notional: 'Notional',
			expected: 'Expected price',
			worst: 'Worst price',
			margin: 'Margin',
			usd: 'USD',
		},
		legs: { long: '▲ Long', short: '▼ Short' },
		first: 'first',
		levels: (slices: number, levels: number) =>
			`Show ${slices} slices on ${levels} price-basis ${levels === 1 ? 'level' : 'levels'}`,
		levelsLabel: 'Levels of the grid',
		basis: 'The price basis is how far the short exchange’s price is above the long exchange’s.',
		start: 'A slice starts when the basis reaches its level. Higher is better for you.',
		levelHeads: { level: 'Level', slices: 'Slices', quantity: 'Quantity', minimum: 'Minimum basis' },
		perLeg: (coin: string) => `${coin} per leg`,
		any: 'any',
	},
	oneLeg: {
		atOnce: 'immediately',
		afterSeconds: (seconds: string) => `after ${seconds} s`,
		afterMinutes: (minutes: string) => `after ${minutes} min`,
		steps: (count: number) => `Show ${count} steps`,
		largest: 'Largest unhedged slice',
		worst: 'Worst case for that slice',
		worstUnit: 'closed again at the slippage limit, including fees',
		widest: 'Worst case at the widest limit',
		widestUnit: 'reduced at the price farthest from mid that the service accepts',
		market: 'Market moves between the fill and the close can add to this loss.',
	},
	checks: {
		heads: { check: 'Check', value: 'Value', limit: 'Limit', meaning: 'Meaning' },
		passedMark: 'Passed:',
		failedMark: 'Failed:',
		failed: (failed: number, all: number) => `${failed} of ${checks(all)} failed.`,
		refused: 'The service opens this position only when all checks pass.',
		failedLabel: 'Failed checks',
		passedLabel: 'Passed checks',
		allPassed: (count: number) => `All ${checks(count)} passed`,
		passed: (count: number) => `${checks(count)} passed`,
		leg: (name: string, leg: string) => `${name}, ${leg} leg`,
	},
	request: {
		title: 'Your terms',
		amount: 'Amount',
		amountValue: (amount: string) => `${amount} USD over both legs`,
		leverage: 'Leverage',
		leverageValue: (leverage: string) => `${leverage} ×`,
		mode: 'Opening mode',
		slippage: 'Slippage limit',
		slippageDefault: (standard: string | undefined) =>
			standard === undefined ? 'the default' : `${standard} bp (default)`,
		slippageValue: (points: string, percent: string) => `${points} bp per leg (${percent} %)`,
		minimumNet: 'Minimum net APR',
		minimumNetValue: (percent: string) => `${percent} %`,
		noMinimum: 'none',
		verdict: 'Verdict',
		onlyIfTrade: 'only if it is still “trade”',
		exit: 'Exit rules',
		noExit: 'none: the position stays open until you close it',
	},
	confirm: {
		label: 'Confirm',
		modes: {
			simulated: 'Simulated exchanges: demo USD. Nothing real is bought or sold.',
			paper: 'Paper: real prices, demo USD. No order reaches an exchange.',
			testnet: 'Testnet: test money on the exchanges’ test environments. Nothing real is bought or sold.',
			rehearsal: 'Rehearsal: the same steps as live. Requests stay on this machine.',
			live: 'LIVE: real orders with real money.',
		},
		deed: (long: string, short: string, amount: string) => `Open position: ${long}, ${short}, ${amount}`,
		deedLeg: (role: string, quantity: string, coin: string, exchange: string) =>
			`${role} ${quantity} ${coin} on ${exchange}`,
		opening: 'Opening …',
		noTradeMeaning: 'The service expects a loss, or the profit is too uncertain.',
		acceptNoTrade: 'Open despite the verdict “no trade”',
		unknownMeaning: 'A figure that the verdict needs is missing.',
		acceptUnknown: 'Open without a verdict',
		bounds: (costs: string, net: string, slices: string) => `Limits: ${costs}; ${net}; ${slices}.`,
		outside: 'Beyond them, nothing is opened.',
		costs: (most: string) => `total costs up to ${most}`,
		costsUnknown: 'no cost limit (costs unknown)',
		net: (least: string, held: string) => `at least ${least} expected net in ${held}`,
		netUnknown: 'no minimum expected net (net unknown)',
		whole: 'one order per leg',
		slices: (count: number) => `${count} slices`,
		typeCoin: (coin: string) => `type **${coin}** to confirm`,
		realMoney: 'Real money:',
		rehearsal: 'Rehearsal:',
		coinMissing: (coin: string) => `Type ${coin} first.`,
		coinWrong: (typed: string, coin: string) => `“${typed}” is not ${coin}. Type ${coin} to confirm.`,
		validFor: 'Valid for',
		expired: 'Expired',
		halted: 'Trading is halted; see the notice at the top of the page.',
		changed: 'You changed the terms. Preview the new terms first.',
		previewExpired: 'The preview has expired. Refresh it for current prices.',
		checksFailed: (count: number) =>
			`${checks(count)} failed, so the service would refuse to open the position.`,
		acceptFirst: 'First tick the box above.',
		refresh: 'Refresh',
		acceptChanges: 'The new figures are beyond your limits. Accept them first.',
		readChanges: 'Read the new figures first.',
		previewAgain: 'Preview again',
		expiredStatus: 'The preview has expired.',
		refused: 'Not opened. No order was sent.',
		lost: 'We do not know yet whether the position opened.',
		lostBecause: (reason: string) => `The answer was lost: ${reason.replace(/\.?$/, '.')}`,
		doNotRepeat: 'Do not open it again until you know the outcome.',
		nothingFound: 'The service has no position from this confirmation.',
		mayStillOpen: 'Your request may still open it until the preview expires. Check again after that.',
		cannotOpen:
			'The preview has expired, so it can no longer open a position. Preview again if you still want one.',
		check: 'Check what happened',
		checking: 'Checking …',
	},
	remedies: REMEDIES,
} as const;

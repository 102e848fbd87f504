/** UI text for an opportunity's page. */
import { writeNumber } from '../figures/reader-format.ts';

const plural = (count: number, one: string, many: string): string =>
	`${writeNumber(count)} ${count === 1 ? one : many}`;

export const text = {
	unnamed: 'This opportunity',
	back: '← All opportunities',
	title: 'Opportunity',
	titleOf: (base: string, long: string, short: string) => `${base}: long ${long}, short ${short}`,
	verdict: 'Verdict:',
	fault: 'Cannot show this opportunity.',
	oldFigures: 'The figures below are the last ones received.',
	loading: 'the opportunity',
	history: 'History',
	capacity: 'Capacity',
	scoresTitle: 'Scores',

	gone: {
		ended: (name: string) => `${name} has ended`,
		unknown: 'Opportunity not found',
		label: 'Explanation',
		why: 'An opportunity ends when its direction reverses or an exchange delists the coin.',
		returns: 'If the opportunity returns, this page shows it automatically.',
		positions: 'Your open positions are in the',
		portfolio: 'portfolio',
		wrongAddress: 'The address may be incomplete or belong to another service.',
		list: 'See all opportunities',
	},

	freshness: {
		recalculating: '**Recalculating for your new terms.** The figures are still for',
		shownFor: 'Shown for',
		terms: (amount: string, held: string, isBest: boolean, leverage: number) =>
			`${amount} over both legs, held ${held}${isBest ? ' (best holding period)' : ''}, ${leverage} × leverage.`,
		unknownAge: 'The age of the data is unknown.',
		freshFor: 'Data stays fresh for',
		stale: 'Stale data.',
		expiredAt: (time: string) => `The oldest input expired at ${time}.`,
		wait: 'No position opens until the exchange sends new data.',
	},

	headline: {
		title: 'What this trade is',
		trade: (base: string, long: string, short: string) =>
			`Buy ${base} perpetuals on ${long} and sell the same amount on ${short}.`,
		hedge: 'When the price moves, one leg gains what the other loses.',
		funding: 'Your income is **funding**: a payment between longs and shorts at each settlement.',
		rate: 'Each exchange announces its own rate.',
		before: 'Before costs',
		after: (held: string, isBest: boolean) =>
			`After costs, held ${held}${isBest ? ' (best holding period)' : ''}`,
		spread: 'Headline spread',
		spreadMeaning: (interval: string) =>
			`of one leg per ${interval} h: funding received (short leg) minus funding paid (long leg), at current rates`,
		apr: 'Headline APR',
		aprMeaning: 'of one leg, if rates never changed. They do change, so judge by the expected net',
		net: 'Expected net',
		netUnknown: 'unknown; see the verdict',
		netMeaning: (share: string, leg: string | undefined, held: string, apr: string) =>
			`${share} of one leg${leg === undefined ? '' : ` of ${leg}`} in ${held}, ${apr} APR`,
		profit: 'Chance of profit',
		profitMeaning: 'after funding and all costs',
		reversal: 'Chance of reversal',
		reversalMeaning: (held: string) => `you pay more funding than you receive in ${held}`,
		breakEven: 'Break-even after',
		breakEvenUnknown: 'unknown',
		breakEvenMeaning: 'when expected funding has covered all costs',
	},
	leg: {
		sides: { long: 'Long', short: 'Short' },
		on: (exchange: string) => `on ${exchange}`,
		contract: (role: 'long' | 'short', base: string, symbol: string, quote: string) =>
			`${role === 'long' ? 'Buy' : 'Sell'} ${base} · ${symbol}, settled in ${quote}`,
		rateUnknown: 'The next funding rate is unknown.',
		rate: (rate: string, interval: string) => `Funding rate **${rate}** every ${interval} h:`,
		payments: { receive: 'you receive it.', pay: 'you pay it.', none: 'nobody pays.' },
		next: 'Next settlement:',
	},

	reasons: {
		titles: {
			trade: 'Reasons to trade',
			no_trade: 'Reasons not to trade',
			unknown: 'Why the verdict is unknown',
		},
		meanings: {
			trade: 'The service expects a profit, and the chance of profit is high enough.',
			no_trade: 'The service advises against this trade now for your amount, holding period and leverage.',
			unknown: 'A figure that the verdict needs is missing. The service does not guess.',
		},
		anomaly: 'Direction opposite to current rates',
		guards: 'Guards',
		noGuards: 'No guard is active. Nothing on either exchange blocks this trade or calls for caution.',
		guardsMeaning:
			'Market conditions that call for caution. Those that block the trade are also among the reasons above.',
		basis: 'Forecast data',
		noModel: 'No forecast yet: the legs’ funding history is too short.',
		ownHistory: (hours: number) =>
			`The forecast uses ${plural(hours, 'hour', 'hours')} of this pair’s own settled funding.`,
		allPairs: (hours: number) =>
			`This pair has only ${plural(hours, 'hour', 'hours')} of settled funding. The forecast therefore uses the average over all pairs.`,
		calibrated: 'Earlier forecasts were checked against the funding that was received.',
		notCalibrated: 'Earlier forecasts have not been checked against received funding yet.',
		preview: 'Preview this trade',
		previewMeaning: 'Shows the plan, costs and checks. Nothing is sent until you confirm.',
	},

	costs: {
		title: 'Cost breakdown',
		bestPeriod: (held: string) => `Expected net per hour is highest if you hold for ${held}.`,
		onCapital: (apr: string, held: string) =>
			`Over ${held}, the trade returns ${apr} APR on the capital of both legs.`,
	},
	settlements: {
		title: 'Upcoming settlements',
		intervals: (long: string, longHours: string, short: string, shortHours: string) =>
			`${long} settles every ${longHours} h, ${short} every ${shortHours} h.`,
		rates: 'The next rate is the exchange’s estimate; later rates are forecasts.',
		signs: 'Plus: you receive. Minus: you pay.',
		heads: { time: 'Time', leg: 'Leg', rate: 'Rate', cash: 'Cash', cashUnit: 'USD' },
		none: 'No settlement within your holding period. Choose a longer one.',
		showFirst: (count: number) => `Show the first ${count} settlements`,
		showAll: (count: number) => `Show all ${plural(count, 'settlement', 'settlements')}`,
		total: (cash: string, held: string) => `Expected total in ${held}: **${cash}**.`,
	},

	funding: {
		title: 'Funding history',
		none: 'No settlement is known yet. The service is loading both histories.',
		since: (time: string) => `Settlements since ${time}.`,
		last: (exchange: string, rate: string, time: string) => `Latest on ${exchange}: **${rate}** on ${time}.`,
		noLast: (exchange: string) => `No settlement on ${exchange} yet.`,
		goal: 'You earn when the short leg’s rate is above the long leg’s.',
		intervals: 'The intervals differ, so compare rates per hour.',
		chart: 'Settled funding rates of both legs over time',
		table: 'Show the settlements as a table',
		longLeg: (exchange: string) => `Long leg, ${exchange}`,
		shortLeg: (exchange: string) => `Short leg, ${exchange}`,
	},
	spread: {
		title: 'Carry and spread, 30 days',
		noHours: 'No hour with settled funding on both exchanges yet.',
		carry: (hours: number, carry: string) =>
			`In these ${plural(hours, 'hour', 'hours')}, a position would have received **${carry}** of one leg, before costs.`,
		accrual: 'Each settlement is divided evenly among the hours that it covers.',
		carryChart: 'Cumulative carry over time',
		mean: (interval: string, mean: string, now: string) =>
			`Spread per ${interval} h: 30-day mean **${mean}**, now **${now}**.`,
		sign: 'Below zero, the position pays funding.',
		band: (deviation: string) => `The band is one standard deviation, ± ${deviation}.`,
		spreadChart: 'Settled spread per hour with its means and band',
		noMean: 'Not enough settlements of both legs for a mean yet.',
		spanMean: (span: string) => `${span} mean`,
		spans: { day: '24-hour', week: '7-day', month: '30-day' },
		stability: 'Stability',
		stabilityUnit: '1 is steady',
		carryTable: 'Show the cumulative carry as a table',
		table: 'Show the spread as a table',
		cumulative: 'Cumulative carry',
		settled: 'Settled spread per hour',
		monthMean: '30-day mean',
		weekMean: '7-day mean',
		bandName: 'One standard deviation around the 30-day mean',
	},
	basis: {
		title: 'Price basis',
		unknown: 'The price gap between the legs is unknown now.',
		now: (gap: string) => `Short price relative to long price now: **${gap}**.`,
		mean: (mean: string, deviation: string | undefined, span: string) =>
			`Mean **${mean}**${deviation === undefined ? '' : ` ± ${deviation}`}, over ${span}.`,
		meaning:
			'If you open above the mean, a return to the mean is a gain. If you open below it, a return is a loss.',
		chart: 'Price basis over time with its mean and band',
		meanName: 'Mean',
		bandName: 'One standard deviation around the mean',
		none: 'No chart yet. The service records the basis every minute and keeps it for one day.',
		table: 'Show the price basis as a table',
	},
	track: {
		title: 'Forecast track record',
		meaning: 'The service records a forecast every hour and later compares it with settled funding.',
		matured: (matured: number, all: number) =>
			`Matured: ${writeNumber(matured)} of ${plural(all, 'forecast', 'forecasts')}.`,
		since: (day: string) => `The oldest is from ${day}.`,
		heads: {
			verdict: 'Verdict',
			matured: 'Matured',
			forecast: 'Forecast',
			received: 'Received',
			reversalForecast: 'Reversals forecast',
			reversalObserved: 'Reversals observed',
		},
		rows: { all: 'All', trade: 'Trade', no_trade: 'No trade', unknown: 'Unknown' },
		means: 'The forecast and received columns show means, as a share of one leg.',
		inside: (odds: string) => `${odds} of results were within one standard deviation; 68 % is ideal.`,
		slope: (slope: string) => `Slope of received against forecast carry: ${slope}; 1 is ideal.`,
	},
	lifetime: {
		title: 'Lifetime',
		since: (time: string) => `First seen ${time}.`,
		peakSpread: (spread: string, time: string | undefined) =>
			`Widest spread: ${spread}${time === undefined ? '' : `, ${time}`}.`,
		peakNet: (net: string, time: string | undefined) =>
			`Highest expected net: ${net}${time === undefined ? '' : `, ${time}`}.`,
		peakTerms: 'That figure is for 1,000 USD and the best holding period at that time.',
		fault: 'Cannot show earlier sightings.',
		first: 'This is the first sighting of this opportunity.',
		earlier: 'Earlier sightings',
		heads: { from: 'From', to: 'To', spread: 'Widest spread', end: 'End' },
		ends: {
			turned: 'direction reversed',
			delisted: 'contract delisted',
			venue_gone: 'exchange removed from the settings',
			service_stopped: 'not seen again after the service was down',
		},
	},

	curve: {
		title: 'Cost by amount',
		unknown: (amount: string) => `The cost of ${amount} is unknown now.`,
		slippage: (amount: string, entry: string, exit: string) =>
			`At your ${amount}, slippage is **${entry}** on entry and **${exit}** on exit.`,
		net: (net: string, held: string) => `Expected net in ${held}: **${net}** of one leg.`,
		limit: (amount: string) => `Up to **${amount}**, slippage stays within the service’s limit.`,
		chart: 'Slippage and expected net by amount',
		none: 'No curve yet: it needs the order books of both exchanges.',
		yours: 'Your amount',
		axis: 'Amounts are in USD over both legs, on a logarithmic scale.',
		table: 'Show the curve as a table',
		amountHead: 'Amount, USD',
		yourAmount: (amount: string) => `${amount}, yours`,
		lines: { expected_net: 'Expected net', entry_slippage: 'Entry slippage', exit_slippage: 'Exit slippage' },
	},
	markets: {
		title: 'Markets',
		figure: 'Figure',
		rows: {
			price: ['Your price', 'mean entry price of your leg, USD per coin'],
			mark: ['Mark price', 'used by the exchange to value positions, USD per coin'],
			index: ['Index price', 'price of the coin across several markets, USD per coin'],
			volume: ['Volume', 'traded in 24 hours, USD'],
			interest: ['Open interest', 'all open positions, USD'],
		},
		long: (exchange: string) => `Long, ${exchange}`,
		short: (exchange: string) => `Short, ${exchange}`,
	},
	books: {
		title: 'Order books',
		sides: 'A bid is an offer to buy, an ask an offer to sell.',
		yours: 'You buy at the long leg’s asks and sell at the short leg’s bids.',
		underlined: 'Your side is underlined.',
		bars: 'The bars compare each level with the largest level of the book.',
		name: (role: 'long' | 'short', exchange: string, symbol: string) =>
			`${role === 'long' ? 'Long' : 'Short'} leg, ${exchange} ${symbol}`,
		none: (exchange: string) =>
			`No order book from ${exchange} now. You cannot open this trade, and its costs are unknown.`,
		heads: { bidQuantity: 'Bid quantity', bid: 'Bid', ask: 'Ask', askQuantity: 'Ask quantity', usd: 'USD' },
	},

	scores: {
		purpose: 'Scores from 1 to 10 are only for sorting. Judge the trade by its verdict.',
		parts: 'Each row shows the score from that component alone. Unknown components are left out.',
		liquidity: 'Liquidity',
		liquidityMeaning: '10 is deep. One illiquid component lowers the whole score.',
		risk: 'Risk',
		riskMeaning: '10 is dangerous. One dangerous component raises the whole score; several raise it more.',
		of: 'of 10',
		component: 'Component',
		alone: 'Score',
		none: 'No component is known now.',
	},
	notes: {
		title: 'Data notes',
		none: 'All figures are known.',
		meaning: 'Missing or uncertain figures, and why.',
		fields: (names: string) => `API fields: ${names}`,
	},

	/** Name and meaning of each score component (docs/scores.md has the ranges), in the service's order. */
	components: {
		'liquidity.depth': ['Depth', 'Size that the thinnest book side absorbs before prices move too far.'],
		'liquidity.bid_ask': ['Bid-ask spread', 'Gap between best bid and best ask in the wider book.'],
		'liquidity.volume': ['Volume', '24-hour volume of the coin on the quieter exchange.'],
		'liquidity.open_interest': [
			'Open interest',
			'Value of all open positions in the coin on the smaller exchange.',
		],
		'liquidity.size': ['Your size', 'Your leg compared with the thinnest book side.'],
		'risk.signal': ['Weak signal', 'Expected funding is small compared with its swings.'],
		'risk.reversal': ['Reversal', 'Chance of paying more funding than you receive in the holding period.'],
		'risk.liquidation': ['Liquidation', 'How small a price move liquidates a leg at your leverage.'],
		'risk.rate_cap': [
			'Rate at its cap',
			'The exchange caps the rate, and may settle more often after the next settlement.',
		],
		'risk.basis_swing': [
			'Volatile basis',
			'How much the price gap swings. Entry or exit may become more expensive.',
		],
		'risk.basis_extreme': ['Extreme basis', 'How far the price gap is from its mean now.'],
		'risk.quotes': ['Two currencies', 'The legs settle in different currencies.'],
		'risk.history': ['Short history', 'How little settled funding history the legs share.'],
		'risk.exit': ['Thin exit', 'Your leg size compared with the depth of the thinner book on exit.'],
		'risk.guards': ['Guards', 'Active guards, as listed under the verdict.'],
		'risk.intervals': ['Different intervals', 'One leg settles more often than the other.'],
	},
} as const;

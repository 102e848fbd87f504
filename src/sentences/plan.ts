/** Sentences of a portfolio plan: its limits, bounds, changes and verdict. Exchanges are display names. */
import type { Figure, Words, Writer } from './sentence.ts';

/** A pair of a change; `usd` is the notional of one leg. */
type PairFacts = {
	readonly coin: string;
	readonly long: string;
	readonly short: string;
	readonly usd: Figure;
};

/** Why a plan is as it is. */
export const plan = {
	gross: ({ max }: { readonly max: Figure }, write: Writer) =>
		`The pot holds at most ${write.usd(max)} over all legs.`,
	coin: ({ coin, max }: { readonly coin: string; readonly max: Figure }, write: Writer) =>
		`The pot holds at most ${write.usd(max)} of ${coin} over all legs.`,
	exchange: ({ exchange, max }: { readonly exchange: string; readonly max: Figure }, write: Writer) =>
		`The pot holds at most ${write.usd(max)} on ${exchange}.`,
	exchangeNet: ({ exchange, max }: { readonly exchange: string; readonly max: Figure }, write: Writer) =>
		`Longs and shorts on ${exchange} differ by at most ${write.usd(max)}.`,
	/** @param usd signed, positive for long */
	legFixed: (
		{ coin, exchange, usd }: { readonly coin: string; readonly exchange: string; readonly usd: Figure },
		write: Writer,
	) => `${coin} on ${exchange} stays at ${write.usd(usd)}.`,
	/** @param low signed; null for no bound @param high signed; null for no bound */
	legRange: (
		{
			coin,
			exchange,
			low,
			high,
		}: {
			readonly coin: string;
			readonly exchange: string;
			readonly low: Figure | null;
			readonly high: Figure | null;
		},
		write: Writer,
	) => {
		const leg = `${coin} on ${exchange} stays`;
		if (low === null) return high === null ? `${leg} free.` : `${leg} at or below ${write.usd(high)}.`;
		if (high === null) return `${leg} at or above ${write.usd(low)}.`;
		return `${leg} between ${write.usd(low)} and ${write.usd(high)}.`;
	},
	/** @param limits the sentences of the limits */
	contradiction: ({ limits }: { readonly limits: readonly Words[] }, write: Writer) =>
		`No plan meets these limits together: ${limits.map((limit) => write.words(limit)).join(' ')} Widen one of them.`,
	/** @param usd expected earnings a year of one more USD of the limit */
	price: ({ limit, usd }: { readonly limit: Words; readonly usd: Figure }, write: Writer) =>
		`${write.words(limit)} One more USD would earn about ${write.usd(usd)} a year.`,

	notTradable: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`${coin} cannot be traded on ${exchange} now.`,
	delisting: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`${exchange} delists ${coin}, so the plan closes this leg.`,
	excluded: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`The pot opens nothing in ${coin} on ${exchange}.`,
	nextInQueue: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`${exchange} may soon close ${coin} there by auto-deleveraging, so the plan does not enlarge it.`,
	squeeze: ({ coin, until }: { readonly coin: string; readonly until: number }, write: Writer) =>
		`${coin} was squeezed. The plan opens nothing in it until ${write.instant(until)}.`,
	/** @param days known days of funding */
	newCoin: ({
		coin,
		exchange,
		days,
		required,
	}: {
		readonly coin: string;
		readonly exchange: string;
		readonly days: number;
		readonly required: number;
	}) =>
		`${coin} on ${exchange} has ${days} days of funding history; the plan opens only coins with ${required}.`,
	noForecast: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`There is no forecast for ${coin} on ${exchange}, so the plan opens nothing there.`,
	size: (
		{ coin, exchange, max }: { readonly coin: string; readonly exchange: string; readonly max: Figure },
		write: Writer,
	) => `The order book of ${coin} on ${exchange} carries at most ${write.usd(max)}.`,

	open: ({ coin, long, short, usd }: PairFacts, write: Writer) =>
		`Open ${coin} with ${write.usd(usd)} per leg: long on ${long}, short on ${short}.`,
	enlarge: ({ coin, long, short, usd }: PairFacts, write: Writer) =>
		`Enlarge ${coin} by ${write.usd(usd)} per leg: long on ${long}, short on ${short}.`,
	reduce: ({ coin, long, short, usd }: PairFacts, write: Writer) =>
		`Reduce ${coin} by ${write.usd(usd)} per leg: long on ${long}, short on ${short}.`,
	close: ({ coin, long, short, usd }: PairFacts, write: Writer) =>
		`Close ${coin} with ${write.usd(usd)} per leg: long on ${long}, short on ${short}.`,
	/** @param stays the exchange of the other leg */
	roll: (
		{
			coin,
			leg,
			from,
			to,
			stays,
			usd,
		}: {
			readonly coin: string;
			readonly leg: 'long' | 'short';
			readonly from: string;
			readonly to: string;
			readonly stays: string;
			readonly usd: Figure;
		},
		write: Writer,
	) =>
		`Move the ${leg} leg of ${coin} (${write.usd(usd)}) from ${from} to ${to}; the other leg stays on ${stays}.`,
	/** @param ratio gain over cost; null if the change costs nothing */
	gain: (
		{
			gain,
			cost,
			ratio,
			days,
		}: { readonly gain: Figure; readonly cost: Figure; readonly ratio: Figure | null; readonly days: number },
		write: Writer,
	) => {
		const figures = `Expected gain in ${days} days: ${write.usd(gain)}. Cost: ${write.usd(cost)}.`;
		return ratio === null ? figures : `${figures} The gain is ${write.fixed(ratio, 1)} times the cost.`;
	},
	forced: () =>
		'This change alone does not earn its cost. A limit or another change of the plan requires it.',

	/** @param cash yield of cash, a fraction a year @param net expected net, a fraction of capital a year */
	pays: ({ net, cash }: { readonly net: Figure; readonly cash: Figure }, write: Writer) =>
		`Expected net: ${write.percentFixed(net, 1)} of capital a year. Cash pays ${write.percentFixed(cash, 1)}.`,
	/** @param needed leverage at which the plan equals cash; null if it earns nothing */
	belowCash: (
		{
			net,
			cash,
			leverage,
			needed,
			max,
		}: {
			readonly net: Figure;
			readonly cash: Figure;
			readonly leverage: Figure;
			readonly needed: Figure | null;
			readonly max: Figure;
		},
		write: Writer,
	) => {
		const result = `No plan pays more than cash at leverage ${write.number(leverage)}: expected net ${write.percentFixed(net, 1)} of capital a year, cash ${write.percentFixed(cash, 1)}.`;
		if (needed === null) return result;
		const at = `Leverage ${write.fixed(needed, 2)} would equal cash`;
		return needed > max ? `${result} ${at}, above the maximum of ${write.number(max)}.` : `${result} ${at}.`;
	},
	noCapital: () =>
		'There is no account with equity at these exchanges. State the capital to plan for, or connect an account.',
	/** @param why the reason of the solver */
	unavailable: ({ why }: { readonly why: 'time_limit' | 'unbounded' | 'failed' | 'closed' }) =>
		why === 'time_limit'
			? 'The plan took too long. Plan fewer coins or exchanges, or try again later.'
			: why === 'closed'
				? 'The service is stopping, so it makes no plan.'
				: 'The solver of the plan failed. Try again later.',
	/** @param coins coins that the plan leaves alone */
	busy: ({ coins }: { readonly coins: readonly string[] }) =>
		`The plan leaves ${coins.join(', ')} alone, because a position in it is opening, closing or needs you.`,
	stuck: ({ coin, exchange }: { readonly coin: string; readonly exchange: string }) =>
		`${coin} on ${exchange} stays as it is, because the other legs of ${coin} cannot change with it.`,
	nothing: ({ cash }: { readonly cash: Figure }, write: Writer) =>
		`No pair earns its costs now. Cash pays ${write.percentFixed(cash, 1)} a year.`,
};

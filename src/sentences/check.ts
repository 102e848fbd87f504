/**
 * Sentences of the risk gate: what a check compares, and what the caller should do if it fails. Amounts are USD, sizes
 * coins, ages milliseconds, and distances percent.
 */
import { type Compared, comparisons } from './comparison.ts';
import type { Figure, Words, Writer } from './sentence.ts';

const { atMost, atLeast } = comparisons({
	coins: 'coins',
	unknown: 'unknown',
	limit: 'limit',
	minimum: 'minimum',
});

/** A comparison at one exchange. */
type AtExchange = Compared & { readonly exchange: string };
/** An instrument, such as `Bybit SOLUSDT`, and the execution that holds it; null: another call is opening it now. */
type Held = { readonly instrument: string; readonly execution: string | null };
type Leg = 'long' | 'short';

/** Sentences of the checks. */
export const check = {
	amount: (facts: Compared, write: Writer) =>
		atMost(facts, write, { unit: 'USD', subject: 'Amount over both legs', remedy: 'Lower the amount.' }),
	capAmount: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: "Amount of one execution, against this agent's cap",
			remedy: 'Lower the amount, or ask the owner of the agent to raise the cap.',
		}),
	capOpenAmount: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Amount of all open executions of this agent, including this one',
			remedy: 'Lower the amount, or close an execution of this agent.',
		}),
	capExecutionsPerDay: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'count',
			subject: 'Executions of this agent since 00:00 UTC, including this one',
			remedy: 'Wait until 00:00 UTC, or ask the owner of the agent to raise the cap.',
		}),
	capPairs: ({
		pair,
		allowed,
		isAllowed,
	}: {
		pair: string;
		allowed: readonly string[];
		isAllowed: boolean;
	}) =>
		isAllowed
			? `This agent may trade ${pair}.`
			: `This agent may not trade ${pair}. Allowed pairs: ${allowed.length === 0 ? 'none' : allowed.join(', ')}. Choose one of them, or ask the owner of the agent to change the cap.`,
	leverage: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'times',
			subject: 'Leverage, against the limits of this service and both exchanges',
			remedy: 'Lower the leverage.',
		}),
	openAmount: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Amount of all your open executions, including this one',
			remedy: 'Lower the amount, or close an execution.',
		}),
	openNotional: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Notional of all your open legs, including this execution',
			remedy: 'Lower the amount, or close an execution.',
		}),
	openNotionalCoin: (facts: Compared & { coin: string }, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: `Notional of your open ${facts.coin} legs, including this execution`,
			remedy: 'Lower the amount, or close an execution.',
		}),
	openNotionalExchange: (facts: AtExchange, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: `Notional of your open legs on ${facts.exchange}, including this execution`,
			remedy: 'Lower the amount, or close an execution.',
		}),
	openExecutions: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'count',
			subject: 'Your open executions, including this one',
			remedy: 'Close an execution first.',
		}),
	dailyLoss: (facts: Compared, write: Writer) =>
		facts.value === null
			? `Your loss since 00:00 UTC is unknown, because the mark price of an open leg is unknown; the limit is ${write.usd(facts.limit)}. Try again when the exchange sends prices.`
			: atMost(facts, write, {
					unit: 'USD',
					subject: 'Your loss since 00:00 UTC, realised and unrealised',
					remedy: 'Wait until 00:00 UTC.',
				}),
	maximum: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'coins',
			subject: 'Size of a leg in one order, against the largest order that both exchanges accept',
			remedy: 'Lower the amount.',
		}),
	minimum({ amount, least, isEnough }: { amount: Figure; least: Figure; isEnough: boolean }, write: Writer) {
		const [asked, needed] = write.usdPair(amount, least);
		return isEnough
			? `Amount: ${asked}, minimum ${needed}.`
			: `Amount too small: ${asked}, minimum ${needed}. Raise the amount.`;
	},
	minimumSlice: (facts: Compared, write: Writer) =>
		atLeast(facts, write, {
			unit: 'coins',
			subject: 'Size of the smallest slice on each leg',
			remedy: 'Raise the amount.',
		}),
	unhedgedExecution: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Worst-case unhedged exposure of this execution',
			remedy: 'Lower the amount.',
		}),
	unhedgedUser: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Worst-case unhedged exposure of all your executions, including this one',
			remedy: 'Lower the amount, or wait until your other executions finish opening or closing.',
		}),
	unhedgedService: (facts: Compared, write: Writer) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Worst-case unhedged exposure of all executions of this service, including this one',
			remedy: 'Lower the amount, or wait until other executions finish opening or closing.',
		}),
	accountAge: (facts: AtExchange, write: Writer) =>
		atMost(facts, write, {
			unit: 'ms',
			subject: `Age of the balance and positions from ${facts.exchange}`,
			remedy: 'Try again.',
		}),
	tickerAge: (facts: AtExchange, write: Writer) =>
		atMost(facts, write, {
			unit: 'ms',
			subject: `Age of the mark and index price from ${facts.exchange}`,
			remedy: 'Try again when the exchange sends prices.',
		}),
	collar: (facts: AtExchange, write: Writer) =>
		atMost(facts, write, {
			unit: '%',
			subject: `Distance of the mid price on ${facts.exchange} from its mark or index price`,
			remedy: 'Try again when the order book is back near the mark price.',
		}),
	stability: (facts: AtExchange, write: Writer) =>
		atMost(facts, write, {
			unit: '%',
			subject: `Recent requests to ${facts.exchange} without an answer`,
			remedy: 'Try again when the exchange answers.',
		}),
	/** @param limit percent of the requests */
	unstable: (
		{ exchange, failed, total, limit }: { exchange: string; failed: number; total: number; limit: Figure },
		write: Writer,
	) =>
		`${exchange} left ${failed} of ${total} recent requests without an answer, more than ${write.number(limit)} %.`,
	/** @param slippage basis points @param maxAmount largest amount that the books can fill, USD */
	depth: (
		facts: AtExchange & { when: 'entry' | 'exit'; slippage: Figure; maxAmount: Figure },
		write: Writer,
	) =>
		atMost(facts, write, {
			unit: 'coins',
			subject: `Largest slice, against the order book on ${facts.exchange} within ${write.number(facts.slippage)} bp for the ${facts.when}`,
			remedy: `Lower the amount to ${write.usd(facts.maxAmount)}, or raise the slippage limit.`,
		}),
	/** @param value expected gain @param limit twice the cost, both in percent of the moved notional */
	rollPays: (facts: Compared, write: Writer) =>
		atLeast(facts, write, {
			unit: '%',
			subject: 'Expected gain of the move within 30 days, against twice its cost',
			remedy: 'Keep the leg where it is, or call again without only_if_pays.',
		}),
	/** @param move percent */
	stress: (facts: AtExchange & { move: Figure }, write: Writer) =>
		atLeast(facts, write, {
			unit: 'USD',
			subject: `Margin on ${facts.exchange} after a ${write.number(facts.move)} % move against the leg, against its maintenance margin`,
			remedy: 'Lower the leverage.',
		}),
	liquidation: (facts: AtExchange, write: Writer) =>
		atLeast(facts, write, {
			unit: '%',
			subject: `Distance from entry to liquidation price on ${facts.exchange}`,
			remedy: 'Lower the leverage.',
		}),
	exitLiquidation: (facts: AtExchange, write: Writer) =>
		atLeast(facts, write, {
			unit: '%',
			subject: `Distance from entry to liquidation price on ${facts.exchange}, against your exit rule`,
			remedy: 'The rule would close the position at once. Lower the distance of the rule, or the leverage.',
		}),
	margin(
		{
			exchange,
			needed,
			available,
			isEnough,
		}: { exchange: string; needed: Figure; available: Figure; isEnough: boolean },
		write: Writer,
	) {
		const [need, free] = write.usdPair(needed, available);
		const figures = `on ${exchange}: ${need} needed with fees and a 2 % buffer, ${free} available.`;
		return isEnough
			? `Margin ${figures}`
			: `Not enough margin ${figures} Lower the amount, or deposit funds.`;
	},
	tradingEnabled: () => 'Trading is enabled.',
	/** @param guards codes of the guards that block the trade @param reasons sentences about them */
	guards: ({ guards, reasons }: { guards: readonly string[]; reasons: readonly Words[] }, write: Writer) =>
		guards.length === 0
			? 'No guard blocks this trade.'
			: `Guards block this trade: ${guards.join(', ')}. ${reasons.map(write.words).join(' ')}`.trim(),
	exitRulesSound: () => 'The exit rules are within their bounds, and none closes the position at once.',
	mode: ({ asked, used }: { asked: string; used: string }) =>
		asked === used ? `Opening mode: ${used}.` : `Opening mode: ${used}, requested ${asked}.`,
	/** @param net percent a year; null if unknown @param minimum percent a year */
	netApr({ net, minimum }: { net: Figure | null; minimum: Figure }, write: Writer) {
		const [was, least] = write.percentPair(net ?? minimum, minimum);
		return `Net APR: ${net === null ? 'unknown' : was}, your minimum ${least}.`;
	},
	/** @param isCallersTerm true if the caller requires the verdict trade; false if an agent's caps do */
	verdict(
		{
			verdict,
			isCallersTerm,
			reasons,
		}: { verdict: string; isCallersTerm: boolean; reasons: readonly Words[] },
		write: Writer,
	) {
		const who = isCallersTerm ? 'only_if_trade requires' : "This agent's caps require";
		return verdict === 'trade'
			? 'The verdict is trade.'
			: `The verdict is ${verdict}. ${who} the verdict trade. ${reasons.map(write.words).join(' ')}`.trim();
	},
	positionAgrees: ({ instrument, held }: { instrument: string; held: Figure }, write: Writer) =>
		`${instrument}: the account holds ${write.coins(held)} coins, the same as your executions.`,
	/** @param refusal the exchange's own words */
	positionCloseRefused: ({ instrument, execution, refusal }: Held & { refusal: string }) =>
		`${instrument}: the exchange is rejecting the orders that close ${holder(execution)} (${refusal}). Follow that close in portfolio_live, or trade another instrument.`,
	positionUnmanaged(
		{ instrument, held, managed, rest }: { instrument: string; held: Figure; managed: Figure; rest: Figure },
		write: Writer,
	) {
		const [account, ours] = write.coinsPair(held, managed);
		return `${instrument}: the account holds ${account} coins, but your executions hold ${ours}. Close the other ${write.coins(rest)} coins at the exchange first.`;
	},
	positionRepaired: ({ instrument, execution }: Held) =>
		`${instrument} is in use by ${holder(execution)}, whose legs are being balanced or closed. Try again when that is done.`,
	positionOtherSide: ({ instrument, execution, side, wanted }: Held & { side: Leg; wanted: Leg }) =>
		`${instrument} is held ${side} by ${holder(execution)}. The exchange would net a ${wanted} leg against it. Close that execution first.`,
	positionOtherLeverage: (
		{ instrument, execution, held, wanted }: Held & { held: Figure; wanted: Figure },
		write: Writer,
	) =>
		`${instrument} is held at leverage ${write.number(held)} by ${holder(execution)}; you requested ${write.number(wanted)}. A position has only one leverage, so use the same one.`,
	positionOtherMarginMode: ({ instrument, execution, mode }: Held & { mode: string }) =>
		`${instrument} is held in ${mode} margin by ${holder(execution)}. New legs use isolated margin, and a position has one margin mode. Close that execution first.`,
	positionPartialFill: (
		{ instrument, execution, smallest, lot }: Held & { smallest: Figure; lot: Figure },
		write: Writer,
	) =>
		`${instrument} is held by ${holder(execution)}. Its smallest order is ${write.number(smallest)} coins at a lot size of ${write.number(lot)}. After a partial fill, one execution could not close its remainder without reducing the other. Close that execution first.`,
};

function holder(execution: string | null): string {
	return execution === null ? 'another of your calls that is opening it now' : `execution ${execution}`;
}

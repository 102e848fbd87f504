/** Sentences of the autopilot: reasons of its decisions, refusals, and alerts. Amounts are USD, times milliseconds. */
import type { Figure, Words, Writer } from './sentence.ts';

type Named = { readonly pot: string };
type At = { readonly exchange: string };

/** Sentences of the autopilot. */
export const autopilot = {
	// Refusals of calls.
	unknownPot: ({ was }: { was: string }) => `pot_id must name one of your pots; was ${JSON.stringify(was)}.`,
	unknownDecision: ({ was }: { was: string }) =>
		`decision_id must name a decision of one of your pots; was ${JSON.stringify(was)}.`,
	unknownChange: ({ was, count }: { was: number; count: number }) =>
		`changes must hold numbers of the decision's ${count} changes, counted from 0; one was ${was}.`,
	stopped: ({ pot }: Named) => `The pot ${pot} is stopping or stopped. Start another one.`,
	/** @param pot a pot that is asked to close what it holds */
	holdsNothing: ({ pot }: Named) => `The pot ${pot} is stopped and holds nothing that it could close.`,
	usedKey: ({ key }: { key: string }) =>
		`idempotency_key ${JSON.stringify(key)} was used before with other parameters. Use a new key.`,
	shadowActs: () => 'A shadow pot trades no money, so it always acts by itself.',
	agentConfirms: ({ agent }: { agent: string }) =>
		`Agent ${agent} may not confirm changes that a pot suggests; a person confirms them.`,
	agentActs: ({ agent }: { agent: string }) =>
		`Agent ${agent} may not switch a pot that suggests to mode act; a person does.`,
	agentResumes: ({ agent }: { agent: string }) =>
		`Agent ${agent} may pause and stop its pot, but not resume it; a person does.`,
	tooMany: ({ limit }: { limit: number }) =>
		`You have ${limit} pots that are not stopped, which is the limit.`,
	nothingToConfirm: () => 'None of these changes waits for a confirmation.',
	confirmLive: ({ exchanges }: { exchanges: readonly string[] }) =>
		`This service trades with real money. Confirm it with confirm_live: ${JSON.stringify(exchanges)}.`,
	twoExchanges: () => 'A pot needs at least two exchanges, because each pair has two legs.',
	notTraded: ({ exchange }: At) => `The service does not trade on ${exchange}.`,
	sameCoin: ({ coin }: { coin: string }) => `${coin} is both allowed and denied.`,
	capitalOverCap: ({ capital, limit }: { capital: Figure; limit: Figure }, write: Writer) =>
		`The pot's capital of ${write.usd(capital)} exceeds the ${write.usd(limit)} that this agent may have open.`,

	// Reasons of states.
	pausedByUser: () => 'A person paused the pot.',
	pausedByAgent: () => 'The agent of the pot paused it.',
	stoppedByAgent: ({ closes }: { closes: boolean }) =>
		closes
			? 'The agent of the pot stopped it and closes everything.'
			: 'The agent of the pot stopped it; its positions stay open.',
	stoppedByUser: ({ closes }: { closes: boolean }) =>
		closes
			? 'A person stopped the pot and closes everything.'
			: 'A person stopped the pot; its positions stay open.',
	drawdown: (
		{ loss, highest, limit, closes }: { loss: Figure; highest: Figure; limit: Figure; closes: boolean },
		write: Writer,
	) =>
		`The pot lost ${write.usd(loss)} from its highest equity of ${write.usd(highest)}; its stop is ${write.number(limit)} % of the capital. ${closes ? 'It closes everything.' : 'It is paused.'}`,
	agentStopped: () => 'The agent of the pot was stopped, so the pot opens nothing more.',

	// Explanations of changes that need no plan.
	closesAll: () => 'The pot is stopping, so it closes this position.',
	marginReduction: ({ exchange, why }: At & { why: Words }, write: Writer) =>
		`The margin at ${exchange} is low, so the pot closes a part of both legs at once. ${write.words(why)}`,

	queueReduction: ({ exchange, coin }: At & { coin: string }) =>
		`${coin} is in a squeeze, and ${exchange} would close the leg there soon by auto-deleveraging. The pot closes a part of both legs first, so that they stay equal.`,

	// Ends of changes.
	nextInQueue: ({ exchange, coin }: At & { coin: string }) =>
		`${exchange} may soon close ${coin} there by auto-deleveraging, so the pot does not enlarge it.`,
	replaced: () => 'A later decision replaced this change.',
	late: ({ until }: { until: number }, write: Writer) =>
		`The change was valid until ${write.instant(until)}.`,
	alreadyClosed: () => 'The position is already as small as the change wanted.',
	notNow: ({ state }: { state: string }) => `The pot is ${state}, so it opens nothing.`,
	underCash: ({ net, cash, least }: { net: Figure | null; cash: Figure; least: Figure }, write: Writer) =>
		net === null
			? 'The net of the plan on the capital is unknown, so the pot opens nothing.'
			: `The plan expects ${write.percent(net)} a year on the capital. Cash earns ${write.percent(cash)}, and the pot wants at least ${write.number(least)} percentage points more.`,
	ordersPerDay: ({ made, limit }: { made: number; limit: number }) =>
		`The pot has sent the orders of ${made / 2} changes today; its limit is ${limit} orders a day, two for each change.`,
	turnoverPerDay: ({ made, wanted, limit }: { made: Figure; wanted: Figure; limit: Figure }, write: Writer) =>
		`The pot has traded ${write.usd(made)} today and would trade ${write.usd(wanted)} more; its limit is ${write.usd(limit)} a day.`,
	costsTooMuch: ({ cost, limit }: { cost: Figure; limit: Figure }, write: Writer) =>
		`The change would cost ${write.usd(cost)} now; the plan pays up to ${write.usd(limit)}.`,
	costUnknown: () => 'The cost of the change is unknown now, so the pot does not make it.',
	openingFailed: ({ why }: { why: Words }, write: Writer) =>
		`The opening ended without a position. ${write.words(why)}`,
	opened: ({ notional }: { notional: Figure }, write: Writer) =>
		`Opened; each leg is worth ${write.usd(notional)}.`,
	reduced: ({ quantity, coin }: { quantity: Figure; coin: string }, write: Writer) =>
		`Reduced to ${write.coins(quantity)} ${coin} per leg.`,
	closed: () => 'Closed; both legs are flat.',

	// Why a pot waits.
	moving: () => 'An execution of the pot is still opening or closing.',

	noEquity: () => 'The equity of the pot is unknown now, because a mark price is missing.',
	noMark: ({ coin }: { coin: string }) => `A leg of ${coin} has no current mark price.`,
	/** @param share equity per USD of notional @param limit limit of the level, in the same unit */
	thinMargin: ({ exchange, share, limit }: At & { share: Figure; limit: Figure }, write: Writer) =>
		`The equity at ${exchange} is ${write.percent(share)} of the notional there, below ${write.percent(limit)}.`,

	// Alerts.
	decided: ({ pot, count }: Named & { count: number }) =>
		`${pot} decided ${count} ${count === 1 ? 'change' : 'changes'} and makes them now.`,
	reducesMargin: ({ pot, count, exchange }: Named & At & { count: number }) =>
		`${pot} closes a part of ${count} ${count === 1 ? 'position' : 'positions'} at once, because the margin at ${exchange} is low. This needs no confirmation.`,
	closesNow: ({ pot, count }: Named & { count: number }) =>
		`${pot} is stopping and closes ${count} ${count === 1 ? 'position' : 'positions'} now. This needs no confirmation.`,
	suggested: ({ pot, count, until }: Named & { count: number; until: number }, write: Writer) =>
		`${pot} suggests ${count} ${count === 1 ? 'change' : 'changes'}. Confirm or decline by ${write.instant(until)}.`,
	refused: ({ pot, kind, coin, why }: Named & { kind: string; coin: string; why: Words }, write: Writer) =>
		`${pot} could not make a change (${kind} ${coin}): ${write.words(why)}`,
	stoppedByDrawdown: ({ pot, why }: Named & { why: Words }, write: Writer) =>
		`${pot} reached its drawdown stop. ${write.words(why)}`,
	waits: ({ pot, why }: Named & { why: Words }, write: Writer) =>
		`${pot} waits with its decision. ${write.words(why)}`,
	ended: ({ pot }: Named) => `${pot} is stopped.`,
};

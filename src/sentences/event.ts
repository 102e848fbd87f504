/**
 * Describes each event of an execution's journal in one sentence for users. Sentences contain no ids, and no library
 * error texts about requests that got no response.
 */
import type { Figure, Words, Writer } from './sentence.ts';

type Side = 'buy' | 'sell';
type Leg = 'long' | 'short';
/** An order as far as sentences name it. */
type Order = { readonly side: Side; readonly quantity: Figure; readonly coin: string };
/** An order by its exchange's display name. Both are null if the order is not known. */
type Placed = { readonly exchange: string | null; readonly order: Order | null };
/** Fills in total. The price is null without a quantity; `averaged` is true if the fills' prices differ. */
type Filled = {
	readonly quantity: Figure;
	readonly coin: string;
	readonly price: Figure | null;
	readonly quote: string;
	readonly averaged: boolean;
};
/** Rules of an exit; null for a rule that is off. */
type Exit = {
	readonly maxHours: Figure | null;
	readonly maxEpochs: Figure | null;
	readonly takeProfitPct: Figure | null;
	readonly stopLossPct: Figure | null;
	readonly closeOnReversal: boolean;
	readonly minLiquidationDistancePct: Figure | null;
	readonly minSpreadAprPct: Figure | null;
	readonly minNetAprPct: Figure | null;
};
type Reason = { readonly reason: Words };

const PURPOSES = {
	open: 'To open',
	complete: 'To match the legs',
	reduce: 'To reduce the position',
	close: 'To close',
};

const ENDS = {
	filled: 'is completely filled',
	canceled: 'was cancelled; its unfilled part has left the book',
	expired: 'has expired; its unfilled part has lapsed',
	rejected: 'was accepted and then rejected by the exchange',
};

const CAUSES = {
	liquidation: 'was liquidated',
	adl: 'was auto-deleveraged',
	delisting: 'was settled because the contract was delisted',
	hand: 'was closed by a trade outside this service',
	handover: 'moved to another execution without a trade',
};

/** Events of a journal. */
export const event = {
	/**
	 * @param hedgedLeg leg of another execution that this one hedges in an emergency, or null. @param rolledLeg leg of
	 * another execution that this one moves to a new exchange, or null
	 */
	executionPlanned: (
		{
			quantity,
			coin,
			long,
			short,
			mode,
			leverage,
			hedgedLeg,
			rolledLeg,
		}: {
			readonly quantity: Figure;
			readonly coin: string;
			readonly long: string;
			readonly short: string;
			readonly mode: string;
			readonly leverage: Figure;
			readonly hedgedLeg: Leg | null;
			readonly rolledLeg: Leg | null;
		},
		write: Writer,
	) => {
		const what = `${write.number(quantity)} ${coin} long on ${long}, short on ${short}, ${mode}, leverage ${write.number(leverage)}`;
		if (rolledLeg !== null)
			return `Planned to move the ${rolledLeg} leg of another execution to a new exchange: ${what}.`;
		return hedgedLeg === null
			? `Planned: ${what}.`
			: `Planned as an emergency hedge of the ${hedgedLeg} leg of another execution: ${what}.`;
	},
	orderIntended: (
		{
			purpose,
			order,
			exchange,
			price,
			quote,
			resting,
		}: {
			readonly purpose: keyof typeof PURPOSES;
			readonly order: Order;
			readonly exchange: string;
			readonly price: Figure;
			readonly quote: string;
			readonly resting: boolean;
		},
		write: Writer,
	) => {
		const at = `${write.number(price)} ${quote}`;
		const terms = resting ? `resting at ${at}` : `at ${at} or better`;
		return `${PURPOSES[purpose]}: ${named(order, write)} on ${exchange} ${terms} is journaled and is being sent.`;
	},
	orderAccepted: ({ exchange, order }: Placed, write: Writer) =>
		`${venue(exchange)} has accepted ${named(order, write)}.`,
	/** @param why the exchange's code and message */
	orderRejected: (
		{ exchange, order, why, passing }: Placed & { readonly why: Words; readonly passing: boolean },
		write: Writer,
	) => {
		const reason = ended(write.words(why)).slice(0, -1);
		const then = passing ? ' The service may retry it.' : '';
		return `${venue(exchange)} has refused ${named(order, write)} (${reason}).${then}`;
	},
	orderOutcomeUnknown: ({ exchange, order }: Placed, write: Writer) =>
		`The outcome of ${named(order, write)} is unknown. The service queries ${venue(exchange)} until it is known.`,
	fillsRecorded: (
		{
			exchange,
			side,
			fills,
			fee,
		}: {
			readonly exchange: string | null;
			readonly side: Side;
			readonly fills: Filled;
			readonly fee: Figure | null;
		},
		write: Writer,
	) => {
		const verb = side === 'sell' ? 'sold' : 'bought';
		const paid = fee === null ? '' : `, fee ${write.number(fee)} USD`;
		return `${venue(exchange)} has filled ${filled(fills, write)} (${verb}${paid}).`;
	},
	orderEnded: ({ exchange, order, status }: Placed & { readonly status: keyof typeof ENDS }, write: Writer) =>
		`${capital(named(order, write))} on ${venue(exchange)} ${ENDS[status]}.`,
	orderProvenAbsent: ({ exchange, order }: Placed, write: Writer) =>
		`Confirmed: ${venue(exchange)} never received ${named(order, write)}.`,
	imbalanceFound: (
		{ long, short, coin }: { readonly long: Figure; readonly short: Figure; readonly coin: string },
		write: Writer,
	) => `The legs differ: ${write.number(long)} ${coin} long, ${write.number(short)} ${coin} short.`,
	unwindStarted: ({ reason }: Reason, write: Writer) =>
		ended(`The position is being reduced: ${write.words(reason)}`),
	executionOpened: (
		{ quantity, coin }: { readonly quantity: Figure; readonly coin: string },
		write: Writer,
	) => `Both legs hold ${write.number(quantity)} ${coin}.`,
	/** @param maker the leg that tries to close as maker, and for how long, milliseconds */
	closeRequested: (
		{
			reason,
			remaining,
			coin,
			maker,
		}: Reason & {
			readonly remaining: Figure;
			readonly coin: string;
			readonly maker: { readonly leg: Leg; readonly ms: number } | null;
		},
		write: Writer,
	) => {
		const what =
			Number(remaining) === 0
				? 'Both legs are being closed'
				: `Both legs are being reduced to ${write.number(remaining)} ${coin}`;
		const how =
			maker === null ? '' : `, with the ${maker.leg} leg as maker for up to ${write.duration(maker.ms)}`;
		return ended(`${what}${how}: ${write.words(reason)}`);
	},
	partClosed: ({ remaining, coin }: { readonly remaining: Figure; readonly coin: string }, write: Writer) =>
		`Both legs hold ${write.number(remaining)} ${coin}, and the execution keeps running.`,
	executionClosed: ({ reason }: Reason, write: Writer) =>
		ended(`Closed; both exchanges confirm zero position. Reason: ${write.words(reason)}`),
	executionFailed: ({ reason }: Reason, write: Writer) =>
		ended(`Failed; nothing is held. Reason: ${write.words(reason)}`),
	attentionRaised: ({ reason }: Reason, write: Writer) =>
		ended(`Your attention is needed: ${write.words(reason)}`),
	attentionCleared: ({ reason }: Reason, write: Writer) =>
		ended(`Your attention is no longer needed: ${write.words(reason)}`),
	/** @param amount without its sign. @param rate share of the notional, or null if the exchange does not report it */
	fundingBooked: (
		{
			exchange,
			amount,
			paid,
			rate,
		}: {
			readonly exchange: string;
			readonly amount: Figure;
			readonly paid: boolean;
			readonly rate: Figure | null;
		},
		write: Writer,
	) => {
		const at = rate === null ? '' : `, at a rate of ${write.number(rate)} %`;
		return `Funding on ${exchange}: ${write.number(amount)} USD ${paid ? 'paid' : 'received'}${at}.`;
	},
	orderCancelAsked: ({ exchange, order, reason }: Placed & Reason, write: Writer) =>
		ended(`${capital(named(order, write))} on ${venue(exchange)} is being cancelled: ${write.words(reason)}`),
	openingEnded: ({ reason }: Reason, write: Writer) =>
		ended(`The opening has stopped. Reason: ${write.words(reason)}`),
	cancelRequested: ({ reason }: Reason, write: Writer) =>
		ended(
			`The opening is cancelled, and the service unwinds the opened part. Reason: ${write.words(reason)}`,
		),
	legReduced: (
		{
			leg,
			exchange,
			fills,
			cause,
		}: {
			readonly leg: Leg;
			readonly exchange: string;
			readonly fills: Filled;
			readonly cause: keyof typeof CAUSES;
		},
		write: Writer,
	) => `The ${leg} leg on ${exchange} shrank: ${filled(fills, write)} ${CAUSES[cause]}.`,
	legTakenOver: (
		{ leg, exchange, fills }: { readonly leg: Leg; readonly exchange: string; readonly fills: Filled },
		write: Writer,
	) =>
		`The ${leg} leg on ${exchange} took over ${filled(fills, write)} from another execution without a trade.`,
	exitChanged: ({ exit }: { readonly exit: Exit }, write: Writer) => {
		const rules = exitRules(exit, write);
		return rules.length === 0
			? 'All exit rules are removed.'
			: `The exit rules are now: ${rules.join(', ')}.`;
	},
};

/** Names an order without its exchange. */
function named(order: Order | null, write: Writer): string {
	return order === null
		? 'an order'
		: `the order to ${order.side} ${write.number(order.quantity)} ${order.coin}`;
}

function venue(exchange: string | null): string {
	return exchange ?? 'its exchange';
}

function filled({ quantity, coin, price, quote, averaged }: Filled, write: Writer): string {
	const amount = `${write.number(quantity)} ${coin}`;
	return price === null
		? amount
		: `${amount} at ${write.number(price)} ${quote}${averaged ? ' on average' : ''}`;
}

function exitRules(exit: Exit, write: Writer): string[] {
	const rule = (value: Figure | null, words: (figure: string) => string): string[] =>
		value === null ? [] : [words(write.number(value))];
	return [
		...rule(exit.maxHours, (hours) => `close after ${hours} hours`),
		...rule(exit.maxEpochs, (epochs) => `close after ${epochs} funding intervals`),
		...rule(exit.takeProfitPct, (pct) => `take profit at ${pct} % of the capital`),
		...rule(exit.stopLossPct, (pct) => `stop loss at ${pct} % of the capital`),
		...(exit.closeOnReversal ? ['close when funding has reversed'] : []),
		...rule(
			exit.minLiquidationDistancePct,
			(pct) => `close when liquidation is less than ${pct} % from the mark price`,
		),
		...rule(exit.minSpreadAprPct, (pct) => `close when the funding spread stays below ${pct} % a year`),
		...rule(exit.minNetAprPct, (pct) => `close when the expected net stays below ${pct} % a year`),
	];
}

function ended(text: string): string {
	const trimmed = text.trim();
	return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function capital(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

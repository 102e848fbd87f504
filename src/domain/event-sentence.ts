/**
 * Describes each event of an execution's journal in one sentence for users. The table covers all types, because a
 * type without a sentence does not compile. Sentences contain no ids, and no library error texts about requests that
 * got no response.
 */
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	formatDecimal,
	fromInteger,
	mulTrunc,
	roundPlaces,
	sum,
	ZERO,
} from './decimal.ts';
import type { ExecutionEvent, ExecutionPlan, ExitPlan, Fill, OrderIntent, ReductionCause } from './event.ts';
import { durationText } from './figure-text.ts';

/** The plan and orders that a sentence needs in addition to its event. */
export type EventStory = {
	readonly plan: ExecutionPlan;
	readonly orders: readonly OrderIntent[];
};

/** Returns the display name of an exchange. */
type ShownName = (venue: string) => string;
type Story = EventStory & { readonly shownName: ShownName };
type Type = ExecutionEvent['type'];
type Of<Name extends Type> = Extract<ExecutionEvent, { readonly type: Name }>;
type Sentences = { readonly [Name in Type]: (event: Of<Name>, story: Story) => string };

const PERCENT = fromInteger(100);
const PRICE_PLACES = 8;
const RATE_PLACES = 6;
const USD_PLACES = 4;

const PURPOSES: Readonly<Record<OrderIntent['purpose'], string>> = {
	open: 'To open',
	complete: 'To match the legs',
	reduce: 'To reduce the position',
	close: 'To close',
};

const ENDS: Readonly<Record<Of<'OrderEnded'>['status'], string>> = {
	filled: 'is completely filled',
	canceled: 'was cancelled; its unfilled part has left the book',
	expired: 'has expired; its unfilled part has lapsed',
	rejected: 'was accepted and then rejected by the exchange',
};

const CAUSES: Readonly<Record<ReductionCause, string>> = {
	liquidation: 'was liquidated',
	adl: 'was auto-deleveraged',
	delisting: 'was settled because the contract was delisted',
	hand: 'was closed by a trade outside this service',
	handover: 'moved to another execution without a trade',
};

const SENTENCES: Sentences = {
	ExecutionPlanned({ plan }, { shownName }) {
		const { legs, mode, quantity, coin, takenOver, leverage } = plan;
		const sides = `long on ${shownName(legs.long.venue)}, short on ${shownName(legs.short.venue)}`;
		const what = `${grouped(quantity)} ${coin} ${sides}, ${mode}, leverage ${grouped(leverage)}`;
		if (takenOver === undefined) return `Planned: ${what}.`;
		return `Planned as an emergency hedge of the ${takenOver.leg} leg of another execution: ${what}.`;
	},
	OrderIntended(event, story) {
		const price = `${grouped(event.limitPrice)} ${quoteOf(event, story)}`;
		const terms = event.timeInForce === 'postOnly' ? `resting at ${price}` : `at ${price} or better`;
		return `${PURPOSES[event.purpose]}: the order to ${orderWords(event, story)} on ${story.shownName(story.plan.legs[event.leg].venue)} ${terms} is journaled and is being sent.`;
	},
	OrderAccepted: ({ clientOrderId }, story) =>
		`${venueOf(clientOrderId, story)} has accepted ${bareOrderOf(clientOrderId, story)}.`,
	OrderRejected({ clientOrderId, code, message, passing }, story) {
		const why = ended(`${code}: ${message}`);
		const then = passing ? ' The service may retry it.' : '';
		return `${venueOf(clientOrderId, story)} has refused ${bareOrderOf(clientOrderId, story)} (${why.slice(0, -1)}).${then}`;
	},
	OrderOutcomeUnknown: ({ clientOrderId }, story) =>
		`The outcome of ${bareOrderOf(clientOrderId, story)} is unknown. The service queries ${venueOf(clientOrderId, story)} until it is known.`,
	FillsRecorded({ clientOrderId, fills }, story) {
		const order = findOrder(clientOrderId, story);
		const verb = order?.side === 'sell' ? 'sold' : 'bought';
		const what = fillWords(fills, story, order?.leg);
		return `${venueOf(clientOrderId, story)} has filled ${what} (${verb}${feeWords(fills)}).`;
	},
	OrderEnded: ({ clientOrderId, status }, story) =>
		`${capital(orderOf(clientOrderId, story))} ${ENDS[status]}.`,
	OrderProvenAbsent: ({ clientOrderId }, story) =>
		`Confirmed: ${venueOf(clientOrderId, story)} never received ${bareOrderOf(clientOrderId, story)}.`,
	ImbalanceFound: ({ longHeld, shortHeld }, { plan: { coin } }) =>
		`The legs differ: ${grouped(longHeld)} ${coin} long, ${grouped(shortHeld)} ${coin} short.`,
	UnwindStarted: ({ reason }) => because('The position is being reduced', reason),
	ExecutionOpened: ({ quantity }, { plan: { coin } }) => `Both legs hold ${grouped(quantity)} ${coin}.`,
	CloseRequested({ reason, remaining, maker }, { plan: { coin } }) {
		const what =
			remaining === 0n
				? 'Both legs are being closed'
				: `Both legs are being reduced to ${grouped(remaining)} ${coin}`;
		const how =
			maker === undefined ? '' : `, with the ${maker.leg} leg as maker for up to ${durationText(maker.ms)}`;
		return because(`${what}${how}`, reason);
	},
	PartClosed: ({ remaining }, { plan: { coin } }) =>
		`Both legs hold ${grouped(remaining)} ${coin}, and the execution keeps running.`,
	ExecutionClosed: ({ reason }) => withReason('Closed; both exchanges confirm zero position', reason),
	ExecutionFailed: ({ reason }) => withReason('Failed; nothing is held', reason),
	AttentionRaised: ({ reason }) => because('Your attention is needed', reason),
	AttentionCleared: ({ reason }) => because('Your attention is no longer needed', reason),
	FundingBooked({ leg, amount, rate }, { plan, shownName }) {
		const verb = amount < 0n ? 'paid' : 'received';
		const usd = grouped(roundPlaces(abs(amount), USD_PLACES));
		const at = rate === null ? '' : `, at a rate of ${percent(rate)} %`;
		return `Funding on ${shownName(plan.legs[leg].venue)}: ${usd} USD ${verb}${at}.`;
	},
	OrderCancelAsked: ({ clientOrderId, reason }, story) =>
		because(`${capital(orderOf(clientOrderId, story))} is being cancelled`, reason),
	OpeningEnded: ({ reason }) => withReason('The opening has stopped', reason),
	CancelRequested: ({ reason }) =>
		withReason('The opening is cancelled, and the service unwinds the opened part', reason),
	LegReduced: ({ leg, cause, fills }, story) =>
		`The ${leg} leg on ${story.shownName(story.plan.legs[leg].venue)} shrank: ${fillWords(fills, story, leg)} ${CAUSES[cause]}.`,
	ExitChanged({ exit }) {
		const rules = exitWords(exit);
		return rules.length === 0
			? 'All exit rules are removed.'
			: `The exit rules are now: ${rules.join(', ')}.`;
	},
};

/** Returns the sentence for an event. @param shownName returns the display name of an exchange */
export function eventSentence<Name extends Type>(
	event: Of<Name>,
	{ plan, orders }: EventStory,
	shownName: ShownName,
): string {
	const sentence: Sentences[Name] = SENTENCES[event.type as Name];
	return sentence(event, { plan, orders, shownName });
}

// Parts of sentences ----------------------------------------------------------------------------------------------

function findOrder(clientOrderId: string, { orders }: EventStory): OrderIntent | undefined {
	return orders.findLast((order) => order.clientOrderId === clientOrderId);
}

function orderWords({ side, quantity }: OrderIntent, { plan }: EventStory): string {
	return `${side} ${grouped(quantity)} ${plan.coin}`;
}

/** Names the order without its exchange, for sentences that already name the exchange. */
function bareOrderOf(clientOrderId: string, story: EventStory): string {
	const order = findOrder(clientOrderId, story);
	return order === undefined ? 'an order' : `the order to ${orderWords(order, story)}`;
}

function orderOf(clientOrderId: string, story: Story): string {
	return `${bareOrderOf(clientOrderId, story)} on ${venueOf(clientOrderId, story)}`;
}

function venueOf(clientOrderId: string, story: Story): string {
	const order = findOrder(clientOrderId, story);
	return order === undefined ? 'its exchange' : story.shownName(story.plan.legs[order.leg].venue);
}

function quoteOf({ leg }: Pick<OrderIntent, 'leg'>, { plan }: EventStory): string {
	return plan.legs[leg].instrument.quote;
}

/** Formats the total quantity of the fills and their price; if their prices differ, the average price. */
function fillWords(fills: readonly Fill[], story: EventStory, leg: OrderIntent['leg'] = 'long'): string {
	const quantity = sum(fills.map((fill) => fill.quantity));
	const amount = `${grouped(quantity)} ${story.plan.coin}`;
	if (quantity === 0n) return amount;
	const worth = fills.reduce((total, fill) => add(total, mulTrunc(fill.price, fill.quantity)), ZERO);
	const isOne = fills.every(({ price }) => price === fills[0]?.price);
	const price = isOne ? (fills[0]?.price ?? worth) : roundPlaces(divTrunc(worth, quantity), PRICE_PLACES);
	return `${amount} at ${grouped(price)} ${quoteOf({ leg }, story)}${isOne ? '' : ' on average'}`;
}

function feeWords(fills: readonly Fill[]): string {
	const fee = sum(fills.map((fill) => fill.fee));
	if (fee === 0n) return '';
	return `, fee ${grouped(roundPlaces(fee, USD_PLACES))} USD`;
}

function exitWords(exit: ExitPlan): string[] {
	const rule = (value: Decimal | number | null, words: (text: string) => string): string[] =>
		value === null ? [] : [words(typeof value === 'number' ? String(value) : grouped(value))];
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
		...rule(
			exit.minSpreadAprPct ?? null,
			(pct) => `close when the funding spread stays below ${pct} % a year`,
		),
		...rule(exit.minNetAprPct ?? null, (pct) => `close when the expected net stays below ${pct} % a year`),
	];
}

function because(what: string, reason: string): string {
	return ended(`${what}: ${reason}`);
}

function withReason(what: string, reason: string): string {
	return ended(`${what}. Reason: ${reason}`);
}
function ended(text: string): string {
	const trimmed = text.trim();
	return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function capital(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function percent(rate: Decimal): string {
	return formatDecimal(roundPlaces(mulTrunc(rate, PERCENT), RATE_PLACES));
}

/** Formats the exact value with thousands separators. */
function grouped(value: Decimal): string {
	const [whole = '', fraction] = formatDecimal(value).split('.');
	const text = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
	return fraction === undefined ? text : `${text}.${fraction}`;
}

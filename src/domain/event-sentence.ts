/**
 * Describes each event of an execution's journal in one sentence for users. The table covers all types, because a
 * type without a sentence does not compile. The sentences' words are in `sentences/event.ts`.
 */
import { event as eventTable } from '../sentences/event.ts';
import type { Sentence } from '../sentences/sentence.ts';
import {
	abs,
	add,
	type Decimal,
	divTrunc,
	fromInteger,
	mulTrunc,
	roundPlaces,
	sum,
	ZERO,
} from './decimal.ts';
import { spoken } from './english.ts';
import type { ExecutionEvent, ExecutionPlan, ExitPlan, Fill, OrderIntent } from './event.ts';
import { storedReason } from './stored-reason.ts';

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
type Sentences = { readonly [Name in Type]: (event: Of<Name>, story: Story) => Sentence };

const PERCENT = fromInteger(100);
const PRICE_PLACES = 8;
const RATE_PLACES = 6;
const USD_PLACES = 4;

const EVENT_TEXT = spoken('event', eventTable);

const SENTENCES: Sentences = {
	ExecutionPlanned: ({ plan: { legs, mode, quantity, coin, takenOver, rolls, leverage } }, { shownName }) =>
		EVENT_TEXT.executionPlanned({
			quantity,
			coin,
			long: shownName(legs.long.venue),
			short: shownName(legs.short.venue),
			mode,
			leverage,
			hedgedLeg: takenOver?.leg ?? null,
			rolledLeg: rolls === undefined ? null : rolls.stays === 'long' ? 'short' : 'long',
		}),
	OrderIntended: (event, { plan, shownName }) =>
		EVENT_TEXT.orderIntended({
			purpose: event.purpose,
			order: { side: event.side, quantity: event.quantity, coin: plan.coin },
			exchange: shownName(plan.legs[event.leg].venue),
			price: event.limitPrice,
			quote: plan.legs[event.leg].instrument.quote,
			resting: event.timeInForce === 'postOnly',
		}),
	OrderAccepted: ({ clientOrderId }, story) => EVENT_TEXT.orderAccepted(placed(clientOrderId, story)),
	OrderRejected: ({ clientOrderId, code, message, passing }, story) =>
		EVENT_TEXT.orderRejected({ ...placed(clientOrderId, story), why: `${code}: ${message}`, passing }),
	OrderOutcomeUnknown: ({ clientOrderId }, story) =>
		EVENT_TEXT.orderOutcomeUnknown(placed(clientOrderId, story)),
	FillsRecorded({ clientOrderId, fills }, story) {
		const { exchange, order } = placed(clientOrderId, story);
		const fee = sum(fills.map((fill) => fill.fee));
		return EVENT_TEXT.fillsRecorded({
			exchange,
			side: order?.side ?? 'buy',
			fills: filled(fills, story, findOrder(clientOrderId, story)?.leg),
			fee: fee === 0n ? null : roundPlaces(fee, USD_PLACES),
		});
	},
	OrderEnded: ({ clientOrderId, status }, story) =>
		EVENT_TEXT.orderEnded({ ...placed(clientOrderId, story), status }),
	OrderProvenAbsent: ({ clientOrderId }, story) => EVENT_TEXT.orderProvenAbsent(placed(clientOrderId, story)),
	ImbalanceFound: ({ longHeld, shortHeld }, { plan: { coin } }) =>
		EVENT_TEXT.imbalanceFound({ long: longHeld, short: shortHeld, coin }),
	UnwindStarted: ({ reason }) => EVENT_TEXT.unwindStarted({ reason: storedReason(reason) }),
	ExecutionOpened: ({ quantity }, { plan: { coin } }) => EVENT_TEXT.executionOpened({ quantity, coin }),
	CloseRequested: ({ reason, remaining, maker }, { plan: { coin } }) =>
		EVENT_TEXT.closeRequested({
			reason: storedReason(reason),
			remaining,
			coin,
			maker: maker === undefined ? null : { leg: maker.leg, ms: maker.ms },
		}),
	PartClosed: ({ remaining }, { plan: { coin } }) => EVENT_TEXT.partClosed({ remaining, coin }),
	ExecutionClosed: ({ reason }) => EVENT_TEXT.executionClosed({ reason: storedReason(reason) }),
	ExecutionFailed: ({ reason }) => EVENT_TEXT.executionFailed({ reason: storedReason(reason) }),
	AttentionRaised: ({ reason }) => EVENT_TEXT.attentionRaised({ reason: storedReason(reason) }),
	AttentionCleared: ({ reason }) => EVENT_TEXT.attentionCleared({ reason: storedReason(reason) }),
	FundingBooked: ({ leg, amount, rate }, { plan, shownName }) =>
		EVENT_TEXT.fundingBooked({
			exchange: shownName(plan.legs[leg].venue),
			amount: roundPlaces(abs(amount), USD_PLACES),
			paid: amount < 0n,
			rate: rate === null ? null : roundPlaces(mulTrunc(rate, PERCENT), RATE_PLACES),
		}),
	OrderCancelAsked: ({ clientOrderId, reason }, story) =>
		EVENT_TEXT.orderCancelAsked({ ...placed(clientOrderId, story), reason: storedReason(reason) }),
	OpeningEnded: ({ reason }) => EVENT_TEXT.openingEnded({ reason: storedReason(reason) }),
	CancelRequested: ({ reason }) => EVENT_TEXT.cancelRequested({ reason: storedReason(reason) }),
	LegReduced: ({ leg, cause, fills }, story) =>
		EVENT_TEXT.legReduced({
			leg,
			exchange: story.shownName(story.plan.legs[leg].venue),
			fills: filled(fills, story, leg),
			cause,
		}),
	LegTakenOver: ({ leg, fill }, story) =>
		EVENT_TEXT.legTakenOver({
			leg,
			exchange: story.shownName(story.plan.legs[leg].venue),
			fills: filled([fill], story, leg),
		}),
	ExitChanged: ({ exit }) => EVENT_TEXT.exitChanged({ exit: exitFacts(exit) }),
};

/** Returns the sentence for an event. @param shownName returns the display name of an exchange */
export function eventSentence<Name extends Type>(
	event: Of<Name>,
	{ plan, orders }: EventStory,
	shownName: ShownName,
): Sentence {
	const sentence: Sentences[Name] = SENTENCES[event.type as Name];
	return sentence(event, { plan, orders, shownName });
}

function findOrder(clientOrderId: string, { orders }: EventStory): OrderIntent | undefined {
	return orders.findLast((order) => order.clientOrderId === clientOrderId);
}

function placed(clientOrderId: string, story: Story): Parameters<typeof eventTable.orderAccepted>[0] {
	const order = findOrder(clientOrderId, story);
	if (order === undefined) return { exchange: null, order: null };
	const { side, quantity, leg } = order;
	return {
		exchange: story.shownName(story.plan.legs[leg].venue),
		order: { side, quantity, coin: story.plan.coin },
	};
}

/** Returns the total quantity of the fills and their price; if their prices differ, the average price. */
function filled(
	fills: readonly Fill[],
	{ plan }: EventStory,
	leg: OrderIntent['leg'] = 'long',
): Parameters<typeof eventTable.fillsRecorded>[0]['fills'] {
	const quantity = sum(fills.map((fill) => fill.quantity));
	const { quote } = plan.legs[leg].instrument;
	const averaged = fills.some(({ price }) => price !== fills[0]?.price);
	const price = quantity === 0n ? null : averaged ? meanPrice(fills, quantity) : (fills[0]?.price ?? null);
	return { quantity, coin: plan.coin, price, quote, averaged };
}

function meanPrice(fills: readonly Fill[], quantity: Decimal): Decimal {
	const worth = fills.reduce((total, fill) => add(total, mulTrunc(fill.price, fill.quantity)), ZERO);
	return roundPlaces(divTrunc(worth, quantity), PRICE_PLACES);
}

function exitFacts(exit: ExitPlan): Parameters<typeof eventTable.exitChanged>[0]['exit'] {
	return {
		maxHours: exit.maxHours,
		maxEpochs: exit.maxEpochs,
		takeProfitPct: exit.takeProfitPct,
		stopLossPct: exit.stopLossPct,
		closeOnReversal: exit.closeOnReversal,
		minLiquidationDistancePct: exit.minLiquidationDistancePct,
		minSpreadAprPct: exit.minSpreadAprPct ?? null,
		minNetAprPct: exit.minNetAprPct ?? null,
	};
}

/**
 * Reasons that the journal keeps. Some continue a sentence, so they begin in lower case. Fixed reasons have the
 * wording of the journal, by which `domain/stored-reason.ts` recognizes them. The others are kept with their facts, so
 * a fact keeps its name and meaning.
 */
import type { Words, Writer } from './sentence.ts';

/** Fixed reasons. */
export const reason = {
	closed: () => 'closed',
	closedBySwitch: () => 'closed by a kill switch',
	closedByDisconnect: () => 'closed because its exchange account is being disconnected',
	closedByCaller: () => 'closed by close_execution',
	partClosedByCaller: () => 'part closed by close_execution',
	canceledBySwitch: () => 'CANCELED: by a kill switch',
	canceledByDisconnect: () => 'CANCELED: because its exchange account is being disconnected',
	canceledByCaller: () => 'CANCELED: by cancel_execution',
	keptByCaller: () => 'CANCELED: the opening was ended by cancel_execution',
	agentStopped: () => 'its agent was stopped',
	unknownOrder: () =>
		'The outcome of an order has been unknown for too long. Check both exchanges. The service keeps querying it and continues once the exchange answers.',
	notFlat: () =>
		'Our fills add up to zero, but an exchange reports a position in the contract. A manual trade caused it. Close that position at the exchange. The execution then ends by itself.',
	rollBroken: () =>
		'The position before could not hand over its leg, because of an internal error. The service reduces the new leg to match. Report this to the operator.',
	allProven: () => 'The outcome of every order is known.',
	equalAgain: () => 'Both legs are equal again.',
	tradedAgain: () => 'Both contracts trade again.',
	calm: () => 'The account has matched the journal for ten minutes.',
	settings: () => 'Leverage and margin mode are as planned.',
	explained: () => "The exchange's fills explain the change in the position.",
	otherClose: () => 'Another close was requested.',
	restartedBeforeSend: () => 'The service restarted before anything was sent.',
	restartedInFlight: () => 'The service restarted while the order was in flight.',
	nothingOpened: () => 'Nothing was opened.',
	noDepth: () =>
		'Nothing was opened: neither order book held the quantity within the slippage limit when the orders arrived.',
	tooSmall: () =>
		'the opened quantity is below the smallest order of the exchanges, so the service closes it again',
	noFill: () => 'the first leg did not fill within the slippage limit',
	notWorthIt: () => 'opening the remainder is no longer worth the cost',
	rollGone: () => 'the position before it is no longer open',
	rollClosing: () => 'the position before it is being closed',
	rollRest: () => 'no further part of the position before it can move',
	rollRefused: () =>
		'The position before it could not hand over its leg. The service reduces the new leg to match.',
	otherLegLags: () => 'the other leg is not filling',
	reducing: () => 'both legs are being reduced',
	person: () => 'the execution needs your attention',
	otherOrderUnknown: () => 'an order of the other leg has an unknown outcome',
	makerTimeOver: () => 'its time limit as a maker order has passed',
	settlementNear: () => 'a settlement is near',
	noBook: () => 'there is no current order book',
	priceMoved: () => 'the best price has moved away',
	notTraded: () => 'an exchange may not be taking orders on its contract',
	exitCostlier: () => 'the price basis has moved further than the limit, so the rest is closed as taker',
	unbalanced: () => 'unbalanced',
	unwindingNow: () => 'unwinding',
};

const SECOND_MS = 1_000;

type Why = { readonly why: Words };

/** Reasons that name another reason, an execution, an exchange or a time. */
export const phase = {
	unwinding: ({ why }: Why, write: Writer) => `unwinding: ${write.words(why)}`,
	canceled: ({ why }: Why, write: Writer) => `CANCELED: ${write.words(why)}`,
	nothingOpened: ({ why }: Why, write: Writer) => `Nothing was opened: ${write.words(why)}.`,
	/** @param why why the close covers the whole position: a phrase */
	closedWhole: ({ why }: Why, write: Writer) => `closed by close_execution; ${write.words(why)}`,
	/** @param ms time limit of the opening, milliseconds */
	outOfTime: ({ ms }: { readonly ms: number }, write: Writer) =>
		`the time limit of ${write.exact(Math.round(ms / SECOND_MS))} s expired before everything was open`,
	answersAgain: ({ exchange }: { readonly exchange: string }) =>
		`${exchange} is answering again, so the service closes the emergency hedge together with the leg that it hedges`,
	/** @param to id of the execution that holds the pair after the roll */
	rolledTo: ({
		to,
		leg,
		exchange,
	}: {
		readonly to: string;
		readonly leg: 'long' | 'short';
		readonly exchange: string;
	}) => `the ${leg} leg moves to ${exchange}, where ${to} holds it`,
	/** @param from id of the hedged execution */
	emergencyHedge: ({ from, exchange }: { readonly from: string; readonly exchange: string }) =>
		`emergency hedge of ${from}: closes once ${exchange} answers again`,
};

const CAUSES = {
	liquidation: 'liquidation',
	adl: 'adl',
	delisting: 'delisting',
	hand: 'hand',
	handover: 'handover',
};

type Leg = 'long' | 'short';
/** @param why the exchange's refusal */
type Refused = { readonly leg: Leg; readonly why: string };

/** Reasons that name a leg. */
export const legReason = {
	openingRejected: ({ leg, why }: Refused) =>
		`Nothing was opened: the ${leg} leg was rejected (${why.replace(/\.$/, '')}).`,
	/** @param why the exchange's refusal; null if it gave none */
	rejected: ({ leg, why }: { readonly leg: Leg; readonly why: string | null }) =>
		`the ${leg} leg was rejected${why === null ? '' : ` (${why.replace(/\.$/, '')})`}`,
	unwindRejected: ({ leg, why }: Refused) =>
		`The ${leg} leg was rejected (${why}). The service reduces the other leg to match.`,
	unwindUnfilled: ({ leg }: { readonly leg: Leg }) =>
		`The ${leg} leg did not fill within the slippage limit. The service reduces the larger leg to match.`,
	/** @param cause code of a reduction that our orders did not make */
	reduced: ({ cause, leg }: { readonly cause: keyof typeof CAUSES; readonly leg: Leg }) =>
		`${CAUSES[cause]} on the ${leg} leg`,
};

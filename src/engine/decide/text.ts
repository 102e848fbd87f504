/**
 * Contains every message that the engine shows to users: reasons in the journal, attention messages, responses to
 * closes and cancels.
 */
import { type Decimal, formatFixed } from '../../domain/decimal.ts';
import { spoken } from '../../domain/english.ts';
import { percentOfShare } from '../../domain/exit-liquidation.ts';
import { attention } from '../../sentences/attention.ts';
import { close } from '../../sentences/close.ts';
import { exit } from '../../sentences/exit.ts';
import { opening } from '../../sentences/opening.ts';
import { textOf, type Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';

const MINUTE_MS = 60_000;

/** Names an instrument for messages, such as `Bybit SOLUSDT`. */
export function nameOf(venue: string, symbol: string): string {
	return `${shownNameOf(venue)} ${symbol}`;
}

/** Builds the message for a user without a session at an exchange. */
export function notConnected(venue: string): string {
	return `This user has no connected account at ${shownNameOf(venue)}. Connect one again; the service then continues by itself.`;
}

/** Why an execution needs manual attention. */
export const ATTENTION_TEXT = spoken('attention', attention);

/** Fixed reasons for manual attention. */
export const ATTENTION = {
	unknownOrder:
		'The outcome of an order has been unknown for too long. Check both exchanges. The service keeps querying it and continues once the exchange answers.',
	rollBroken:
		'The position before could not hand over its leg, because of an internal error. The service reduces the new leg to match. Report this to the operator.',
	notFlat:
		'Our fills add up to zero, but an exchange reports a position in the contract. A manual trade caused it. Close that position at the exchange. The execution then ends by itself.',
} as const;

/** Why an execution no longer needs manual attention. */
export const CLEARED = {
	allProven: 'The outcome of every order is known.',
	equalAgain: 'Both legs are equal again.',
	tradedAgain: 'Both contracts trade again.',
	otherClose: 'Another close was requested.',
} as const;

/** Builds the message about opening the smaller leg to match the larger one, which cannot be reduced. */
export function reopened(refusal: Words, venue: string): string {
	return `${textOf(refusal)} We open the same quantity on ${shownNameOf(venue)}, so that no leg is unhedged.`;
}

/** Reasons from the engine that the journal keeps. Some continue a sentence, so they begin in lower case. */
export const REASONS = {
	restartedBeforeSend: 'The service restarted before anything was sent.',
	restartedInFlight: 'The service restarted while the order was in flight.',
	nothingOpened: 'Nothing was opened.',
	noDepth:
		'Nothing was opened: neither order book held the quantity within the slippage limit when the orders arrived.',
	tooSmall:
		'the opened quantity is below the smallest order of the exchanges, so the service closes it again',
	noFill: 'the first leg did not fill within the slippage limit',
	notWorthIt: 'opening the remainder is no longer worth the cost',
	rollGone: 'the position before it is no longer open',
	rollClosing: 'the position before it is being closed',
	rollRest: 'no further part of the position before it can move',
	rollRefused:
		'The position before it could not hand over its leg. The service reduces the new leg to match.',
} as const;

/** Why a resting order is canceled. */
export const CANCEL_REASONS = {
	otherLegLags: 'the other leg is not filling',
	reducing: 'both legs are being reduced',
	person: 'the execution needs your attention',
	unknownOrder: 'an order of the other leg has an unknown outcome',
	makerTimeOver: 'its time limit as a maker order has passed',
	settlementNear: 'a settlement is near',
	noBook: 'there is no current order book',
	priceMoved: 'the best price has moved away',
	notTraded: 'an exchange may not be taking orders on its contract',
	exitCostlier: 'the price basis has moved further than the limit, so the rest is closed as taker',
} as const;

/** Previews and answers of closes and cancels, and their refusals. */
export const CLOSE_TEXT = spoken('close', close);

/** How a trade is opened and why, what happens if one leg fails, and the warnings of an opening. */
export const OPENING_TEXT = spoken('opening', opening);

/** Reasons from exit rules. Each begins with the name of its rule. `instrument` comes from `nameOf`. */
export const EXIT_TEXT = spoken('exit', exit);

/** Warnings from exit rules, which the service logs. `name` comes from `nameOf`. */
export const EXIT_WARNINGS = {
	/** @param distance the sentence `EXIT_TEXT.liquidation` @param shrinkShare fraction of the distance at entry */
	liquidation: (distance: Words, shrinkShare: Decimal) =>
		`The ${textOf(distance)}. Add margin or close. At ${formatFixed(percentOfShare(shrinkShare), 0)} % of the distance at entry, the service halves both legs.`,
	noPrices: (name: string, closeAfterMs: number) =>
		`${name} has no current prices, so the exit rules cannot act on it. After ${closeAfterMs / MINUTE_MS} min, the service closes the execution as soon as possible.`,
} as const;

/** Why an exchange cannot take an emergency hedge; continues a log line. */
export const HEDGE_FAULTS = {
	noMid: 'its order book has no usable mid price',
	priceApart: 'its price is too far from the last known price',
	liquidated: (venue: string) =>
		`the price has passed the liquidation price on ${shownNameOf(venue)}, so the position there is unknown`,
	leverage: 'it does not allow the leverage',
	smallRest: (venue: string) =>
		`${shownNameOf(venue)} might reject an order for the remainder of either part as too small`,
	tooSmall: 'the unhedged leg is below the smallest order',
	thinBook: 'its order book is too thin',
	noMargin: 'the account there has too little margin',
} as const;

/**
 * Reasons that the journal keeps as text, and reasons that name another one. Some continue a sentence, so they begin in lower
 * case. Fixed reasons have the wording of the journal, by which `domain/stored-reason.ts` recognizes them.
 */
import type { Words, Writer } from './sentence.ts';

/** Fixed reasons. */
export const reason = {
	closedByCaller: () => 'closed by close_execution',
	partClosedByCaller: () => 'part closed by close_execution',
	canceledByCaller: () => 'CANCELED: by cancel_execution',
	keptByCaller: () => 'CANCELED: the opening was ended by cancel_execution',
	agentStopped: () => 'its agent was stopped',
	unknownOrder: () =>
		'The outcome of an order has been unknown for too long. Check both exchanges. The service keeps querying it and continues once the exchange answers.',
	notFlat: () =>
		'Our fills add up to zero, but an exchange reports a position in the contract. A manual trade caused it. Close that position at the exchange. The execution then ends by itself.',
	allProven: () => 'The outcome of every order is known.',
	equalAgain: () => 'Both legs are equal again.',
	tradedAgain: () => 'Both contracts trade again.',
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

type Why = { readonly why: Words };

/** Reasons that name another reason or an execution. */
export const phase = {
	unwinding: ({ why }: Why, write: Writer) => `unwinding: ${write.words(why)}`,
	canceled: ({ why }: Why, write: Writer) => `CANCELED: ${write.words(why)}`,
	nothingOpened: ({ why }: Why, write: Writer) => `Nothing was opened: ${write.words(why)}.`,
	/** @param from id of the hedged execution */
	emergencyHedge: ({ from, exchange }: { readonly from: string; readonly exchange: string }) =>
		`emergency hedge of ${from}: closes once ${exchange} answers again`,
};

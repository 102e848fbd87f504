/** A trading session that tells of every request whether the venue answered it. */

import { VenueError, VenueRateLimitError, type VenueTrading } from '../../ports/venue.ts';
import type { VenueOutcomes } from '../../ports/venue-outcomes.ts';

/** Orders leave in the same tick as they would without it. */
export function countedTrading(trading: VenueTrading, outcomes: VenueOutcomes): VenueTrading {
	const { venue } = trading;
	const tell = (answered: boolean): void => outcomes.note(venue, answered ? 'answered' : 'failed');

	function reading<T>(read: Promise<T>): Promise<T> {
		read.then(
			() => tell(true),
			(error: unknown) => {
				// Either nothing was asked, or the venue has answered that it was asked too often: that is no silence.
				if (error instanceof VenueRateLimitError) return;
				tell(error instanceof VenueError && error.kind === 'rejected');
			},
		);
		return read;
	}

	function judged<T>(value: Promise<T>, isAnswer: (value: T) => boolean): Promise<T> {
		value.then(
			(known) => tell(isAnswer(known)),
			() => tell(false),
		);
		return value;
	}

	return {
		...trading,
		warmUp: () => reading(trading.warmUp()),
		prepare: (symbol, leverage, mode) => reading(trading.prepare(symbol, leverage, mode)),
		placeOrder: (order) => judged(trading.placeOrder(order), ({ kind }) => kind !== 'unknown'),
		findOrder: (symbol, id) => judged(trading.findOrder(symbol, id), ({ kind }) => kind !== 'unavailable'),
		cancelOrder: (symbol, id) => judged(trading.cancelOrder(symbol, id), ({ kind }) => kind !== 'unknown'),
		accountFills: (symbol, from, to) => reading(trading.accountFills(symbol, from, to)),
		tradedSymbols: (from, to) => reading(trading.tradedSymbols(from, to)),
		positions: () => reading(trading.positions()),
		balance: () => reading(trading.balance()),
		fees: (symbol) => reading(trading.fees(symbol)),
		fundingPayments: (symbol, from, to) => reading(trading.fundingPayments(symbol, from, to)),
		externalFlows: (from, to) => reading(trading.externalFlows(from, to)),
	};
}

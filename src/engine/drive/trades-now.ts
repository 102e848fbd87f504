/**
 * Determines whether a venue accepts orders on a contract, from the venue's contract list, the contract's ticker and
 * the venue's status.
 */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Market } from '../../ports/market.ts';
import { joined, textOf, type Words } from '../../sentences/sentence.ts';
import { shownNameOf } from '../../venues/facts.ts';
import type { Trades } from '../decide/surroundings.ts';
import { ATTENTION_TEXT } from '../decide/text.ts';
import { NOT_TRADED } from './text.ts';

/** Minimum interval between two requests for a venue's contract list because of an untraded contract. */
const LIST_CHECK_MS = 15_000;

/** Creates the check, which refetches the venue's contracts while a requested one does not trade. */
export function tradesNow(market: Market, clock: Clock): (venue: VenueName, symbol: string) => Trades {
	const checkedAt = new Map<VenueName, number>();

	function checkAgain(venue: VenueName): void {
		const now = clock.monotonic();
		if (now - (checkedAt.get(venue) ?? Number.NEGATIVE_INFINITY) < LIST_CHECK_MS) return;
		checkedAt.set(venue, now);
		market.checkAgain(venue);
	}

	return (venue, symbol) => {
		const why = whyNot(market, venue, symbol);
		if (why !== undefined) {
			checkAgain(venue);
			return { is: 'no', why };
		}
		const { state, stopped, reason } = market.status(venue);
		if (stopped !== null) return { is: 'doubtful', why: NOT_TRADED.stopped(venue, textOf(stopped)) };
		return state === 'fresh'
			? { is: 'yes' }
			: { is: 'doubtful', why: NOT_TRADED.noData(venue, textOf(reason ?? state)) };
	};
}

/**
 * Returns why the contract does not trade; undefined if it trades. Until the venue's first contract list has arrived,
 * nothing is known about any contract.
 */
function whyNot(market: Market, venue: VenueName, symbol: string): Words | undefined {
	const contract = { exchange: shownNameOf(venue), symbol };
	const inputs = market.get(venue, symbol);
	if (inputs === undefined)
		return market.status(venue).instrumentCount === 0 ? undefined : ATTENTION_TEXT.notListed(contract);
	if (inputs.ticker === undefined || inputs.ticker.tradable) return undefined;
	const { problems } = inputs.ticker;
	return ATTENTION_TEXT.notTrading({ ...contract, why: problems.length === 0 ? null : joined(problems) });
}

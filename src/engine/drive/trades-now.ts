/** Whether a venue takes orders on a contract, by its list, its ticker and what it says of itself. */
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Market } from '../../ports/market.ts';
import type { Trades } from '../decide/surroundings.ts';

/** A contract that is not traded is looked for in a new list at most this often. */
const LIST_CHECK_MS = 15_000;

/** Asks for the venue's contracts anew while one that is asked for is not traded. */
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
		if (stopped !== null) return { is: 'doubtful', why: `${venue}: ${stopped}` };
		return state === 'fresh'
			? { is: 'yes' }
			: { is: 'doubtful', why: `${venue} gives no current data: ${reason ?? state}` };
	};
}

/** Before the first list nothing is known of any contract. */
function whyNot(market: Market, venue: VenueName, symbol: string): string | undefined {
	const inputs = market.get(venue, symbol);
	if (inputs === undefined)
		return market.status(venue).instrumentCount === 0 ? undefined : `${venue} does not list ${symbol} now.`;
	if (inputs.ticker === undefined || inputs.ticker.tradable) return undefined;
	return `${venue} does not trade ${symbol} now: ${inputs.ticker.problems.join(' ') || 'it says so.'}`;
}

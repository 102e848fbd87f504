/** Refuses calls at exchanges that are not traded, not current or not connected. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { MARKET_TEXT } from '../../domain/market-text.ts';
import type { TradingAccounts } from '../../ports/accounts.ts';
import { type Market, notFreshSentence } from '../../ports/market.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import { shownNameOf } from '../../venues/facts.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

type VenueOptions = { readonly market: Market; readonly accounts: TradingAccounts };

/**
 * Must be checked first, because an exchange that is not traded is refused whether or not it is fresh or connected.
 * @throws CarrywireError EXCHANGE_NOT_TRADED
 */
export function requireTraded({ market }: VenueOptions, venue: string): void {
	if (market.status(venue).isTraded) return;
	throw new CarrywireError('EXCHANGE_NOT_TRADED', MARKET_TEXT.dataOnly({ exchange: shownNameOf(venue) }), {
		facts: { exchange: venue },
	});
}

/** @throws CarrywireError PAIR_INACTIVE */
export function requireFresh(options: VenueOptions, venue: string): void {
	const status = options.market.status(venue);
	if (status.state === 'fresh') return;
	throw new CarrywireError('PAIR_INACTIVE', notFreshSentence(shownNameOf(venue), status), {
		facts: { exchange: venue },
	});
}

/** @throws CarrywireError EXCHANGE_NOT_CONNECTED */
export function requireSession(options: VenueOptions, userId: string, venue: string): VenueTrading {
	const session = options.accounts.trading(userId, venue);
	if (session === undefined)
		throw new CarrywireError(
			'EXCHANGE_NOT_CONNECTED',
			REFUSAL_TEXT.notConnected({ exchange: shownNameOf(venue) }),
			{
				facts: { exchange: venue },
			},
		);
	return session;
}

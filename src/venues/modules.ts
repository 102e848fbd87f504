/** Registers the adapters for all traded exchanges. */
import type { ExchangeOAuthTable } from '../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { binance } from './binance/module.ts';
import { bybit } from './bybit/module.ts';
import { shownNameOf, type TradedVenue } from './facts.ts';
import { hyperliquid } from './hyperliquid/module.ts';
import { kucoin } from './kucoin/module.ts';
import { okx } from './okx/module.ts';
import type { Dialect } from './shared/dialect.ts';
import { openDialect, type VenueModule } from './shared/venue-module.ts';

/** Modules for all traded exchanges, by name. */
export const VENUE_MODULES: Readonly<Record<TradedVenue, VenueModule>> = {
	bybit,
	kucoin,
	binance,
	okx,
	hyperliquid,
};

/**
 * How users connect accounts at each exchange, by exchange name. Without an OAuth client in the settings, the user
 * enters a key.
 */
export const EXCHANGE_OAUTH_TABLE: ExchangeOAuthTable = Object.fromEntries(
	Object.entries(VENUE_MODULES).map(([venue, { oauth }]) => [venue, oauth]),
);

/** Returns the exchange's module. @throws Error for an exchange on which the service does not trade */
export function moduleOf(venue: string): VenueModule {
	if (Object.hasOwn(VENUE_MODULES, venue)) return VENUE_MODULES[venue as TradedVenue];
	throw new Error(
		`The service does not trade at ${shownNameOf(venue)}. Choose one of ${Object.keys(VENUE_MODULES).join(', ')}.`,
	);
}

/**
 * Returns the exchange's `Dialect` for one session: its API format and rules (`openDialect`). @throws Error for an
 * exchange on which the service does not trade
 */
export function dialectOf(venue: string, isTest = false, credentials?: VenueCredentials): Dialect {
	return openDialect(moduleOf(venue), isTest, credentials);
}

/**
 * Returns how far a timestamp may be ahead of or behind the exchange's clock before the exchange refuses a signed
 * request, milliseconds. The service stamps requests with the exchange's measured time.
 */
export function clockLimits(venue: string): { readonly aheadMs: number; readonly behindMs: number } {
	const { clockAheadMsMax, orderWindowMs } = dialectOf(venue);
	return { aheadMs: clockAheadMsMax, behindMs: orderWindowMs };
}

/** The registry of exchanges that the service trades at, by their modules: an import and a line for each. */
import type { ExchangeOAuthTable } from '../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../ports/venue.ts';
import { binance } from './binance/module.ts';
import { bybit } from './bybit/module.ts';
import type { TradedVenue } from './facts.ts';
import { hyperliquid } from './hyperliquid/module.ts';
import { kucoin } from './kucoin/module.ts';
import { okx } from './okx/module.ts';
import type { Dialect } from './shared/dialect.ts';
import { openDialect, type VenueModule } from './shared/venue-module.ts';

/** Modules of all exchanges that the service trades at, by name. */
export const VENUE_MODULES: Readonly<Record<TradedVenue, VenueModule>> = {
	bybit,
	kucoin,
	binance,
	okx,
	hyperliquid,
};

/** How accounts of each exchange are connected, keyed by its name. One without a client in the settings is connected by a key that is entered. */
export const EXCHANGE_OAUTH_TABLE: ExchangeOAuthTable = Object.fromEntries(
	Object.entries(VENUE_MODULES).map(([venue, { oauth }]) => [venue, oauth]),
);

/** @throws Error for an exchange that the service does not trade at */
export function moduleOf(venue: string): VenueModule {
	if (Object.hasOwn(VENUE_MODULES, venue)) return VENUE_MODULES[venue as TradedVenue];
	throw new Error(
		`There is no adapter for ${venue}; there is one for ${Object.keys(VENUE_MODULES).join(', ')}.`,
	);
}

/** A dialect for one session (`openDialect`). @throws Error for an exchange that the service does not trade at */
export function dialectOf(venue: string, isTest = false, credentials?: VenueCredentials): Dialect {
	return openDialect(moduleOf(venue), isTest, credentials);
}

/**
 * How far a clock may be from the exchange's before it refuses what is signed by it, milliseconds, by its own rules of signed
 * requests; our requests are stamped with its measured time besides.
 */
export function clockLimits(venue: string): { readonly aheadMs: number; readonly behindMs: number } {
	const { clockAheadMsMax, orderWindowMs } = dialectOf(venue);
	return { aheadMs: clockAheadMsMax, behindMs: orderWindowMs };
}

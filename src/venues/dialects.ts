/** The venues that the adapter speaks: one row each. */

import type { VenueCredentials } from '../ports/venue.ts';
import { createBinanceDialect } from './binance/dialect.ts';
import { createBybitDialect } from './bybit/dialect.ts';
import { createHyperliquidDialect } from './hyperliquid/dialect.ts';
import { createKucoinDialect } from './kucoin/dialect.ts';
import { createOkxDialect } from './okx/dialect.ts';
import type { Dialect } from './shared/dialect.ts';

const DIALECTS: Readonly<Record<string, (credentials?: VenueCredentials) => Dialect>> = {
	bybit: createBybitDialect,
	kucoin: createKucoinDialect,
	binance: createBinanceDialect,
	okx: createOkxDialect,
	hyperliquid: createHyperliquidDialect,
};

/**
 * The dialect of one session, as it is spoken at the venue or at its test environment. It keeps what the session has read, so each
 * session opens one and uses no other.
 * @param credentials of the account; absent for market data
 * @throws Error for a venue without a dialect
 */
export function dialectOf(venue: string, isTest = false, credentials?: VenueCredentials): Dialect {
	const create = Object.hasOwn(DIALECTS, venue) ? DIALECTS[venue] : undefined;
	if (create === undefined)
		throw new Error(
			`There is no adapter for ${venue}; there is one for ${Object.keys(DIALECTS).join(', ')}.`,
		);
	const dialect = create(credentials);
	return isTest ? { ...dialect, ...dialect.inTest, isTest } : dialect;
}

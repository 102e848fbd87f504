import type { VenueFacts } from '../../domain/venue-facts.ts';
import type { ExchangeRow } from '../../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { FeedProtocol } from '../feeds/protocol.ts';
import type { Dialect } from './dialect.ts';

/** Defines how `carrywire venue` reads an account through plain ccxt, without the exchange module. */
export type PlainReads = {
	/** `options` of the ccxt instance. */
	readonly settings: Readonly<Record<string, unknown>>;
	/** Sign of a received settlement in ccxt's response. */
	readonly receivedSign: 1 | -1;
	/** Method whose rows name every traded symbol, for exchanges that return trades for one symbol at a time. */
	readonly tradedBy?: string;
};

/**
 * One exchange: its constant data and its adapter. Only the registries and files in the exchange's folder name the
 * exchange.
 */
export type VenueModule = {
	readonly facts: VenueFacts;
	/**
	 * Creates the exchange functions for one session. They cache the session's responses, so each session needs its
	 * own. @param credentials the account's credentials; undefined for market data
	 */
	readonly createDialect: (credentials?: VenueCredentials) => Dialect;
	/** Protocol of the exchange's public book stream. */
	readonly books: FeedProtocol;
	/** How plain ccxt reads an account; omitted if ccxt has no class that can read an account at the exchange. */
	readonly plainReads?: PlainReads;
	/** How a user connects an account on the exchange's page, or why that is not possible. */
	readonly oauth: ExchangeRow;
	/**
	 * Capabilities in the venue suite (`scripts/venue-capabilities.ts`) that the exchange lacks, each with the
	 * reason.
	 */
	readonly lacks: Readonly<Record<string, string>>;
};

/** Creates one session's exchange functions, for the exchange or its test environment. */
export function openDialect(
	{ createDialect }: Pick<VenueModule, 'createDialect'>,
	isTest = false,
	credentials?: VenueCredentials,
): Dialect {
	const dialect = createDialect(credentials);
	return isTest ? { ...dialect, ...dialect.inTest, isTest } : dialect;
}

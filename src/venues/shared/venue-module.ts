import type { VenueFacts } from '../../domain/venue-facts.ts';
import type { ExchangeRow } from '../../ports/exchange-oauth.ts';
import type { VenueCredentials } from '../../ports/venue.ts';
import type { FeedProtocol } from '../feeds/protocol.ts';
import type { Dialect } from './dialect.ts';

/** How `carrywire venue` reads an account through plain ccxt, past the dialect. */
export type PlainReads = {
	/** `options` of the ccxt instance. */
	readonly settings: Readonly<Record<string, unknown>>;
	/** Sign of a settlement that was received, as ccxt answers it. */
	readonly receivedSign: 1 | -1;
	/** Stated where trades are answered for one symbol at a time: the call whose rows name every symbol that was traded. */
	readonly tradedBy?: string;
};

/** One exchange: what the service knows of it and how it is spoken to. Nothing outside its folder names it but the registries. */
export type VenueModule = {
	readonly facts: VenueFacts;
	/**
	 * The dialect of one session. It keeps what the session has read, so each session opens one and uses no other.
	 * @param credentials of the account; absent for market data
	 */
	readonly createDialect: (credentials?: VenueCredentials) => Dialect;
	/** How its public stream of books is spoken. */
	readonly books: FeedProtocol;
	/** Absent where ccxt has no class of the exchange that could read an account. */
	readonly plainReads?: PlainReads;
	/** How a user connects an account on its page, or why not. */
	readonly oauth: ExchangeRow;
	/** Capabilities of the venue suite (`scripts/venue-capabilities.ts`) that the exchange does not have, each with the reason. */
	readonly lacks: Readonly<Record<string, string>>;
};

/** The dialect of one session, as it is spoken at the venue or at its test environment. */
export function openDialect(
	{ createDialect }: Pick<VenueModule, 'createDialect'>,
	isTest = false,
	credentials?: VenueCredentials,
): Dialect {
	const dialect = createDialect(credentials);
	return isTest ? { ...dialect, ...dialect.inTest, isTest } : dialect;
}

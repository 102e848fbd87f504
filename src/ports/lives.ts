/**
 * Defines lifetimes of opportunities: the start and end of each sighting, and its best figures. `OpportunityLives`
 * returns them to callers; `LifeStore` keeps the rows.
 */

import type { Decimal } from '../domain/decimal.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { Words } from '../sentences/sentence.ts';

/**
 * Reasons why a lifetime ended. `turned`: the paying direction has reversed. `delisted`: a venue no longer lists an
 * instrument. `venue_gone`: a venue is no longer configured. `service_stopped`: the service was not running to
 * observe it.
 */
export const END_REASONS = ['turned', 'delisted', 'venue_gone', 'service_stopped'] as const;
/** One of `END_REASONS`. */
export type EndReason = (typeof END_REASONS)[number];

/**
 * One lifetime. Times are milliseconds. Figures are float64 fractions, at default terms; null if they were never
 * known.
 */
export type Life = {
	readonly opportunityId: string;
	/** Coin and quote, such as `BTCUSDT`. */
	readonly symbol: string;
	/** Canonical name of the exchange pair. */
	readonly pair: string;
	readonly firstSeen: number;
	readonly lastSeen: number;
	readonly peakSpread: number | null;
	readonly peakSpreadAt: number | null;
	readonly peakExpectedNet: number | null;
	readonly peakExpectedNetAt: number | null;
	readonly endedAt: number | null;
	readonly endReason: EndReason | null;
};

/**
 * A lifetime as the API returns it. Its peaks are the highest `spread` and `expected_net` of the opportunity record,
 * at default terms.
 */
export type LifeRecord = {
	readonly opportunityId: string;
	readonly symbol: string;
	readonly exchangepair: string;
	readonly state: 'open' | 'ended';
	readonly firstSeen: string;
	readonly lastSeen: string;
	readonly peakSpread: Decimal | null;
	readonly peakSpreadAt: string | null;
	readonly peakExpectedNet: Decimal | null;
	readonly peakExpectedNetAt: string | null;
	/** End of the lifetime, ISO 8601; null while the lifetime is open. */
	readonly endedAt: string | null;
	readonly endReason: EndReason | null;
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: Words }[];
};

/** Filter for a list of lifetimes: `open` ones are still observed, `ended` ones are over. */
export const LIFE_STATES = ['all', 'open', 'ended'] as const;

/** Filter and page for a list of lifetimes. An undefined filter matches everything; pages count from 1. */
export type LifeQuery = {
	/** Canonical name of the exchange pair; undefined matches any pair. */
	readonly exchangepair: string | undefined;
	/** Part of the symbol, ignoring case; undefined matches any symbol. */
	readonly q: string | undefined;
	readonly opportunityId: string | undefined;
	readonly state: (typeof LIFE_STATES)[number];
	readonly limit: number;
	readonly page: number;
};

/** One page of lifetimes, as of one instant. */
export type LifePage = {
	/** The lifetimes on this page, sorted by start, latest first. */
	readonly data: readonly LifeRecord[];
	readonly pagination: Pagination;
	/** Time at which the page was created, ISO 8601. */
	readonly asOf: string;
};

/** Lists the recorded lifetimes of opportunities. They are the same for every user. */
export interface OpportunityLives {
	/** Returns one page of lifetimes. Rejects if the store cannot be read. */
	list(query: LifeQuery): Promise<LifePage>;
}

/** Stores lifetimes. A method that fails rejects with the database's message and stores nothing. */
export interface LifeStore {
	/** Returns every lifetime that has not ended, earliest start first. */
	open(): Promise<readonly Life[]>;
	/**
	 * Stores lifetimes by (id, first seen) in one transaction, and deletes the oldest ended ones beyond the table's
	 * size limit.
	 */
	put(lives: readonly Life[]): Promise<void>;
	/** Returns the matching lifetimes, newest first, with the total number of matches. */
	find(query: LifeQuery): Promise<{ readonly lives: readonly Life[]; readonly count: number }>;
}

/** The lives of opportunities: from when to when each was seen, and the best it showed. `OpportunityLives` is what is asked of the record, `LifeStore` where its rows are. */

import type { Decimal } from '../domain/decimal.ts';
import type { Pagination } from '../domain/pagination.ts';

/**
 * Why a life ended. `turned`: the direction that pays is the other one. `delisted`: a venue no longer lists an
 * instrument. `venue_gone`: a venue is no longer configured. `service_stopped`: nobody was there to see it go on.
 */
export const END_REASONS = ['turned', 'delisted', 'venue_gone', 'service_stopped'] as const;
/** One of `END_REASONS`. */
export type EndReason = (typeof END_REASONS)[number];

/** Times are milliseconds. Figures are float64 fractions, at default terms; null while never known. */
export type Life = {
	readonly opportunityId: string;
	/** Coin and quote, `BTCUSDT`. */
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

/** A life as it is answered; `spread` and `expected_net` as in the opportunity record, at default terms. */
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
	/** Null while it is open. */
	readonly endedAt: string | null;
	readonly endReason: EndReason | null;
	readonly reasons: readonly { readonly field: string; readonly code: string; readonly message: string }[];
};

/** Filter of a list of lives: `open` are still seen, `ended` are over. */
export const LIFE_STATES = ['all', 'open', 'ended'] as const;

/** Filter and page of a list of lives. An undefined filter lets all pass; pages count from 1. */
export type LifeQuery = {
	/** Canonical name; undefined = all. */
	readonly exchangepair: string | undefined;
	/** Part of the symbol, in any case. */
	readonly q: string | undefined;
	readonly opportunityId: string | undefined;
	readonly state: (typeof LIFE_STATES)[number];
	readonly limit: number;
	readonly page: number;
};

/** One page of lives, with the instant at which it was true. */
export type LifePage = {
	/** Those that began last first. */
	readonly data: readonly LifeRecord[];
	readonly pagination: Pagination;
	/** ISO 8601. */
	readonly asOf: string;
};

/** Lists the recorded lives of opportunities, which are the same for every user. */
export interface OpportunityLives {
	/** Rejects when the store cannot be read. */
	list(query: LifeQuery): Promise<LifePage>;
}

/** The store that keeps lives. Every method may reject with what the database says; then nothing of the call is stored. */
export interface LifeStore {
	/** Every life that has not ended, those that began first first. */
	open(): Promise<readonly Life[]>;
	/** Stores lives by (id, first seen), in one transaction, and brings the table to its bound: the oldest ended go first. */
	put(lives: readonly Life[]): Promise<void>;
	/** Newest first, with the count of all that fit. */
	find(query: LifeQuery): Promise<{ readonly lives: readonly Life[]; readonly count: number }>;
}

/** Queries of the API and of execution to the opportunities. */

import type { Decimal } from '../domain/decimal.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { CostTerms, Opportunity, OpportunityDetail, Verdict } from '../domain/opportunity.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { FeeRates } from './venue-market.ts';

/** Sortable fields of an opportunity, by their names on the wire. */
export const SORT_KEYS = [
	'spread',
	'apr',
	'net_apr',
	'funding_delta',
	'epoch_hours',
	'break_even_hours',
	'reversal_probability',
	'risk_score',
	'liquidity_score',
	'max_amount',
	'min_amount',
	'volume',
	'next_funding_time',
	'symbol',
] as const;

/** One of `SORT_KEYS`. */
export type SortKey = (typeof SORT_KEYS)[number];

/** Filter, order and page of a list of opportunities, and the terms of their costs. Pages count from 1. */
export type OpportunityQuery = {
	/** Canonical name of an exchange pair; undefined = all. */
	readonly exchangepair: string | undefined;
	readonly limit: number;
	readonly page: number;
	readonly sortby: SortKey;
	/** Part of the symbol, the coin, or either exchange's own symbol, in any case. */
	readonly q: string | undefined;
	readonly tradableOnly: boolean;
	/** Only opportunities with a known min_amount not above this, USD; undefined = any. */
	readonly maxMinAmount: Decimal | undefined;
	/** Undefined = any. */
	readonly verdict: Verdict | undefined;
	readonly terms: CostTerms;
};

/** A record and its age: nothing but the age has changed since. The same object while it is valid. */
export type OpportunityRow = { readonly record: Opportunity; readonly passedMs: number };

/** One page of opportunities, with the instant at which it was true. */
export type OpportunityPage = {
	readonly rows: readonly OpportunityRow[];
	readonly pagination: Pagination;
	/** ISO 8601. */
	readonly asOf: string;
};

/** One exchange pair with counts of its opportunities and their best APRs; `reason` states why it is inactive. */
export type ExchangePairRow = {
	readonly exchangepair: string;
	readonly exchanges: readonly [string, string];
	readonly active: boolean;
	readonly reason: string | null;
	/** Exchanges of the pair at which the service does not trade. */
	readonly dataOnly: readonly string[];
	/** Instruments tradable on both. */
	readonly symbols: number;
	readonly opportunities: number;
	readonly tradableOpportunities: number;
	readonly bestApr: Opportunity['apr'];
	readonly bestNetApr: Opportunity['apr'];
	readonly updatedAt: string;
};

/** Instruments of an opportunity id, in its direction. */
export type OpportunityLegs = { readonly long: Instrument; readonly short: Instrument };

/** Fees of an account on each leg. */
export type LegFees = { readonly long: FeeRates; readonly short: FeeRates };

/** Venue and the venue's own symbol, which identify one instrument. */
export type InstrumentName = { readonly venue: VenueName; readonly symbol: string };

/** All known opportunities, ranked at the caller's terms. */
export interface OpportunityBook {
	pairs(): readonly ExchangePairRow[];
	/** Ranks many pair rows in slices, so that other calls are answered in between. */
	list(query: OpportunityQuery): Promise<OpportunityPage>;
	/** `expired`: the id was once issued (or its pair row exists in the other direction) and is gone. */
	find(opportunityId: string): OpportunityLegs | 'expired' | 'unknown';
	/**
	 * One record at the caller's terms and fees (default: base tier), from the inputs of this instant. Undefined if
	 * `find` returns no legs.
	 */
	record(opportunityId: string, terms: CostTerms, fees?: LegFees): Opportunity | undefined;
	/** Never throws VenueError: data that a venue does not provide is null with its reason. */
	detail(opportunityId: string, terms: CostTerms): Promise<OpportunityDetail | undefined>;
	/** Expected carry of these legs over a horizon from now on, a share of one leg's notional; or why it is unknown. */
	expectedCarry(
		long: InstrumentName,
		short: InstrumentName,
		horizonMs: number,
	): { readonly carry: number } | { readonly unknown: string };
	/**
	 * Expected result of holding these legs, or why it is unknown. `expectedMonth`: carry over the next 720 h, a
	 * share of one leg's notional. `monthMean`: mean carry of the last 720 h, a share of notional per year.
	 */
	outlook(
		long: InstrumentName,
		short: InstrumentName,
	): { readonly expectedMonth: number; readonly monthMean: number } | { readonly unknown: string };
	/** The price basis (short / long − 1) observed here over about a day; undefined with too few observations. */
	observedBasis(
		long: InstrumentName,
		short: InstrumentName,
	): { readonly mean: Decimal; readonly sd: Decimal } | undefined;
	/** Increases with every change of any record at default terms: the API can cache a serialised answer by it. */
	readonly version: number;
}

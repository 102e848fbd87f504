/** Defines the opportunity queries used by the API and by execution. */

import type { Decimal } from '../domain/decimal.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { LegHistory } from '../domain/leg-history.ts';
import type { CostTerms, Opportunity, OpportunityDetail, Verdict } from '../domain/opportunity.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { Words } from '../sentences/sentence.ts';
import type { FeeRates } from './venue-market.ts';

/** Sortable fields of an opportunity, as named in the API. */
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

/** Directions of a list. Both begin with known values: unknown ones come last, sorted by symbol, then id. */
export const LIST_ORDERS = ['best_first', 'worst_first'] as const;

/** One of `LIST_ORDERS`. */
export type ListOrder = (typeof LIST_ORDERS)[number];

/** Filter, sort key and page for an opportunity list, and the terms for its costs. Pages count from 1. */
export type OpportunityQuery = {
	/** Canonical name of an exchange pair; undefined matches any pair. */
	readonly exchangepair: string | undefined;
	readonly limit: number;
	readonly page: number;
	readonly sortby: SortKey;
	/** `worst_first` reverses the known values and their ties. */
	readonly order: ListOrder;
	/** True to list only the first opportunity of each coin. Pages then count coins. */
	readonly isByCoin: boolean;
	/** Selects only these coins, as in `Opportunity.base`; undefined matches any coin. */
	readonly coins: readonly string[] | undefined;
	/** Part of the symbol, the coin, or either exchange's own symbol, ignoring case. */
	readonly q: string | undefined;
	readonly tradableOnly: boolean;
	/** Selects only opportunities with a known min_amount of at most this, USD; undefined matches any. */
	readonly maxMinAmount: Decimal | undefined;
	/** Required verdict; undefined matches any verdict. */
	readonly verdict: Verdict | undefined;
	readonly terms: CostTerms;
};

/**
 * A record, and the milliseconds since it was created. Everything but its age is still correct. The record object
 * stays the same while the record is valid.
 */
export type OpportunityRow = { readonly record: Opportunity; readonly passedMs: number };

/** One page of opportunities, as of one instant. */
export type OpportunityPage = {
	readonly rows: readonly OpportunityRow[];
	readonly pagination: Pagination;
	/** Time of the page, ISO 8601. */
	readonly asOf: string;
	/**
	 * For a list by coin: the number of matching opportunities of each row's coin, in the order of `rows`. Undefined
	 * for any other list.
	 */
	readonly coinCounts: readonly CoinCount[] | undefined;
};

/** A coin with the number of its opportunities that match a query, at least 1. */
export type CoinCount = { readonly coin: string; readonly count: number };

/** Daily spreads of one opportunity, or the reason why there are none. */
export type DailySpreads =
	| { readonly opportunityId: string; readonly spreads: readonly (Decimal | null)[] }
	| { readonly opportunityId: string; readonly missing: 'unknown' | 'expired' };

/** Daily spreads of several opportunities. Every day is 24 hours long and ends at a full hour. */
export type SpreadDays = {
	/** End of the oldest day, ms. */
	readonly from: number;
	/** End of the newest day, ms: the last full hour. */
	readonly to: number;
	/** One entry for each requested id, in the same order. */
	readonly rows: readonly DailySpreads[];
};

/**
 * One exchange pair with the counts of its opportunities and their best APRs. `reason` says why the pair is inactive.
 */
export type ExchangePairRow = {
	readonly exchangepair: string;
	readonly exchanges: readonly [string, string];
	readonly active: boolean;
	readonly reason: Words | null;
	/** Exchanges in the pair on which the service does not trade. */
	readonly dataOnly: readonly string[];
	/** Number of instruments tradable on both exchanges. */
	readonly symbols: number;
	readonly opportunities: number;
	readonly tradableOpportunities: number;
	readonly bestApr: Opportunity['apr'];
	readonly bestNetApr: Opportunity['apr'];
	readonly updatedAt: string;
};

/** The instruments of an opportunity's long leg and short leg. */
export type OpportunityLegs = { readonly long: Instrument; readonly short: Instrument };

/** An account's fee rates on each leg. */
export type LegFees = { readonly long: FeeRates; readonly short: FeeRates };

/** A venue and the venue's own symbol, which together identify one instrument. */
export type InstrumentName = { readonly venue: VenueName; readonly symbol: string };

/** `current`: the direction of the forecast. `any`: also the other one. */
export type OpportunityDirection = 'current' | 'any';

/** Expected and past carry of two legs over a month of 720 hours, and over a horizon. */
export type PairOutlook = {
	/** Expected carry over the next 720 h, a fraction of one leg's notional. */
	readonly expectedMonth: number;
	/** Standard deviation of `expectedMonth`. */
	readonly monthSd: number;
	/** Expected carry over the horizon, in the same unit, and its standard deviation. */
	readonly expected: number;
	readonly sd: number;
	/** Mean carry over the last 720 h, a fraction of notional per year; NaN if some of it is unknown. */
	readonly monthMean: number;
	/** Codes of guards that concern both legs together and forbid the pair, such as prices of two different coins. */
	readonly forbiddenBy: readonly string[];
};

/** All known opportunities, ranked at the caller's terms. */
export interface OpportunityBook {
	pairs(): readonly ExchangePairRow[];
	/** Returns one page. Ranks many pair rows in slices, so that other calls are served in between. */
	list(query: OpportunityQuery): Promise<OpportunityPage>;
	/**
	 * Returns the legs of an opportunity. `expired`: the id was issued earlier and is no longer valid, or its pair
	 * row now pays in the other direction. @param direction default `current`
	 */
	find(opportunityId: string, direction?: OpportunityDirection): OpportunityLegs | 'expired' | 'unknown';
	/**
	 * Returns one record at the caller's terms and fees (default: base tier), from the current inputs. Undefined if
	 * `find` returns no legs.
	 */
	record(
		opportunityId: string,
		terms: CostTerms,
		fees?: LegFees,
		direction?: OpportunityDirection,
	): Opportunity | undefined;
	/**
	 * Returns an opportunity with its details. Never throws VenueError: data that a venue does not provide is null,
	 * with the reason.
	 */
	detail(opportunityId: string, terms: CostTerms): Promise<OpportunityDetail | undefined>;
	/**
	 * Returns the mean spread of each of the last 30 days: short minus long settled funding per 8 hours, as a
	 * fraction, oldest day first. A day is null if the settled rates of a leg cover less than half of it. Rejects if
	 * the store cannot be read.
	 */
	dailySpreads(opportunityIds: readonly string[]): Promise<SpreadDays>;
	/**
	 * Returns the expected carry of two legs from now until the end of the horizon, as a fraction of one leg's
	 * notional. If it is unknown, returns the reason.
	 */
	expectedCarry(
		long: InstrumentName,
		short: InstrumentName,
		horizonMs: number,
	): { readonly carry: number } | { readonly unknown: Words };
	/**
	 * Returns a contract's settled funding as the forecasts use it, from memory; undefined until it is read. The caller
	 * must not change it.
	 */
	legHistory(leg: InstrumentName): LegHistory | undefined;
	/**
	 * Returns the expected and the past carry of two legs, or why they are unknown.
	 * @param horizonHours horizon of `expected`, at most 2,160; default 720
	 */
	outlook(
		long: InstrumentName,
		short: InstrumentName,
		horizonHours?: number,
	): PairOutlook | { readonly unknown: Words };
	/**
	 * Returns the price basis (short / long − 1) that this service has observed over about a day; undefined with too
	 * few observations.
	 */
	observedBasis(
		long: InstrumentName,
		short: InstrumentName,
	): { readonly mean: Decimal; readonly sd: Decimal } | undefined;
	/**
	 * Increases whenever any record at default terms changes, so that the API can cache one serialised response per
	 * version.
	 */
	readonly version: number;
}

/** Questions of delivery and execution to the scanner. */

import type { Decimal } from '../domain/decimal.ts';
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { CostTerms, Opportunity, OpportunityDetail, Verdict } from '../domain/opportunity.ts';
import type { Pagination } from '../domain/pagination.ts';
import type { FeeRates } from './venue-market.ts';

/** Fields of an opportunity by which a list can be sorted, in the names of the wire. */
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

/** Filter, order and page of a list of opportunities, with the terms that their costs are reckoned at. Pages count from 1. */
export type OpportunityQuery = {
	/** Canonical name of an exchange pair; undefined = all. */
	readonly exchangepair: string | undefined;
	readonly limit: number;
	readonly page: number;
	readonly sortby: SortKey;
	/** Part of the symbol, the coin, or either exchange's own symbol, in any case. */
	readonly q: string | undefined;
	readonly tradableOnly: boolean;
	/** Only opportunities whose min_amount is known and not above it, USD; undefined = any. */
	readonly maxMinAmount: Decimal | undefined;
	/** Undefined = any. */
	readonly verdict: Verdict | undefined;
	readonly terms: CostTerms;
};

/** A record and how long ago it was made: since then nothing of it has changed but its age. The same object while it holds. */
export type OpportunityRow = { readonly record: Opportunity; readonly passedMs: number };

/** One page of opportunities, with the instant at which it was true. */
export type OpportunityPage = {
	readonly rows: readonly OpportunityRow[];
	readonly pagination: Pagination;
	/** ISO 8601. */
	readonly asOf: string;
};

/** One exchange pair with counts of its opportunities and the best APRs among them; `reason` says why it is not active. */
export type ExchangePairRow = {
	readonly exchangepair: string;
	readonly exchanges: readonly [string, string];
	readonly active: boolean;
	readonly reason: string | null;
	/** Those of its exchanges at which the service does not trade. */
	readonly dataOnly: readonly string[];
	/** Instruments tradable on both. */
	readonly symbols: number;
	readonly opportunities: number;
	readonly tradableOpportunities: number;
	readonly bestApr: Opportunity['apr'];
	readonly bestNetApr: Opportunity['apr'];
	readonly updatedAt: string;
};

/** Which instruments an opportunity id stands for, in its direction. */
export type OpportunityLegs = { readonly long: Instrument; readonly short: Instrument };

/** What an account pays on each leg. */
export type LegFees = { readonly long: FeeRates; readonly short: FeeRates };

/** Venue and the venue's own symbol: together they name one instrument. */
export type InstrumentName = { readonly venue: VenueName; readonly symbol: string };

/** All opportunities that the scanner knows, ranked at the caller's terms. */
export interface OpportunityBook {
	pairs(): readonly ExchangePairRow[];
	/** Works in slices where many slots must be ranked, so that others are answered meanwhile. */
	list(query: OpportunityQuery): Promise<OpportunityPage>;
	/** `expired`: the id was once issued (or its slot exists in the other direction) and is gone. */
	find(opportunityId: string): OpportunityLegs | 'expired' | 'unknown';
	/** One record at the caller's terms and fees (without these: base tier), from the inputs of this instant. Undefined where `find` gives no legs. */
	record(opportunityId: string, terms: CostTerms, fees?: LegFees): Opportunity | undefined;
	/** @throws VenueError never: what a venue does not give is null with its reason. */
	detail(opportunityId: string, terms: CostTerms): Promise<OpportunityDetail | undefined>;
	/** Carry expected of holding these legs over a horizon from now on, a share of one leg's notional; or why it is not known. */
	expectedCarry(
		long: InstrumentName,
		short: InstrumentName,
		horizonMs: number,
	): { readonly carry: number } | { readonly unknown: string };
	/**
	 * What holding these legs is expected to bring, or why that is not known. `expectedMonth`: carry over the next 720 h, a
	 * share of one leg's notional. `monthMean`: mean carry of the last 720 h, a share of notional a year.
	 */
	outlook(
		long: InstrumentName,
		short: InstrumentName,
	): { readonly expectedMonth: number; readonly monthMean: number } | { readonly unknown: string };
	/** The price basis (short / long − 1) of about a day, as it was seen here; undefined while too little was. */
	observedBasis(
		long: InstrumentName,
		short: InstrumentName,
	): { readonly mean: Decimal; readonly sd: Decimal } | undefined;
	/** Rises with every change of any record at default terms: lets delivery keep a serialised answer. */
	readonly version: number;
}

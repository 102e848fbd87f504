/**
 * The opportunity record of the wire contract, in exact decimals. `null` is unknown; `reasons` says why.
 * Rates, spreads and shares are fractions; names in `_pct` are percent; money is USD.
 */
import { type Decimal, fromInteger, mulDown, ONE, parseDecimal } from './decimal.ts';
import { HOUR_MS } from './funding.ts';
import type { VenueName } from './instrument.ts';

export const VERDICTS = ['trade', 'no_trade', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a field is null or doubtful. */
export type FieldReason = { readonly field: string; readonly code: string; readonly message: string };

/** What costs are computed for. `amount`: USD over both legs. */
export type CostTerms = {
	readonly amount: Decimal;
	/** For how long the position is meant to be held; undefined: for its best horizon. */
	readonly horizonHours: Decimal | undefined;
	readonly leverage: Decimal;
	readonly mode: string;
};

/** Terms of one opportunity, whose horizon is settled. */
export type HeldTerms = CostTerms & { readonly horizonHours: Decimal };

/** The horizon in whole milliseconds, rounded down. */
export function horizonMsOf(terms: Pick<HeldTerms, 'horizonHours'>): number {
	return Number(mulDown(terms.horizonHours, fromInteger(HOUR_MS)) / ONE);
}

/** What is computed for when the caller names nothing (wire contract, get_opportunities). */
export const DEFAULT_TERMS = {
	amount: fromInteger(1_000),
	horizonHours: undefined,
	leverage: fromInteger(1),
	mode: 'single-direct',
} as const satisfies CostTerms;

/** Dead band of the carry expected over DIRECTION_HOURS, and of the headline: inside it neither gives a sure direction. */
export const DIRECTION_DEAD_BAND = parseDecimal('0.00005');

/** Both legs of single-direct are filled about this long after the call, milliseconds. Informative. */
export const ENTRY_TIME_MS = 500;

export type CostParts = {
	readonly entry_fees: Decimal | null;
	readonly exit_fees: Decimal | null;
	readonly entry_slippage: Decimal | null;
	readonly exit_slippage: Decimal | null;
	readonly basis: Decimal | null;
	readonly total: Decimal | null;
};

export type Net = {
	readonly amount: Decimal;
	readonly horizon_hours: Decimal;
	readonly leverage: Decimal;
	readonly expected_carry: Decimal | null;
	readonly carry_sd: Decimal | null;
	readonly cost: CostParts;
	readonly expected_net: Decimal | null;
	readonly net_apr: Decimal | null;
	readonly net_apr_on_capital: Decimal | null;
	readonly probability_positive: Decimal | null;
	readonly reversal_probability: Decimal | null;
	readonly break_even_hours: Decimal | null;
	readonly best_horizon_hours: Decimal | null;
	readonly verdict: Verdict;
	readonly reasons: readonly string[];
	readonly model: {
		readonly basis: 'own_history' | 'pooled_prior';
		readonly observations: number;
		readonly calibrated: boolean;
	} | null;
};

export type Opportunity = {
	readonly opportunity_id: string;
	readonly pair_uid: string;
	readonly symbol: string;
	readonly base: string;
	readonly long_symbol: string;
	readonly short_symbol: string;
	readonly long_quote: string;
	readonly short_quote: string;
	readonly exchangepair: string;
	readonly venues: string;
	readonly long_venue: VenueName;
	readonly short_venue: VenueName;
	readonly direction: string;
	readonly long_rate: Decimal | null;
	readonly short_rate: Decimal | null;
	readonly long_interval_hours: Decimal | null;
	readonly short_interval_hours: Decimal | null;
	/** Unix seconds. */
	readonly long_next_funding_timestamp: number | null;
	readonly short_next_funding_timestamp: number | null;
	readonly next_funding_timestamp: number | null;
	readonly epoch_hours: Decimal | null;
	readonly spread: Decimal | null;
	readonly funding_delta: Decimal | null;
	readonly apr: Decimal | null;
	readonly chosen_per_epoch: Decimal | null;
	readonly net: Net;
	readonly long_price: Decimal | null;
	readonly short_price: Decimal | null;
	readonly price_basis: Decimal | null;
	readonly max_amount: Decimal | null;
	/** USD over both legs: the smallest amount that both exchanges take at this leverage. */
	readonly min_amount: Decimal | null;
	/** USD: the smaller 24 h volume of both legs. */
	readonly volume_24h: Decimal | null;
	readonly liquidity_score: Decimal | null;
	readonly risk_score: Decimal | null;
	readonly anomaly_direction: boolean;
	readonly anomaly_reason: string | null;
	readonly guards: readonly string[];
	readonly reasons: readonly FieldReason[];
	/** Unix seconds of the newest input. */
	readonly updated_at: number;
	/** Age of the oldest input, milliseconds. */
	readonly age_ms: number | null;
	/** ISO 8601: when the oldest input becomes stale. */
	readonly expires_at: string | null;
};

/** One UTC hour of `carry_history`: settled funding of both legs, spread evenly over the intervals that it paid for. */
export type AccruedCarryRow = {
	/** End of the hour, Unix seconds. */
	readonly timestamp: number;
	/** Carry of this hour × epoch_hours, so that it compares with the record's `spread`; null where the epoch is unknown. */
	readonly spread: Decimal | null;
	/** Sum of the carry from the oldest row on, a share of one leg's notional. */
	readonly cumulative_carry: Decimal;
};

export type FundingHistoryRow = {
	readonly timestamp: number;
	readonly long_rate: Decimal | null;
	readonly short_rate: Decimal | null;
	readonly spread: Decimal | null;
};

/** What verdicts of one kind promised and what arrived: means over those scored, null with none. */
export type VerdictRecord = {
	readonly scored: number;
	readonly promised_mean: Decimal | null;
	readonly received_mean: Decimal | null;
	/** Mean of the stated P(received < 0), and the share that came to it. */
	readonly reversal_stated: Decimal | null;
	readonly reversal_happened: Decimal | null;
};

/** What a pair's earlier verdicts promised and what arrived. Definitions: domain/track-record. */
export type TrackRecord = VerdictRecord & {
	/** All that are counted: scored, pending, unscorable. */
	readonly promises: number;
	readonly slope: Decimal | null;
	readonly inside_one_sd: Decimal | null;
	/** Unix seconds of the oldest promise that was scored. */
	readonly since: number | null;
	readonly by_verdict: Readonly<Record<Verdict, VerdictRecord>>;
};

/** The shares of `net` in USD, at the same terms. */
export type CashParts = CostParts & {
	/** Coins of each leg. */
	readonly quantity: Decimal;
	/** USD of one leg, at the mid of the long leg's book. */
	readonly leg_notional: Decimal;
	readonly expected_carry: Decimal | null;
	readonly expected_net: Decimal | null;
};

export type OpportunityDetail = Opportunity & {
	/** Null while a book is unknown, or the amount is below one lot. */
	readonly cash: CashParts | null;
	readonly long_mark_price: Decimal | null;
	readonly short_mark_price: Decimal | null;
	readonly long_index_price: Decimal | null;
	readonly short_index_price: Decimal | null;
	readonly long_24h_volume: Decimal | null;
	readonly short_24h_volume: Decimal | null;
	readonly long_open_interest: Decimal | null;
	readonly short_open_interest: Decimal | null;
	readonly avg_spread_24h: Decimal | null;
	readonly avg_spread_7d: Decimal | null;
	readonly avg_spread_30d: Decimal | null;
	/** Standard deviation of the spreads of those rows of `funding_history`. */
	readonly spread_sd_7d: Decimal | null;
	readonly spread_sd_30d: Decimal | null;
	readonly spread_stability: Decimal | null;
	/** Of the price basis as seen here once a second, half-life 24 h: what `net.cost.basis` expects at the exit. */
	readonly basis_mean: Decimal | null;
	readonly basis_sd: Decimal | null;
	/** From the first time that it was seen to the last. */
	readonly basis_observed_hours: Decimal;
	/** Newest first; `timestamp`: Unix seconds at which a minute, further back ten, began. */
	readonly basis_history: readonly { readonly timestamp: number; readonly basis: Decimal }[];
	/** What this pair's earlier verdicts promised and what arrived; null while nothing of it is scored. */
	readonly track_record: TrackRecord | null;
	/** This opportunity since it was first seen; null while none is recorded. Times are ISO 8601. */
	readonly life: {
		readonly first_seen: string;
		readonly peak_spread: Decimal | null;
		readonly peak_spread_at: string | null;
		readonly peak_expected_net: Decimal | null;
		readonly peak_expected_net_at: string | null;
	} | null;
	readonly funding_history: readonly FundingHistoryRow[];
	/** Hours of the last 30 days, newest first. */
	readonly carry_history: readonly AccruedCarryRow[];
	readonly settlements: readonly {
		readonly timestamp: number;
		readonly exchange: VenueName;
		readonly expected_rate: Decimal | null;
		readonly expected_cash: Decimal | null;
	}[];
	readonly cost_curve: readonly {
		readonly amount: Decimal;
		readonly entry_slippage: Decimal | null;
		readonly exit_slippage: Decimal | null;
		readonly expected_net: Decimal | null;
	}[];
	readonly books: {
		readonly long: {
			readonly bids: readonly (readonly [Decimal, Decimal])[];
			readonly asks: readonly (readonly [Decimal, Decimal])[];
		} | null;
		readonly short: {
			readonly bids: readonly (readonly [Decimal, Decimal])[];
			readonly asks: readonly (readonly [Decimal, Decimal])[];
		} | null;
	};
	readonly score_components: Readonly<Record<string, Decimal | null>> | null;
};

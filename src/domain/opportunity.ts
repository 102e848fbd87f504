/**
 * Defines the API's opportunity record, in exact decimals. `null` means unknown, and `reasons` explains why. Rates,
 * spreads and shares are fractions; fields ending in `_pct` are percent; money is USD.
 */
import type { Words } from '../sentences/sentence.ts';
import { type Decimal, fromInteger, mulDown, ONE, parseDecimal } from './decimal.ts';
import { HOUR_MS } from './funding.ts';
import type { VenueName } from './instrument.ts';

/** Possible verdicts on an opportunity. `unknown` means that an input is missing. */
export const VERDICTS = ['trade', 'no_trade', 'unknown'] as const;
/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number];

/** The reason why a field is null or doubtful. */
export type FieldReason = { readonly field: string; readonly code: string; readonly message: Words };

/** Inputs of the costs. `amount` is USD across both legs. */
export type CostTerms = {
	readonly amount: Decimal;
	/** Planned holding period, hours; undefined selects the best horizon. */
	readonly horizonHours: Decimal | undefined;
	readonly leverage: Decimal;
	readonly mode: string;
};

/** Terms for one opportunity with a fixed horizon. */
export type HeldTerms = CostTerms & { readonly horizonHours: Decimal };

/** Returns the horizon in whole milliseconds, rounded down. */
export function horizonMsOf(terms: Pick<HeldTerms, 'horizonHours'>): number {
	return Number(mulDown(terms.horizonHours, fromInteger(HOUR_MS)) / ONE);
}

/** Default terms of a call (API specification, get_opportunities). */
export const DEFAULT_TERMS = {
	amount: fromInteger(1_000),
	horizonHours: undefined,
	leverage: fromInteger(1),
	mode: 'single-direct',
} as const satisfies CostTerms;

/**
 * Dead band for the headline and for the carry expected over DIRECTION_HOURS. Values within it do not give a clear
 * direction.
 */
export const DIRECTION_DEAD_BAND = parseDecimal('0.00005');

/**
 * Typical time from the call until both legs are filled in mode `single-direct`, milliseconds. For information only.
 */
export const ENTRY_TIME_MS = 500;

/**
 * Costs of opening and closing a pair, where a negative value is a gain: fractions of one leg's notional, or USD in
 * `CashParts`.
 */
export type CostParts = {
	readonly entryFees: Decimal | null;
	readonly exitFees: Decimal | null;
	readonly entrySlippage: Decimal | null;
	readonly exitSlippage: Decimal | null;
	readonly basis: Decimal | null;
	readonly total: Decimal | null;
};

/**
 * A pair's expected carry minus all costs at given terms, as fractions of one leg's notional, with the verdict that
 * follows.
 */
export type Net = {
	readonly amount: Decimal;
	readonly horizonHours: Decimal;
	readonly leverage: Decimal;
	readonly expectedCarry: Decimal | null;
	readonly carrySd: Decimal | null;
	readonly cost: CostParts;
	readonly expectedNet: Decimal | null;
	readonly netApr: Decimal | null;
	readonly netAprOnCapital: Decimal | null;
	readonly probabilityPositive: Decimal | null;
	readonly reversalProbability: Decimal | null;
	readonly breakEvenHours: Decimal | null;
	readonly bestHorizonHours: Decimal | null;
	readonly verdict: Verdict;
	readonly reasons: readonly Words[];
	readonly model: {
		readonly basis: 'own_history' | 'pooled_prior';
		readonly observations: number;
		readonly calibrated: boolean;
	} | null;
};

/** One pair of instruments in its paying direction, with its rates, costs, limits and guards. */
export type Opportunity = {
	readonly opportunityId: string;
	readonly pairUid: string;
	readonly symbol: string;
	readonly base: string;
	readonly longSymbol: string;
	readonly shortSymbol: string;
	readonly longQuote: string;
	readonly shortQuote: string;
	readonly exchangepair: string;
	readonly venues: string;
	readonly longVenue: VenueName;
	readonly shortVenue: VenueName;
	readonly direction: string;
	readonly longRate: Decimal | null;
	readonly shortRate: Decimal | null;
	readonly longIntervalHours: Decimal | null;
	readonly shortIntervalHours: Decimal | null;
	/** Time of the long leg's next settlement, Unix seconds; null if unknown. */
	readonly longNextFundingTimestamp: number | null;
	/** Time of the short leg's next settlement, Unix seconds; null if unknown. */
	readonly shortNextFundingTimestamp: number | null;
	/** Time of the earlier of both legs' next settlements, Unix seconds; null if unknown. */
	readonly nextFundingTimestamp: number | null;
	readonly epochHours: Decimal | null;
	readonly spread: Decimal | null;
	readonly fundingDelta: Decimal | null;
	readonly apr: Decimal | null;
	readonly chosenPerEpoch: Decimal | null;
	readonly net: Net;
	readonly longPrice: Decimal | null;
	readonly shortPrice: Decimal | null;
	readonly priceBasis: Decimal | null;
	readonly maxAmount: Decimal | null;
	/** Minimum amount across both legs that both exchanges accept at this leverage, USD; null if unknown. */
	readonly minAmount: Decimal | null;
	/** The smaller of both legs' 24 h volumes, USD. */
	readonly volume24h: Decimal | null;
	readonly liquidityScore: Decimal | null;
	readonly riskScore: Decimal | null;
	readonly anomalyDirection: boolean;
	readonly anomalyReason: Words | null;
	readonly guards: readonly string[];
	readonly reasons: readonly FieldReason[];
	/** Time of the newest input, Unix seconds. */
	readonly updatedAt: number;
	/** Age of the oldest input, milliseconds. */
	readonly ageMs: number | null;
	/** Time at which the oldest input becomes stale, ISO 8601. */
	readonly expiresAt: string | null;
};

/** One UTC hour of `carry_history`: both legs' settled funding, spread evenly over the intervals that it paid for. */
export type AccruedCarryRow = {
	/** End of the hour, Unix seconds. */
	readonly timestamp: number;
	/**
	 * Carry in this hour × epoch_hours, comparable with the record's `spread`; null if the funding interval is
	 * unknown.
	 */
	readonly spread: Decimal | null;
	/** Sum of the carry since the oldest row, a fraction of one leg's notional. */
	readonly cumulativeCarry: Decimal;
};

/**
 * Rates that settled at one time, `timestamp` in Unix seconds. If only one leg settled at that time, the other leg's
 * rate and `spread` are null.
 */
export type FundingHistoryRow = {
	readonly timestamp: number;
	readonly longRate: Decimal | null;
	readonly shortRate: Decimal | null;
	readonly spread: Decimal | null;
};

/** Forecasts and received carry for one type of verdict. Means cover the scored forecasts; null if there are none. */
export type VerdictRecord = {
	readonly scored: number;
	readonly expectedMean: Decimal | null;
	readonly receivedMean: Decimal | null;
	/** Mean of the stated P(received < 0). */
	readonly reversalStated: Decimal | null;
	/** Observed share of forecasts with received carry < 0. */
	readonly reversalHappened: Decimal | null;
};

/** Track record of a pair's earlier verdicts. `domain/track-record` has the definitions. */
export type TrackRecord = VerdictRecord & {
	/** Number of counted forecasts: scored, pending and unscorable. */
	readonly forecasts: number;
	readonly slope: Decimal | null;
	readonly insideOneSd: Decimal | null;
	/** Time of the oldest scored forecast, Unix seconds; null if there is none. */
	readonly since: number | null;
	readonly byVerdict: Readonly<Record<Verdict, VerdictRecord>>;
};

/** The fractions in `net`, converted to USD at the same terms. */
export type CashParts = CostParts & {
	/** Quantity, coins per leg. */
	readonly quantity: Decimal;
	/** Notional of one leg at the mid of the long leg's book, USD. */
	readonly legNotional: Decimal;
	readonly expectedCarry: Decimal | null;
	readonly expectedNet: Decimal | null;
};

/**
 * An opportunity with the additional data shown for a single one: cash figures, volumes and histories. Volumes are
 * USD.
 */
export type OpportunityDetail = Opportunity & {
	/** Figures of `net` in USD; null if a book is unknown, or the amount is below one lot. */
	readonly cash: CashParts | null;
	readonly longMarkPrice: Decimal | null;
	readonly shortMarkPrice: Decimal | null;
	readonly longIndexPrice: Decimal | null;
	readonly shortIndexPrice: Decimal | null;
	readonly long24hVolume: Decimal | null;
	readonly short24hVolume: Decimal | null;
	readonly longOpenInterest: Decimal | null;
	readonly shortOpenInterest: Decimal | null;
	readonly avgSpread24h: Decimal | null;
	readonly avgSpread7d: Decimal | null;
	readonly avgSpread30d: Decimal | null;
	/** Standard deviation of the spreads that `avgSpread7d` averages. */
	readonly spreadSd7d: Decimal | null;
	/** Standard deviation of the spreads that `avgSpread30d` averages. */
	readonly spreadSd30d: Decimal | null;
	readonly spreadStability: Decimal | null;
	/**
	 * Mean of the price basis, which is sampled once a second and weighted with a half-life of 24 h. `net.cost.basis`
	 * assumes this basis at exit.
	 */
	readonly basisMean: Decimal | null;
	readonly basisSd: Decimal | null;
	/** Time from the first basis sample to the last, hours. */
	readonly basisObservedHours: Decimal;
	/**
	 * Sampled price basis, newest first. `timestamp` is the start of a minute in Unix seconds, or of ten minutes for
	 * older entries.
	 */
	readonly basisHistory: readonly { readonly timestamp: number; readonly basis: Decimal }[];
	/** Track record of this pair's earlier verdicts; null until one is scored. */
	readonly trackRecord: TrackRecord | null;
	/** History of this opportunity since it was first seen; null if none is recorded. Times are ISO 8601. */
	readonly life: {
		readonly firstSeen: string;
		readonly peakSpread: Decimal | null;
		readonly peakSpreadAt: string | null;
		readonly peakExpectedNet: Decimal | null;
		readonly peakExpectedNetAt: string | null;
	} | null;
	readonly fundingHistory: readonly FundingHistoryRow[];
	/** Accrued carry in each hour of the last 30 days, newest first. */
	readonly carryHistory: readonly AccruedCarryRow[];
	readonly settlements: readonly {
		readonly timestamp: number;
		readonly exchange: VenueName;
		readonly expectedRate: Decimal | null;
		readonly expectedCash: Decimal | null;
	}[];
	readonly costCurve: readonly {
		readonly amount: Decimal;
		readonly entrySlippage: Decimal | null;
		readonly exitSlippage: Decimal | null;
		readonly expectedNet: Decimal | null;
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
	readonly scoreComponents: Readonly<Record<string, Decimal | null>> | null;
};

/**
 * The opportunity record of the wire contract, in exact decimals. `null` is unknown, and `reasons` explains it.
 * Rates, spreads and shares are fractions; names in `_pct` are percent; money is USD.
 */
import { type Decimal, fromInteger, mulDown, ONE, parseDecimal } from './decimal.ts';
import { HOUR_MS } from './funding.ts';
import type { VenueName } from './instrument.ts';

/** Verdicts on an opportunity: `unknown` if an input is missing. */
export const VERDICTS = ['trade', 'no_trade', 'unknown'] as const;
/** One of `VERDICTS`. */
export type Verdict = (typeof VERDICTS)[number];

/** Why a field is null or doubtful. */
export type FieldReason = { readonly field: string; readonly code: string; readonly message: string };

/** Inputs of the costs. `amount`: USD over both legs. */
export type CostTerms = {
	readonly amount: Decimal;
	/** Intended holding time; undefined: the best horizon. */
	readonly horizonHours: Decimal | undefined;
	readonly leverage: Decimal;
	readonly mode: string;
};

/** Terms of one opportunity with a fixed horizon. */
export type HeldTerms = CostTerms & { readonly horizonHours: Decimal };

/** The horizon in whole milliseconds, rounded down. */
export function horizonMsOf(terms: Pick<HeldTerms, 'horizonHours'>): number {
	return Number(mulDown(terms.horizonHours, fromInteger(HOUR_MS)) / ONE);
}

/** Default terms of a call (wire contract, get_opportunities). */
export const DEFAULT_TERMS = {
	amount: fromInteger(1_000),
	horizonHours: undefined,
	leverage: fromInteger(1),
	mode: 'single-direct',
} as const satisfies CostTerms;

/**
 * Dead band of the carry expected over DIRECTION_HOURS and of the headline: inside it neither gives a clear
 * direction.
 */
export const DIRECTION_DEAD_BAND = parseDecimal('0.00005');

/** Typical time until both legs of single-direct are filled, milliseconds after the call. Informative. */
export const ENTRY_TIME_MS = 500;

/** Costs of opening and closing a pair, positive for a cost: shares of one leg's notional, or USD in `CashParts`. */
export type CostParts = {
	readonly entryFees: Decimal | null;
	readonly exitFees: Decimal | null;
	readonly entrySlippage: Decimal | null;
	readonly exitSlippage: Decimal | null;
	readonly basis: Decimal | null;
	readonly total: Decimal | null;
};

/**
 * Expected carry of a pair at given terms, minus all costs, as shares of one leg's notional, with the resulting
 * verdict.
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
	readonly reasons: readonly string[];
	readonly model: {
		readonly basis: 'own_history' | 'pooled_prior';
		readonly observations: number;
		readonly calibrated: boolean;
	} | null;
};

/** One pair of instruments in the paying direction, with its rates, costs, limits and guards. */
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
	/** Unix seconds. */
	readonly longNextFundingTimestamp: number | null;
	readonly shortNextFundingTimestamp: number | null;
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
	/** USD over both legs: the smallest amount that both exchanges accept at this leverage. */
	readonly minAmount: Decimal | null;
	/** USD: the smaller 24 h volume of both legs. */
	readonly volume24h: Decimal | null;
	readonly liquidityScore: Decimal | null;
	readonly riskScore: Decimal | null;
	readonly anomalyDirection: boolean;
	readonly anomalyReason: string | null;
	readonly guards: readonly string[];
	readonly reasons: readonly FieldReason[];
	/** Unix seconds of the newest input. */
	readonly updatedAt: number;
	/** Age of the oldest input, milliseconds. */
	readonly ageMs: number | null;
	/** ISO 8601: when the oldest input becomes stale. */
	readonly expiresAt: string | null;
};

/** One UTC hour of `carry_history`: settled funding of both legs, spread evenly over the intervals that it paid for. */
export type AccruedCarryRow = {
	/** End of the hour, Unix seconds. */
	readonly timestamp: number;
	/**
	 * Carry of this hour × epoch_hours, comparable with the record's `spread`; null if the funding interval is
	 * unknown.
	 */
	readonly spread: Decimal | null;
	/** Sum of the carry since the oldest row, a share of one leg's notional. */
	readonly cumulativeCarry: Decimal;
};

/**
 * Settlement of either leg, Unix seconds. The rate is null for a leg that did not settle then, and so is the spread.
 */
export type FundingHistoryRow = {
	readonly timestamp: number;
	readonly longRate: Decimal | null;
	readonly shortRate: Decimal | null;
	readonly spread: Decimal | null;
};

/** Forecasts and received carry of verdicts of one kind: means over the scored ones, null with none. */
export type VerdictRecord = {
	readonly scored: number;
	readonly expectedMean: Decimal | null;
	readonly receivedMean: Decimal | null;
	/** Mean of the stated P(received < 0), and the observed share. */
	readonly reversalStated: Decimal | null;
	readonly reversalHappened: Decimal | null;
};

/** Track record of a pair's earlier verdicts. Definitions: domain/track-record. */
export type TrackRecord = VerdictRecord & {
	/** All counted forecasts: scored, pending, unscorable. */
	readonly forecasts: number;
	readonly slope: Decimal | null;
	readonly insideOneSd: Decimal | null;
	/** Unix seconds of the oldest scored forecast. */
	readonly since: number | null;
	readonly byVerdict: Readonly<Record<Verdict, VerdictRecord>>;
};

/** The shares of `net` in USD, at the same terms. */
export type CashParts = CostParts & {
	/** Coins of each leg. */
	readonly quantity: Decimal;
	/** USD of one leg, at the mid of the long leg's book. */
	readonly legNotional: Decimal;
	readonly expectedCarry: Decimal | null;
	readonly expectedNet: Decimal | null;
};

/** An opportunity with the details shown for a single one: cash figures, volumes, and histories. Volumes are USD. */
export type OpportunityDetail = Opportunity & {
	/** Null if a book is unknown, or the amount is below one lot. */
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
	/** Standard deviation of the spreads in those rows of `funding_history`. */
	readonly spreadSd7d: Decimal | null;
	readonly spreadSd30d: Decimal | null;
	readonly spreadStability: Decimal | null;
	/**
	 * Mean of the price basis, observed here once a second, half-life 24 h: the exit basis that `net.cost.basis`
	 * expects.
	 */
	readonly basisMean: Decimal | null;
	readonly basisSd: Decimal | null;
	/** Hours from the first observation to the last. */
	readonly basisObservedHours: Decimal;
	/** Newest first; `timestamp`: Unix seconds at the start of a minute, or of ten minutes further back. */
	readonly basisHistory: readonly { readonly timestamp: number; readonly basis: Decimal }[];
	/** Track record of this pair's earlier verdicts; null until one is scored. */
	readonly trackRecord: TrackRecord | null;
	/** This opportunity since its first sighting; null if none is recorded. Times are ISO 8601. */
	readonly life: {
		readonly firstSeen: string;
		readonly peakSpread: Decimal | null;
		readonly peakSpreadAt: string | null;
		readonly peakExpectedNet: Decimal | null;
		readonly peakExpectedNetAt: string | null;
	} | null;
	readonly fundingHistory: readonly FundingHistoryRow[];
	/** Hours of the last 30 days, newest first. */
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

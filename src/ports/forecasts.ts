/**
 * The forecast ledger: the forecast behind every shown verdict and every execution, scored against received carry.
 * The service uses `ForecastLedger`; `ForecastStore` keeps its rows.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { ScoreTally } from '../domain/forecast-scores.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { TrackRecord, Verdict } from '../domain/opportunity.ts';
import type { RealizedShares } from '../domain/received-carry.ts';
import type {
	ForecastGroup,
	ForecastKind,
	ForecastSummary,
	ForecastSums,
	NetSums,
} from '../domain/track-record.ts';

/** One forecast of a pair's funding in one direction. Shares are fractions of one leg's notional. */
export type PairForecast = {
	/** `pairKey` of domain/ids: the unordered pair of instruments. */
	readonly pairKey: string;
	readonly longVenue: VenueName;
	readonly longSymbol: string;
	readonly shortVenue: VenueName;
	readonly shortSymbol: string;
	/** Milliseconds. */
	readonly forecastAt: number;
	/** Settlements in (entryAt, entryAt + horizon] count. */
	readonly entryAt: number;
	/** Above 0, at most 2,160. */
	readonly horizonHours: number;
	readonly expectedCarry: Decimal;
	readonly carrySd: Decimal;
	/** P(received carry < 0). */
	readonly reversalProbability: Decimal;
	/** At default amount and leverage if shown, at its own if executed. */
	readonly totalCost: Decimal | null;
	readonly expectedNet: Decimal | null;
	readonly probabilityPositive: Decimal | null;
	readonly verdict: Verdict;
	readonly modelBasis: 'own_history' | 'pooled_prior';
	/** |headline| at the forecast in units of the pair's own scale, from 0; null if unavailable. */
	readonly headlineScales: number | null;
	/** True if both legs settle hourly or neither does; null if an interval is unknown. */
	readonly isSameClock: boolean | null;
	readonly kind: ForecastKind;
	/** Set for an executed forecast, else null. */
	readonly executionId: string | null;
};

/** Records forecasts, scores them when due, and reports their accuracy. */
export interface ForecastLedger {
	/**
	 * Records a shown or executed forecast. Cheap and never throws: writes come later, in batches. Only the first
	 * shown forecast in each clock hour counts, per pair, direction and horizon (to the whole hour).
	 */
	note(forecast: PairForecast): void;
	/** Track record of a pair, or a sentence that explains why there is none yet. Never throws. */
	trackRecord(pairKey: string): Promise<TrackRecord | { readonly reason: string }>;
	/** Accuracy over all scored forecasts. Rejects if the store cannot be read. */
	summary(): Promise<ForecastSummary>;
	/**
	 * Scores a batch of due forecasts and continues with the rest by itself. The ledger's own timer also calls it.
	 * Never throws.
	 */
	scoreDue(now: number): Promise<void>;
	/** Writes the recorded forecasts, as far as possible. */
	close(): Promise<void>;
}

/** A due forecast, with its row. */
export type DueForecast = PairForecast & {
	readonly forecastId: number;
	readonly endsAt: number;
};

/** Result of a due forecast. */
export type ForecastOutcome =
	| {
			readonly forecast: DueForecast;
			readonly state: 'scored';
			readonly received: Decimal;
			readonly sums: ForecastSums;
			readonly tallies: readonly ScoreTally[];
	  }
	| { readonly forecast: DueForecast; readonly state: 'unscorable'; readonly reason: string }
	/** Not known yet: check again at this time. */
	| { readonly forecast: DueForecast; readonly state: 'pending'; readonly checkAt: number };

/** Result of a forecast's execution. Null shares: nothing was ever filled. */
export type NetOutcome = {
	readonly forecast: DueForecast;
	readonly realized: RealizedShares | null;
	readonly nets: NetSums;
};

/** Store of the ledger's rows. Every method may reject with the database's message; then it stores nothing. */
export interface ForecastStore {
	/**
	 * Adds forecasts, in one transaction. An existing one (same pair, direction, horizon and hour, or execution) is
	 * not changed. At the size limit the oldest counted ones are removed; without any, new shown forecasts are not
	 * stored.
	 * @returns how many were not stored. Executed ones are always stored.
	 */
	add(forecasts: readonly PairForecast[]): Promise<number>;
	/** Pending forecasts that are due for a check, the longest overdue first. */
	due(now: number, limit: number): Promise<readonly DueForecast[]>;
	/** Executed forecasts without the result of their execution, after the given id, oldest first. */
	awaitingNet(afterId: number, limit: number): Promise<readonly DueForecast[]>;
	/** Stores outcomes and counts them, in one transaction. */
	settle(outcomes: readonly ForecastOutcome[], nets: readonly NetOutcome[], now: number): Promise<void>;
	/** Sums by kind, verdict and horizon: of one pair, or of all forecasts ever made. */
	groups(pairKey: string | undefined): Promise<readonly ForecastGroup[]>;
	/** End of the pair's first pending forecast, milliseconds; null with none. */
	nextEnd(pairKey: string): Promise<number | null>;
}

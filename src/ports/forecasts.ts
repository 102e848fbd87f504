/**
 * Defines the forecast ledger. It keeps the forecasts behind all executions and behind some of the shown verdicts,
 * and scores them against received carry. The service uses `ForecastLedger`; `ForecastStore` keeps the rows.
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
import type { Words } from '../sentences/sentence.ts';
import type { ForecastStep } from './opportunity-history.ts';

/** One forecast of a pair's funding in one direction. Carry, cost and net are fractions of one leg's notional. */
export type PairForecast = {
	/** Key of the unordered pair of instruments, made by `pairKey` in `domain/ids`. */
	readonly pairKey: string;
	readonly longVenue: VenueName;
	readonly longSymbol: string;
	readonly shortVenue: VenueName;
	readonly shortSymbol: string;
	/** Time of the forecast, milliseconds. */
	readonly forecastAt: number;
	/** Assumed time of entry, milliseconds. Settlements in (entryAt, entryAt + horizon] count. */
	readonly entryAt: number;
	/** Horizon of the forecast, hours; above 0, at most 2,160. */
	readonly horizonHours: number;
	readonly expectedCarry: Decimal;
	readonly carrySd: Decimal;
	/** Probability that the received carry is below 0. */
	readonly reversalProbability: Decimal;
	/**
	 * Total cost. A shown forecast uses the default amount and leverage; an executed one uses those of its execution.
	 */
	readonly totalCost: Decimal | null;
	readonly expectedNet: Decimal | null;
	readonly probabilityPositive: Decimal | null;
	readonly verdict: Verdict;
	readonly modelBasis: 'own_history' | 'pooled_prior';
	/** Absolute headline spread at the time of the forecast, in units of the pair's own scale; null if unavailable. */
	readonly headlineScales: number | null;
	/** True if both legs settle hourly or neither does; null if an interval is unknown. */
	readonly isSameClock: boolean | null;
	readonly kind: ForecastKind;
	/** Id of the execution for an executed forecast, otherwise null. */
	readonly executionId: string | null;
};

/** Records forecasts, scores them when due, and reports their accuracy. */
export interface ForecastLedger {
	/**
	 * Records a shown or executed forecast. The call is cheap and never throws, because forecasts are written later,
	 * in batches. For each pair, direction and horizon (to the whole hour), only the first shown forecast in a clock
	 * hour is stored. Further limits apply to long horizons and to each pair.
	 */
	note(forecast: PairForecast): void;
	/** Returns a pair's track record, or a sentence that explains why there is none yet. Never throws. */
	trackRecord(pairKey: string): Promise<TrackRecord | { readonly reason: Words }>;
	/** Returns the accuracy over all scored forecasts. Rejects if the store cannot be read. */
	summary(): Promise<ForecastSummary>;
	/**
	 * Scores a batch of due forecasts and schedules the next batch. The ledger's own timer also calls it. Never
	 * throws.
	 */
	scoreDue(now: number): Promise<void>;
	/** Closes the ledger, after a best-effort write of the recorded forecasts. */
	close(): Promise<void>;
}

/** A due forecast, with its id in the store and the time at which its horizon ends. */
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
	/** The result is not known yet. The ledger checks again at `checkAt`. */
	| { readonly forecast: DueForecast; readonly state: 'pending'; readonly checkAt: number };

/** Result of the execution that the forecast was made for. `realized` is null if nothing was ever filled. */
export type NetOutcome = {
	readonly forecast: DueForecast;
	readonly realized: RealizedShares | null;
	readonly nets: NetSums;
};

/** Selects the scored forecasts of one direction. Times are ms. */
export type MaturedQuery = {
	/** Key of the unordered pair of instruments, made by `pairKey` in `domain/ids`. */
	readonly pairKey: string;
	readonly long: { readonly venue: VenueName; readonly symbol: string };
	readonly from: number;
	readonly to: number;
	readonly stepMs: number;
};

/** Stores the ledger's rows. A method that fails rejects with the database's message and stores nothing. */
export interface ForecastStore {
	/**
	 * Adds forecasts in one transaction. A forecast that already exists (same pair, direction, horizon and hour, or
	 * same execution) is not changed. At the size limit, the oldest forecasts with a counted result are removed, those
	 * of executions last. If no such forecast is left, new shown forecasts are not stored.
	 * @returns the number of forecasts that were not stored. Executed forecasts are always stored.
	 */
	add(forecasts: readonly PairForecast[]): Promise<number>;
	/** Returns pending forecasts that are due for a check, the longest overdue first. */
	due(now: number, limit: number): Promise<readonly DueForecast[]>;
	/** Returns executed forecasts with ids above `afterId` whose execution has no result yet, oldest first. */
	awaitingNet(afterId: number, limit: number): Promise<readonly DueForecast[]>;
	/** Returns the stored forecasts of these executions, by execution id. An execution without one is absent. */
	ofExecutions(executionIds: readonly string[]): Promise<ReadonlyMap<string, PairForecast>>;
	/** Stores outcomes and adds them to the sums, in one transaction. */
	settle(outcomes: readonly ForecastOutcome[], nets: readonly NetOutcome[], now: number): Promise<void>;
	/**
	 * Returns a pair's scored shown forecasts in the direction with this long leg, as means per step, newest first. A
	 * forecast belongs to the step in which its horizon ended. Only horizons that ended in (from, to], ms, count.
	 */
	matured(query: MaturedQuery): Promise<readonly ForecastStep[]>;
	/** Returns sums by kind, verdict and horizon, for one pair or for all forecasts ever made. */
	groups(pairKey: string | undefined): Promise<readonly ForecastGroup[]>;
	/**
	 * Returns the earliest time at which one of the pair's pending forecasts ends, milliseconds; null if none is
	 * pending.
	 */
	nextEnd(pairKey: string): Promise<number | null>;
}

/**
 * The ledger of promises: what every verdict shown and every execution made promised, scored by what arrived.
 * `PromiseLedger` is what the rest of the service asks of it; `PromiseStore` is where it keeps its rows.
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

/** One statement about the funding of one pair in one direction. Shares are fractions of one leg's notional. */
export type PairForecast = {
	/** `slotKey` of domain/ids: the unordered pair of instruments. */
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
	/** At default amount and leverage where it was shown, at its own where it was executed. */
	readonly totalCost: Decimal | null;
	readonly expectedNet: Decimal | null;
	readonly probabilityPositive: Decimal | null;
	readonly verdict: Verdict;
	readonly modelBasis: 'own_history' | 'pooled_prior';
	/** |headline| at the forecast in units of the pair's own scale, from 0; null where it was not at hand. */
	readonly headlineScales: number | null;
	/** True where both legs settle hourly or neither does; null where an interval is not known. */
	readonly isSameClock: boolean | null;
	readonly kind: ForecastKind;
	/** Of an executed one, else null. */
	readonly executionId: string | null;
};

/** Notes promises, scores those that are due, and tells how good they were. */
export interface ForecastLedger {
	/**
	 * Takes note of what was shown or executed. Cheap and never throws: writes come later, in batches. Of what is shown
	 * the first in each clock hour counts, per pair, direction and horizon (to the whole hour).
	 */
	note(forecast: PairForecast): void;
	/** What was promised of a pair and what arrived, or a sentence why there is nothing to say yet. Never throws. */
	trackRecord(pairKey: string): Promise<TrackRecord | { readonly reason: string }>;
	/** Over all promises ever scored. Rejects when the store cannot be read. */
	summary(): Promise<ForecastSummary>;
	/** Scores a slice of what is due and goes on with the rest by itself. Also called by the ledger's own timer. Never throws. */
	scoreDue(now: number): Promise<void>;
	/** Writes what is noted, as far as it can be written. */
	close(): Promise<void>;
}

/** A promise that is due, with its row. */
export type DueForecast = PairForecast & {
	readonly forecastId: number;
	readonly endsAt: number;
};

/** What became of a due promise. */
export type ForecastOutcome =
	| {
			readonly forecast: DueForecast;
			readonly state: 'scored';
			readonly received: Decimal;
			readonly sums: ForecastSums;
			readonly tallies: readonly ScoreTally[];
	  }
	| { readonly forecast: DueForecast; readonly state: 'unscorable'; readonly reason: string }
	/** Not known yet: look again then. */
	| { readonly forecast: DueForecast; readonly state: 'pending'; readonly checkAt: number };

/** What became of the execution that a promise was made for. Null shares: nothing was ever filled. */
export type NetOutcome = {
	readonly forecast: DueForecast;
	readonly realized: RealizedShares | null;
	readonly nets: NetSums;
};

/** The store of the ledger's rows. Every method may reject with what the database says; then nothing of the call is stored. */
export interface ForecastStore {
	/**
	 * Adds promises, in one transaction; one that is there already (same pair, direction, horizon and hour, or execution)
	 * is left as it was. At the bound the oldest that are counted make room; where none are, what was shown finds none.
	 * @returns how many found no room. What was executed always does.
	 */
	add(forecasts: readonly PairForecast[]): Promise<number>;
	/** Pending promises whose time to look has come, the one due longest first. */
	due(now: number, limit: number): Promise<readonly DueForecast[]>;
	/** Executed promises whose execution's result is not known, after the given id, oldest first. */
	awaitingNet(afterId: number, limit: number): Promise<readonly DueForecast[]>;
	/** Stores outcomes and counts them, in one transaction. */
	settle(outcomes: readonly ForecastOutcome[], nets: readonly NetOutcome[], now: number): Promise<void>;
	/** Sums by kind, verdict and horizon: of one pair, or of all promises ever made. */
	groups(pairKey: string | undefined): Promise<readonly ForecastGroup[]>;
	/** When the first pending promise of the pair ends, milliseconds; null with none. */
	nextEnd(pairKey: string): Promise<number | null>;
}

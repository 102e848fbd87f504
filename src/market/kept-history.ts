/**
 * Keeps one instrument's settled history in memory: the span that was read, and the recent rates. It is loaded from
 * the store and updated with each addition. After a failed addition it is loaded again.
 */

import { DAY_MS, HOUR_MS, type PredictedFunding, type SettledRate } from '../domain/funding.ts';
import { type Instrument, instrumentKey, type VenueName } from '../domain/instrument.ts';
import {
	createMonthWindow,
	extendedWindow,
	MONTH_KEPT_MS,
	type MonthMean,
	type MonthWindow,
	monthMean,
} from '../domain/month-window.ts';
import { type HistoryGap, historyGaps } from '../domain/paid-rates.ts';
import type { HistoryCoverage } from '../ports/funding-history.ts';
import type { HistoryReading } from '../ports/metrics.ts';
import type { AskedSpan, InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import type { Words } from '../sentences/sentence.ts';
import { HISTORY_DAYS_MAX, type HistoryProgress, lastDue } from './history-reads.ts';

/**
 * Maximum age of the rates kept in memory, ms. They are needed only for a settlement just before an entry. An hour is
 * enough, because a trade can count only for settlements up to a minute before it.
 */
export const RECENT_MS = HOUR_MS;

/** The store's summary for an instrument: the span, number and gaps of its rates. */
export type Stored = Omit<HistoryCoverage, 'failure'>;

/** Histories by venue and symbol. */
export type KeptByVenue = Map<VenueName, Map<string, Kept>>;

/** Returns the histories of all venues. */
export function allKept(kept: KeptByVenue): readonly Kept[] {
	return [...kept.values()].flatMap((ofVenue) => [...ofVenue.values()]);
}

/** Forgets the instruments that are not in the list, and returns new histories for those that were not known. */
export function keepOnly(kept: KeptByVenue, instruments: readonly Instrument[]): readonly Kept[] {
	const keys = new Set(instruments.map(instrumentKey));
	for (const { instrument } of allKept(kept))
		if (!keys.has(instrumentKey(instrument))) kept.get(instrument.venue)?.delete(instrument.symbol);
	return instruments.flatMap((instrument) => {
		const { venue, symbol } = instrument;
		const ofVenue = kept.get(venue) ?? new Map<string, Kept>();
		if (ofVenue.has(symbol)) return [];
		const fresh = newKept(instrument);
		kept.set(venue, ofVenue.set(symbol, fresh));
		return [fresh];
	});
}

/** An instrument with its history. */
export type Kept = HistoryProgress & {
	readonly instrument: InstrumentName;
	/** False until the store has responded. Before that, nothing is read from the venue. */
	isLoaded: boolean;
	/** The load in progress; never rejects. */
	loading: Promise<void> | undefined;
	asked: AskedSpan | undefined;
	/** Rates from at least the last `RECENT_MS`, oldest first. */
	recent: readonly SettledRate[];
	/** Rates of the last month. */
	month: MonthWindow;
	holes: readonly HistoryGap[];
	awaited: HistoryProgress['awaited'];
	failure: Words | null;
	/** Number of failed reads since the last good response, including responses with unusable rows. */
	failures: number;
	/** Number of responses with unusable rows since the last good response. */
	uncleanAnswers: number;
	notBefore: number;
	/** Time of the last search for holes, ms. */
	checkedAt: number | undefined;
	/** Cached summary of the stored rates; undefined after a change. */
	stored: Promise<Stored> | undefined;
	/** The read in flight from the venue; never rejects. */
	reading: Promise<void> | undefined;
};

/** Creates an instrument's entry, with nothing loaded yet. */
function newKept({ venue, symbol, coin, quote }: InstrumentName): Kept {
	return {
		instrument: { venue, symbol, coin, quote },
		isLoaded: false,
		loading: undefined,
		asked: undefined,
		recent: [],
		month: createMonthWindow([]),
		holes: [],
		awaited: undefined,
		failure: null,
		failures: 0,
		uncleanAnswers: 0,
		notBefore: 0,
		checkedAt: undefined,
		stored: undefined,
		reading: undefined,
	};
}

/**
 * Loads the span that has been read and the rates of the last month. Do not add rates to the instrument until this
 * completes.
 * @throws Error from the store
 */
export async function loadKept(store: SettledRateStore, kept: Kept, now: number): Promise<void> {
	const { venue, symbol } = kept.instrument;
	kept.isLoaded = false;
	kept.asked = await store.asked(venue, symbol);
	const month = await store.read(venue, symbol, now - MONTH_KEPT_MS, Number.MAX_SAFE_INTEGER);
	kept.recent = month.filter(({ settledAt }) => settledAt >= now - RECENT_MS);
	kept.month = createMonthWindow(month);
	kept.isLoaded = true;
}

/** Adds rates that are already in the store to the rates in memory. */
export function takeAdded(kept: Kept, added: readonly SettledRate[], now: number): void {
	if (added.length === 0) return;
	kept.stored = undefined;
	kept.month = extendedWindow(kept.month, added, now);
	kept.recent = [...kept.recent, ...added]
		.filter(({ settledAt }) => settledAt >= now - RECENT_MS)
		.sort((a, b) => a.settledAt - b.settledAt);
}

/** Returns the mean of the instrument's last 30 days. @param funding of its ticker */
export function monthMeanOf({ month }: Kept, funding: PredictedFunding | null, now: number): MonthMean {
	const at = lastDue(funding, now);
	const due = funding === null || at === undefined ? undefined : { at, intervalMs: funding.intervalMs };
	return monthMean(month, now, due);
}

/** Returns the summary of the instrument's stored rates, which is reread only after a change. */
export function storedOf(store: SettledRateStore, kept: Kept): Promise<Stored> {
	if (kept.stored !== undefined) return kept.stored;
	const stored = readStored(store, kept.instrument.venue, kept.instrument.symbol);
	kept.stored = stored;
	stored.catch(() => {
		if (kept.stored === stored) kept.stored = undefined;
	});
	return stored;
}

/** Reads the span, count and gaps of an instrument's stored settlements. */
export async function readStored(store: SettledRateStore, venue: VenueName, symbol: string): Promise<Stored> {
	const instants = await store.instants(venue, symbol);
	return {
		from: instants[0] ?? null,
		to: instants.at(-1) ?? null,
		count: instants.length,
		gaps: historyGaps(instants),
	};
}

/** Counts a venue's instruments by the progress of their history. */
export function readingOf(kept: Iterable<Kept>, venue: VenueName, now: number): HistoryReading {
	const reading = { venue, none: 0, month: 0, whole: 0, failing: 0 };
	const oldest = now - HISTORY_DAYS_MAX * DAY_MS;
	for (const { instrument, asked, failure } of kept) {
		if (instrument.venue !== venue) continue;
		// Expired rates are dropped only once a day, so a complete history may be one day short.
		const isWhole = asked !== undefined && asked.from <= oldest + DAY_MS;
		reading[asked === undefined ? 'none' : isWhole ? 'whole' : 'month'] += 1;
		if (failure !== null) reading.failing += 1;
	}
	return reading;
}

/**
 * One instrument's settled history in memory: how far it was read, and the recent rates. It is loaded from the store
 * and updated with each addition; after a failed addition it is reloaded.
 */
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type HistoryGap, historyGaps } from '../domain/paid-rates.ts';
import type { HistoryCoverage } from '../ports/funding-history.ts';
import type { AskedSpan, InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import type { HistoryProgress } from './history-reads.ts';

/**
 * Rates up to this age are held in memory, ms. That is ample: exchanges count a trade for a settlement of at most a
 * minute ago.
 */
export const RECENT_MS = HOUR_MS;

/** The store's summary of an instrument: the span, number and gaps of its rates. */
export type Stored = Omit<HistoryCoverage, 'failure'>;

/** An instrument with its history. */
export type Kept = HistoryProgress & {
	readonly instrument: InstrumentName;
	/** False until the store has answered; nothing is read from the venue before. */
	isLoaded: boolean;
	/** The load in progress; never rejects. */
	loading: Promise<void> | undefined;
	asked: AskedSpan | undefined;
	/** Rates of at least the last `RECENT_MS`, oldest first. */
	recent: readonly SettledRate[];
	holes: readonly HistoryGap[];
	awaited: HistoryProgress['awaited'];
	failure: string | null;
	/** Consecutive failures and answers with unusable rows since the last good answer. */
	failures: number;
	uncleanAnswers: number;
	notBefore: number;
	/** Time of the last search for holes, ms. */
	checkedAt: number | undefined;
	/** Cached summary of the stored rates; undefined after a change. */
	stored: Promise<Stored> | undefined;
	/** The read in flight at the venue; never rejects. */
	reading: Promise<void> | undefined;
};

/** Creates an instrument with nothing loaded yet. */
export function newKept({ venue, symbol, coin, quote }: InstrumentName): Kept {
	return {
		instrument: { venue, symbol, coin, quote },
		isLoaded: false,
		loading: undefined,
		asked: undefined,
		recent: [],
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
 * Loads the span that has been read and the recent rates. Add no rates to the instrument meanwhile. @throws Error of
 * the store
 */
export async function loadKept(store: SettledRateStore, kept: Kept, now: number): Promise<void> {
	const { venue, symbol } = kept.instrument;
	kept.isLoaded = false;
	kept.asked = await store.asked(venue, symbol);
	kept.recent = await store.read(venue, symbol, now - RECENT_MS, Number.MAX_SAFE_INTEGER);
	kept.isLoaded = true;
}

/** Adds rates in memory after they were added to the store. */
export function takeAdded(kept: Kept, added: readonly SettledRate[], now: number): void {
	if (added.length === 0) return;
	kept.stored = undefined;
	kept.recent = [...kept.recent, ...added]
		.filter(({ settledAt }) => settledAt >= now - RECENT_MS)
		.sort((a, b) => a.settledAt - b.settledAt);
}

/** Summary of the instrument's stored rates, reread only after a change. */
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

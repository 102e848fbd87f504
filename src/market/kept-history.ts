/**
 * What is held in memory of one instrument's settled history: how far it was read, and what has settled lately. It is loaded
 * from the store, then told of each addition; after an addition that failed it is loaded again.
 */
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type HistoryGap, historyGaps } from '../domain/paid-rates.ts';
import type { HistoryCoverage } from '../ports/funding-history.ts';
import type { AskedSpan, InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import type { HistoryProgress } from './history-reads.ts';

/** Rates this young are held, ms. An exchange counts a trade for a settlement of at most a minute ago. */
export const RECENT_MS = HOUR_MS;

/** The store's summary of an instrument: which rates it has, and which it lacks. */
export type Stored = Omit<HistoryCoverage, 'failure'>;

/** An instrument whose history is kept. */
export type Kept = HistoryProgress & {
	readonly instrument: InstrumentName;
	/** False until the store has answered what is there: until then the venue is not asked. */
	isLoaded: boolean;
	/** The load that is under way; never rejects. */
	loading: Promise<void> | undefined;
	asked: AskedSpan | undefined;
	/** Rates of the last `RECENT_MS`, oldest first, and some older ones. */
	recent: readonly SettledRate[];
	holes: readonly HistoryGap[];
	awaited: HistoryProgress['awaited'];
	failure: string | null;
	/** Failures, and answers with unusable rows, since the last good answer. */
	failures: number;
	uncleanAnswers: number;
	notBefore: number;
	/** When holes were last looked for. */
	checkedAt: number | undefined;
	/** The summary of the stored rates; undefined after a change. */
	stored: Promise<Stored> | undefined;
	/** The read of the venue that is under way; never rejects. */
	reading: Promise<void> | undefined;
};

/** An instrument of which nothing is loaded yet. */
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

/** Reads the asked span and the recent rates. Nothing may be added to the instrument meanwhile. @throws Error of the store */
export async function loadKept(store: SettledRateStore, kept: Kept, now: number): Promise<void> {
	const { venue, symbol } = kept.instrument;
	kept.isLoaded = false;
	kept.asked = await store.asked(venue, symbol);
	kept.recent = await store.read(venue, symbol, now - RECENT_MS, Number.MAX_SAFE_INTEGER);
	kept.isLoaded = true;
}

/** Takes rates into memory that were added to the store. */
export function takeAdded(kept: Kept, added: readonly SettledRate[], now: number): void {
	if (added.length === 0) return;
	kept.stored = undefined;
	kept.recent = [...kept.recent, ...added]
		.filter(({ settledAt }) => settledAt >= now - RECENT_MS)
		.sort((a, b) => a.settledAt - b.settledAt);
}

/** The store's rates of the instrument; read again only after a change. */
export function storedOf(store: SettledRateStore, kept: Kept): Promise<Stored> {
	if (kept.stored !== undefined) return kept.stored;
	const stored = readStored(store, kept.instrument.venue, kept.instrument.symbol);
	kept.stored = stored;
	stored.catch(() => {
		if (kept.stored === stored) kept.stored = undefined;
	});
	return stored;
}

/** The span, count and gaps of an instrument's stored settlements. */
export async function readStored(store: SettledRateStore, venue: VenueName, symbol: string): Promise<Stored> {
	const instants = await store.instants(venue, symbol);
	return {
		from: instants[0] ?? null,
		to: instants.at(-1) ?? null,
		count: instants.length,
		gaps: historyGaps(instants),
	};
}

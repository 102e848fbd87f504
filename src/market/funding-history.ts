/**
 * Keeps the settled funding of every instrument that another venue lists too. It fetches past rates from the venue in
 * the background, and each new rate soon after its settlement. It searches for missing rates once a day, and serves
 * requests from the store.
 *
 * Each venue has at most one background read in flight. Background reads have a request budget of their own, so that
 * trading never waits for history. A failure here affects nothing else: `coverage` and the log report it, and the
 * read is retried.
 */

import { formatDecimal } from '../domain/decimal.ts';
import { DAY_MS, type SettledRate } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, MonthMeans, SettledListener } from '../ports/funding-history.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { HistoryReading } from '../ports/metrics.ts';
import type { InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import { VenueError } from '../ports/venue-error.ts';
import type { ReadPace, SettledRatesAnswer } from '../ports/venue-market.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import {
	askedAfter,
	HISTORY_DAYS_MAX,
	type HistoryRead,
	lastDue,
	nextRead,
	READ_KINDS,
	usableRates,
} from './history-reads.ts';
import {
	allKept,
	type Kept,
	type KeptByVenue,
	keepOnly,
	loadKept,
	monthMeanOf,
	readingOf,
	readStored,
	storedOf,
	takeAdded,
} from './kept-history.ts';
import { sharedInstruments } from './shared-instruments.ts';
import { HISTORY_TEXT } from './text.ts';

/** Dependencies of the settled-funding history. */
export type FundingHistoryOptions = {
	readonly market: Market;
	readonly store: SettledRateStore;
	/** Fetches settled rates from a venue; rejects when the venue does not respond. */
	readonly fetchSettledRates: (
		venue: VenueName,
		symbol: string,
		from: number,
		to: number,
		pace: ReadPace,
	) => Promise<SettledRatesAnswer>;
	readonly clock: Clock;
	readonly log: Logger;
};

/** The settled-funding history, with its metrics and `close`. */
export type RunningFundingHistory = FundingHistory &
	MonthMeans & {
		/**
		 * Progress by venue: the number of instruments with no history, with a month's history and with the complete
		 * history, and the number of failing ones.
		 */
		readonly readings: () => readonly HistoryReading[];
		readonly close: () => void;
	};

const CHECK_MS = 1_000;
/** Number of short reads after which the most urgent ones are chosen again. */
const URGENT_MAX = 20;
/** Last of the `READ_KINDS` that are short: the first month, and new rates. */
const SHORT_RANK_MAX = READ_KINDS.indexOf('new');
/** Time limit of `ensure`, ms. The read itself continues, and its rates are stored. */
const ENSURE_MS = 5_000;
/** Time limit for one read, ms. It is generous, because each page of a read waits for the request budget. */
const READ_MS_MAX = 5 * 60_000;
/** First pause after a failed read of an instrument, ms. The pause doubles with each further failure. */
const RETRY_MS_MIN = 5_000;
/** Maximum pause after a failed read of an instrument, ms. */
const RETRY_MS_MAX = 10 * 60_000;
/**
 * After this many consecutive responses with unusable rows, the usable rows are accepted and the span counts as read.
 */
const UNCLEAN_ANSWERS_MAX = 5;
/** Maximum number of concurrent reads that callers wait for. */
const PROMPT_READS_MAX = 4;
/** Maximum number of one instrument's holes (spans with missing rates) that are refetched per day. */
const HOLES_MAX = 100;

/** Thrown when a read of settled rates takes too long and is abandoned. */
class ReadTimeout extends Error {
	override readonly name = 'ReadTimeout';
	readonly words: Words;
	constructor() {
		const words = HISTORY_TEXT.timedOut({ limitMs: READ_MS_MAX });
		super(textOf(words));
		this.words = words;
	}
}

type HistoryState = FundingHistoryOptions & {
	readonly keptOf: KeptByVenue;
	/** Venues with a background read in flight. */
	readonly busy: Set<VenueName>;
	closed: boolean;
	promptReads: number;
	readonly listeners: Set<SettledListener>;
	/** Instruments whose expired rates must still be dropped today. */
	toDrop: readonly InstrumentName[];
	droppedAt: number | undefined;
};

/**
 * Starts to read settled funding in the background, until `close`, for every instrument that another exchange lists
 * too.
 */
export function createFundingHistory(options: FundingHistoryOptions): RunningFundingHistory {
	const { market, store, clock } = options;
	const state: HistoryState = {
		...options,
		keptOf: new Map(),
		busy: new Set(),
		closed: false,
		promptReads: 0,
		listeners: new Set(),
		toDrop: [],
		droppedAt: undefined,
	};
	const keptOf = (venue: VenueName, symbol: string) => state.keptOf.get(venue)?.get(symbol);
	adoptInstruments(state);
	const stops = [market.onVenue(() => adoptInstruments(state)), clock.every(CHECK_MS, () => check(state))];
	return {
		settled: (venue, symbol, from, to) => store.read(venue, symbol, from, to),
		async coverage(venue, symbol) {
			const kept = keptOf(venue, symbol);
			return kept === undefined
				? { ...(await readStored(store, venue, symbol)), failure: HISTORY_TEXT.notShared() }
				: { ...(await storedOf(store, kept)), failure: kept.failure };
		},
		failure(venue, symbol) {
			const kept = keptOf(venue, symbol);
			return kept === undefined ? HISTORY_TEXT.notShared() : kept.failure;
		},
		recent: (venue, symbol) => keptOf(venue, symbol)?.recent ?? [],
		monthMean(venue, symbol) {
			const kept = keptOf(venue, symbol);
			const funding = market.get(venue, symbol)?.ticker?.funding ?? null;
			return kept === undefined ? undefined : monthMeanOf(kept, funding, clock.now());
		},
		readings: () =>
			market.venues.map((venue) => readingOf(state.keptOf.get(venue)?.values() ?? [], venue, clock.now())),
		onSettled(listener) {
			state.listeners.add(listener);
			return () => state.listeners.delete(listener);
		},
		async ensure(venue, symbol) {
			const kept = keptOf(venue, symbol);
			if (kept === undefined || kept.asked !== undefined) return;
			await new Promise<void>((resolve) => {
				const cancel = clock.after(ENSURE_MS, () => {
					kept.failure ??= HISTORY_TEXT.late({ limitMs: ENSURE_MS });
					resolve();
				});
				void firstMonth(state, kept).then(() => {
					cancel();
					resolve();
				});
			});
		},
		close() {
			state.closed = true;
			for (const stop of stops) stop();
		},
	};
}

/** Tracks the instruments that more than one venue lists, and forgets the others. Their stored rates remain. */
function adoptInstruments(state: HistoryState): void {
	const shared = sharedInstruments(state.market.inputs().map(({ instrument }) => instrument));
	for (const kept of keepOnly(state.keptOf, shared)) load(state, kept);
}

/** Loads the stored rates and notifies the listeners. `kept.failure` reports a failure, and `check` retries. */
function load(state: HistoryState, kept: Kept): void {
	const { store, clock } = state;
	kept.loading = loadKept(store, kept, clock.now())
		.then(() => {
			// A venue's failure stays visible until the venue has responded.
			if (kept.failures === 0) kept.failure = null;
			notify(state, kept.instrument, []);
		})
		.catch((error: unknown) => {
			kept.failure ??= messageOf(error);
			kept.notBefore = Math.max(kept.notBefore, clock.now() + RETRY_MS_MIN);
		})
		.finally(() => {
			kept.loading = undefined;
		});
}

function notify(
	state: HistoryState,
	{ venue, symbol }: Pick<InstrumentName, 'venue' | 'symbol'>,
	added: readonly SettledRate[],
): void {
	if (state.closed) return;
	for (const listener of state.listeners) listener(venue, symbol, added);
}

/**
 * Starts the instrument's first read and resolves when the read has completed. Resolves at once if no read can start.
 * Never rejects.
 */
async function firstMonth(state: HistoryState, kept: Kept): Promise<void> {
	await kept.loading;
	if (kept.asked !== undefined) return;
	const read = readOf(state, kept, state.clock.now());
	await (kept.reading ?? (read === undefined ? undefined : beginPromptly(state, kept, read)));
}

function readOf(state: HistoryState, kept: Kept, now: number): HistoryRead | undefined {
	if (!kept.isLoaded || now < kept.notBefore || kept.reading !== undefined) return undefined;
	const funding = state.market.get(kept.instrument.venue, kept.instrument.symbol)?.ticker?.funding ?? null;
	return nextRead(kept, funding, now);
}

/**
 * Returns the venue's instruments with the most urgent kind of read, at most `URGENT_MAX`. Those with the shortest
 * history come first. Long reads of the past are returned one at a time, so that an urgent read never waits for
 * several.
 */
function mostUrgent(state: HistoryState, venue: VenueName): readonly Kept[] {
	const now = state.clock.now();
	let bestRank = Number.POSITIVE_INFINITY;
	let best: { readonly kept: Kept; readonly to: number }[] = [];
	for (const kept of state.keptOf.get(venue)?.values() ?? []) {
		const read = readOf(state, kept, now);
		if (read === undefined) continue;
		const rank = READ_KINDS.indexOf(read.kind);
		if (rank > bestRank) continue;
		if (rank < bestRank) best = [];
		bestRank = rank;
		best.push({ kept, to: read.to });
	}
	const count = bestRank <= SHORT_RANK_MAX ? URGENT_MAX : 1;
	return best
		.sort((a, b) => b.to - a.to)
		.slice(0, count)
		.map(({ kept }) => kept);
}

/** Reads in the background until there is nothing more to read from the venue or a read fails. `check` resumes it. */
async function work(state: HistoryState, venue: VenueName): Promise<void> {
	if (state.busy.has(venue)) return;
	state.busy.add(venue);
	while (!state.closed && (await readMostUrgent(state, venue)));
	state.busy.delete(venue);
}

/** Performs the venue's most urgent reads. Resolves to false if there is none, or if one fails. */
async function readMostUrgent(state: HistoryState, venue: VenueName): Promise<boolean> {
	const urgent = mostUrgent(state, venue);
	for (const kept of urgent) {
		const read = readOf(state, kept, state.clock.now());
		if (state.closed) return false;
		if (read === undefined) continue;
		await begin(state, kept, read, 'background');
		if (kept.failures > 0) return false;
	}
	return urgent.length > 0;
}

function begin(state: HistoryState, kept: Kept, read: HistoryRead, pace: ReadPace): Promise<void> {
	kept.reading = perform(state, kept, read, pace).finally(() => {
		kept.reading = undefined;
	});
	return kept.reading;
}

/**
 * Starts a read ahead of the background reads. Only a few such reads run at a time, because price requests use the
 * same budget. Above `PROMPT_READS_MAX`, the read uses the background budget instead.
 */
function beginPromptly(state: HistoryState, kept: Kept, read: HistoryRead): Promise<void> {
	if (state.promptReads >= PROMPT_READS_MAX) return begin(state, kept, read, 'background');
	state.promptReads += 1;
	return begin(state, kept, read, 'prompt').finally(() => {
		state.promptReads -= 1;
	});
}

/** Performs one read and stores the rates. Never rejects. */
async function perform(state: HistoryState, kept: Kept, read: HistoryRead, pace: ReadPace): Promise<void> {
	const { venue, symbol } = kept.instrument;
	try {
		const answer = await withLimit(state, state.fetchSettledRates(venue, symbol, read.from, read.to, pace));
		if (state.closed || state.keptOf.get(venue)?.get(symbol) !== kept) return;
		const added = await storeAnswer(state, kept, read, answer);
		if (added.length > 0) notify(state, kept.instrument, added);
	} catch (error) {
		const hasWords = error instanceof ReadTimeout || error instanceof VenueError;
		failed(state, kept, hasWords ? error.words : messageOf(error));
	}
}

function withLimit(state: HistoryState, answer: Promise<SettledRatesAnswer>): Promise<SettledRatesAnswer> {
	return new Promise((resolve, reject) => {
		const cancel = state.clock.after(READ_MS_MAX, () => reject(new ReadTimeout()));
		void answer.finally(cancel).then(resolve, reject);
	});
}

/** @returns the new rates @throws Error when a write fails; the stored rates are then reloaded */
async function storeAnswer(
	state: HistoryState,
	kept: Kept,
	read: HistoryRead,
	answer: SettledRatesAnswer,
): Promise<readonly SettledRate[]> {
	const now = state.clock.now();
	const { rates, unusable } = usableRates(answer, read, now);
	// A response with unusable rows is refetched a few times before the span counts as read.
	const uncleanAnswers = unusable.length === 0 ? 0 : kept.uncleanAnswers + 1;
	const isTaken = uncleanAnswers === 0 || uncleanAnswers >= UNCLEAN_ANSWERS_MAX;
	const asked = isTaken ? askedAfter(kept.asked, read, rates, now) : kept.asked;
	const { added, contradicted } = await state.store
		.add(kept.instrument, rates, asked)
		.catch((error: unknown) => {
			// Some of the rates may have been stored before the failure.
			kept.stored = undefined;
			load(state, kept);
			throw error;
		});
	takeAdded(kept, added, now);
	warnOfContradictions(state, kept, contradicted);
	if (read.kind === 'new' && asked?.to === kept.asked?.to) noteAwaited(state, kept, now);
	if (read.kind === 'hole' && isTaken) kept.holes = kept.holes.slice(1);
	kept.asked = asked;
	kept.uncleanAnswers = isTaken ? 0 : uncleanAnswers;
	const [first] = unusable;
	if (first === undefined) kept.failure = null;
	else failed(state, kept, HISTORY_TEXT.unusable({ count: unusable.length, first }));
	// If the rates were accepted, the next read is not delayed, even if some rows were unusable.
	if (isTaken) {
		kept.failures = 0;
		kept.notBefore = now;
	}
	return added;
}

function warnOfContradictions(
	state: HistoryState,
	{ instrument: { venue, symbol } }: Kept,
	contradicted: readonly SettledRate[],
): void {
	const [first] = contradicted;
	if (first === undefined) return;
	const { settledAt, rate } = first;
	state.log.warn(
		{ venue, symbol, rows: contradicted.length, settledAt, stored: formatDecimal(rate) },
		'a venue changed settled rates; the rates stored first are kept',
	);
}

function noteAwaited(state: HistoryState, kept: Kept, now: number): void {
	const due = lastDue(
		state.market.get(kept.instrument.venue, kept.instrument.symbol)?.ticker?.funding ?? null,
		now,
	);
	const checks = kept.awaited?.due === due ? (kept.awaited?.checks ?? 0) : 0;
	kept.awaited = due === undefined ? undefined : { due, checks: checks + 1, checkedAt: now };
}

function failed(state: HistoryState, kept: Kept, reason: Words): void {
	const facts = { venue: kept.instrument.venue, symbol: kept.instrument.symbol, error: textOf(reason) };
	if (kept.failures === 0) state.log.warn(facts, 'cannot read or store settled rates');
	else state.log.debug(facts, 'still cannot read or store settled rates');
	kept.failure = reason;
	kept.notBefore = state.clock.now() + Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** kept.failures);
	kept.failures += 1;
}

/**
 * Searches one instrument with a complete history for holes. Each instrument is searched once a day. Never rejects.
 */
async function findHoles(state: HistoryState): Promise<void> {
	const now = state.clock.now();
	const oldest = now - HISTORY_DAYS_MAX * DAY_MS;
	for (const kept of allKept(state.keptOf)) {
		if (kept.asked === undefined || kept.asked.from > oldest) continue;
		if (kept.checkedAt !== undefined && now < kept.checkedAt + DAY_MS) continue;
		kept.checkedAt = now;
		try {
			kept.holes = (await storedOf(state.store, kept)).gaps.slice(-HOLES_MAX);
		} catch (error) {
			state.log.warn({ ...kept.instrument, error }, 'cannot search settled rates for gaps');
		}
		// One instrument per check, because the search reads thousands of rows.
		return;
	}
}

/**
 * Drops expired rates once a day, including those of delisted instruments. Each check handles one instrument. Never
 * rejects.
 */
async function dropOld(state: HistoryState): Promise<void> {
	const now = state.clock.now();
	let next: InstrumentName | undefined;
	try {
		if (state.toDrop.length === 0 && (state.droppedAt === undefined || now >= state.droppedAt + DAY_MS)) {
			state.droppedAt = now;
			state.toDrop = await state.store.instruments();
		}
		next = state.toDrop[0];
		if (next === undefined || state.closed) return;
		state.toDrop = state.toDrop.slice(1);
		const before = now - HISTORY_DAYS_MAX * DAY_MS;
		if ((await state.store.dropBefore(next.venue, next.symbol, before)) === 0) return;
	} catch (error) {
		state.log.warn({ ...next, error }, 'cannot drop old settled rates');
		if (next === undefined) return;
	}
	const kept = state.keptOf.get(next.venue)?.get(next.symbol);
	if (kept !== undefined) kept.stored = undefined;
	notify(state, next, []);
}

function check(state: HistoryState): void {
	const now = state.clock.now();
	for (const kept of allKept(state.keptOf))
		if (!kept.isLoaded && kept.loading === undefined && now >= kept.notBefore) load(state, kept);
	void findHoles(state);
	void dropOld(state);
	for (const venue of state.market.venues) void work(state, venue);
}

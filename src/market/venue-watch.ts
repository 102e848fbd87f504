/**
 * Watches one venue. It loads the venue's instruments, polls tickers and announcements, streams books, measures the
 * clock, and retries failed reads for as long as it runs.
 */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import { MARKET_TEXT } from '../domain/market-text.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { VenueDataStatus } from '../ports/market.ts';
import { READ_OVER_AND_OVER, type Tried } from '../ports/venue-failure.ts';
import type { InstrumentTicker, VenueMarketData } from '../ports/venue-market.ts';
import type { VenueNotices } from '../ports/venue-notices.ts';
import { textOf, type Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { Inputs, MarketLimits } from './inputs.ts';
import { createFailureLog, type Failure, failureOf, failureSentence } from './venue-failure.ts';

/** Gives one venue's watch access to the market's instruments. */
export type WatchStore = {
	readonly all: (venue: VenueName) => readonly Inputs[];
	readonly get: (venue: VenueName, symbol: string) => Inputs | undefined;
	/** Number of instruments that `all` returns. */
	readonly count: (venue: VenueName) => number;
	readonly put: (entry: Inputs) => void;
	/** Replaces a known entry's instrument after the venue has changed its terms. */
	readonly adopt: (entry: Inputs, instrument: Instrument) => void;
	readonly remove: (entry: Inputs) => void;
	readonly changed: (entry: Inputs) => void;
	readonly venueChanged: (venue: VenueName) => void;
	readonly isShared: (instrument: Instrument) => boolean;
};

/** Dependencies of one exchange's watch. */
export type WatchOptions = {
	readonly source: VenueMarketData;
	readonly store: WatchStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly limits: MarketLimits;
	/** True if the service can place orders at the venue. */
	readonly isTraded: (venue: VenueName) => boolean;
};

/** The watch of one exchange. */
export type VenueWatch = {
	readonly status: () => VenueDataStatus;
	readonly lastAnswerAt: () => number | undefined;
	/** Number of books that the watch streams. */
	readonly streamed: () => number;
	/** Rereads the contracts and measures the clock at once, but at most every two seconds. */
	readonly checkAgain: () => void;
	readonly close: () => Promise<void>;
};

/** Default interval between reads of the contracts, ms. Listings, tick sizes and lot sizes rarely change. */
const INSTRUMENTS_PERIOD_MS = 5 * 60_000;
const CLOCK_PERIOD_MS = 60_000;
const NOTICES_PERIOD_MS = 60_000;
/** Minimum interval between two extra reads by `checkAgain`, ms. */
const CHECK_AGAIN_MS_MIN = 2_000;
/** A venue counts as down when its last response is older than this many times the stale limit. */
const DOWN_FACTOR = 3;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 3_000;
/** Delay before books are streamed, ms, so that the other venues have time to list their instruments. */
const STREAM_DELAY_MS = 100;

type Watch = WatchOptions & {
	/** Time of each read's next attempt, ms; absent during an attempt. */
	readonly nextTries: Map<Tried, number>;
	/** Failures of the reads whose last attempt failed. */
	readonly failures: Map<Tried, Failure>;
	readonly failureLog: ReturnType<typeof createFailureLog>;
	closed: boolean;
	readonly cancels: Set<() => void>;
	readonly venue: string;
	answeredAt: number | undefined;
	stream:
		| { readonly symbols: string; readonly count: number; readonly close: () => Promise<void> }
		| undefined;
	readonly contractsPeriodMs: number;
	shownState: VenueDataStatus['state'];
	offsetMs: number | null;
	/** Cancels the next check of the streamed books. */
	cancelStreamCheck: () => void;
	checkedAgainAt: number;
	notices: VenueNotices | null;
};

/**
 * Starts to watch one exchange until `close`: polls contracts, tickers, clock and announcements, and streams books.
 */
export function createVenueWatch(options: WatchOptions): VenueWatch {
	const { source, store, clock, limits, log } = options;
	const { venue } = source;
	const {
		contractsPeriodMs = INSTRUMENTS_PERIOD_MS,
		noticesPeriodMs = NOTICES_PERIOD_MS,
		clockPeriodMs = CLOCK_PERIOD_MS,
	} = limits;
	const watch: Watch = {
		...options,
		nextTries: new Map(),
		failures: new Map(),
		failureLog: createFailureLog(venue, log, () => clock.monotonic()),
		closed: false,
		cancels: new Set(),
		venue,
		answeredAt: undefined,
		stream: undefined,
		contractsPeriodMs,
		shownState: 'down',
		offsetMs: null,
		cancelStreamCheck: () => {},
		checkedAgainAt: Number.NEGATIVE_INFINITY,
		notices: null,
	};
	watch.cancels.add(clock.every(limits.tickerPeriodMs, () => noteState(watch)));
	repeat(watch, 'contracts', contractsPeriodMs, async () => {
		await loadInstruments(watch);
		await readTickers(watch);
	});
	later(watch, limits.tickerPeriodMs, () =>
		repeat(watch, 'prices', limits.tickerPeriodMs, () => readTickers(watch)),
	);
	repeat(watch, 'clock', clockPeriodMs, () => measureClock(watch));
	repeat(watch, 'notices', noticesPeriodMs, async () => {
		const before = watch.notices;
		watch.notices = await source.fetchNotices();
		if (before === null || comparable(before) !== comparable(watch.notices)) store.venueChanged(venue);
	});
	return {
		checkAgain: () => checkAgain(watch),
		status() {
			const present = state(watch);
			return {
				venue,
				isTraded: watch.isTraded(venue),
				state: present,
				reason: reasonOf(watch, present),
				failure: failureNow(watch, present),
				dataAgeMs: watch.answeredAt === undefined ? null : clock.now() - watch.answeredAt,
				clockOffsetMs: watch.offsetMs,
				instrumentCount: store.count(venue),
				notices: watch.notices,
				stopped: stoppedBy(venue, watch.notices, clock.now()),
				needs: source.needs?.() ?? [],
			};
		},
		lastAnswerAt: () => watch.answeredAt,
		streamed: () => watch.stream?.count ?? 0,
		async close() {
			watch.closed = true;
			for (const cancel of watch.cancels) cancel();
			await watch.stream?.close();
		},
	};
}

/** Repeats `work` until `close`, after `periodMs` if it succeeded and after a growing pause if it failed. */
function repeat(watch: Watch, what: Tried, periodMs: number, work: () => Promise<void>): void {
	let pauseMs = RETRY_MS_MIN;
	const run = async (): Promise<void> => {
		let nextMs = periodMs;
		watch.nextTries.delete(what);
		try {
			await work();
			watch.failures.delete(what);
			pauseMs = RETRY_MS_MIN;
		} catch (error) {
			const failure = failureOf(what, error, watch.failures.get(what)?.since ?? watch.clock.now());
			watch.failures.set(what, failure);
			nextMs = Math.min(periodMs, pauseMs * (0.5 + watch.random.unit()));
			watch.failureLog.failed(failure, nextMs);
			pauseMs = Math.min(RETRY_MS_MAX, pauseMs * 2);
		}
		watch.nextTries.set(what, watch.clock.now() + nextMs);
		noteState(watch);
		if (!watch.closed) later(watch, nextMs, () => void run());
	};
	void run();
}

function later(watch: Watch, delayMs: number, task: () => void): () => void {
	const cancel = watch.clock.after(delayMs, () => {
		watch.cancels.delete(cancel);
		if (!watch.closed) task();
	});
	watch.cancels.add(cancel);
	return () => {
		watch.cancels.delete(cancel);
		cancel();
	};
}

async function loadInstruments(watch: Watch): Promise<void> {
	const instruments = await watch.source.loadInstruments();
	const listed = new Set(instruments.map((instrument) => instrument.symbol));
	let isChanged = false;
	for (const entry of watch.store.all(watch.venue))
		if (!listed.has(entry.instrument.symbol)) {
			watch.store.remove(entry);
			isChanged = true;
		}
	for (const instrument of instruments) isChanged = adoptInstrument(watch, instrument) || isChanged;
	// Listeners read every contract of the venue again, and nearly every list is as it was.
	if (isChanged) watch.store.venueChanged(watch.venue);
	streamSoon(watch, STREAM_DELAY_MS);
}

/** Schedules the next check of the streamed books, which replaces the previously scheduled one. */
function streamSoon(watch: Watch, delayMs: number): void {
	watch.cancelStreamCheck();
	watch.cancelStreamCheck = later(watch, delayMs, () => streamSharedBooks(watch));
}

/** Returns true if the contract is new or has other terms than before. */
function adoptInstrument(watch: Watch, instrument: Instrument): boolean {
	const known = watch.store.get(watch.venue, instrument.symbol);
	if (known !== undefined) {
		if (haveSameTerms(known.instrument, instrument)) return false;
		watch.store.adopt(known, instrument);
		return true;
	}
	watch.store.put({
		instrument,
		ticker: undefined,
		tickerReceivedAt: undefined,
		book: undefined,
		bookReceivedAt: undefined,
		bookInStep: false,
		fees: watch.source.baseFees(instrument.symbol),
	});
	return true;
}

function haveSameTerms(one: Instrument, other: Instrument): boolean {
	if (one === other) return true;
	const names = Object.keys(other) as (keyof Instrument)[];
	return names.length === Object.keys(one).length && names.every((name) => one[name] === other[name]);
}

async function readTickers(watch: Watch): Promise<void> {
	if (watch.store.count(watch.venue) === 0) return;
	const tickers = await watch.source.fetchTickers();
	const now = watch.clock.now();
	watch.answeredAt = newestOf(tickers, now);
	for (const ticker of tickers) adoptTicker(watch, ticker, ticker.receivedAt ?? now);
}

function adoptTicker(watch: Watch, ticker: InstrumentTicker, receivedAt: number): void {
	const entry = watch.store.get(watch.venue, ticker.symbol);
	if (entry === undefined) return;
	entry.ticker = ticker;
	entry.tickerReceivedAt = receivedAt;
	watch.store.changed(entry);
}

/** Reopens the stream when the set of shared instruments has changed. */
function streamSharedBooks(watch: Watch): void {
	const symbols = watch.store
		.all(watch.venue)
		.filter((entry) => watch.store.isShared(entry.instrument))
		.map((entry) => entry.instrument.symbol);
	const wanted = symbols.join(' ');
	if (watch.stream?.symbols !== wanted) {
		void watch.stream?.close();
		watch.stream =
			symbols.length === 0
				? undefined
				: { symbols: wanted, count: symbols.length, ...openStream(watch, symbols) };
	}
	// The set of shared instruments grows when another venue lists more. Checking it again is cheap.
	streamSoon(watch, watch.stream === undefined ? STREAM_DELAY_MS : watch.contractsPeriodMs);
}

function openStream(watch: Watch, symbols: readonly string[]): { readonly close: () => Promise<void> } {
	return watch.source.streamBooks(symbols, {
		onBook({ symbol, book }) {
			const entry = watch.store.get(watch.venue, symbol);
			if (entry === undefined) return;
			entry.book = book;
			entry.bookReceivedAt = watch.clock.now();
			entry.bookInStep = true;
			watch.store.changed(entry);
		},
		onDown(lost) {
			for (const symbol of lost) {
				const entry = watch.store.get(watch.venue, symbol);
				if (entry === undefined) continue;
				entry.bookInStep = false;
				if (entry.book === undefined) continue;
				entry.book = undefined;
				entry.bookReceivedAt = undefined;
				watch.store.changed(entry);
			}
		},
	});
}

function state(watch: Watch): VenueDataStatus['state'] {
	if (watch.answeredAt === undefined) return 'down';
	const age = watch.clock.now() - watch.answeredAt;
	if (age <= watch.limits.tickerStaleMs) return 'fresh';
	return age <= watch.limits.tickerStaleMs * DOWN_FACTOR ? 'stale' : 'down';
}

/** Notifies the listeners when the venue's state has changed since the last notification. */
function noteState(watch: Watch): void {
	const present = state(watch);
	if (present === watch.shownState) return;
	watch.shownState = present;
	if (present === 'fresh') watch.failureLog.answered();
	watch.log.info(
		{ venue: watch.venue, state: present, reason: logged(reasonOf(watch, present)) },
		'market data of a venue changed state',
	);
	watch.store.venueChanged(watch.venue);
}

/** Returns the failure of the most important failing read; undefined if no read fails. */
function worstFailure(watch: Watch): Failure | undefined {
	const tried = READ_OVER_AND_OVER.find((what) => watch.failures.has(what));
	return tried === undefined ? undefined : watch.failures.get(tried);
}

function failureNow(watch: Watch, present: VenueDataStatus['state']): VenueDataStatus['failure'] {
	const failure = present === 'fresh' ? undefined : worstFailure(watch);
	if (failure === undefined) return null;
	const { tried, message, since } = failure;
	return { tried, message, since, nextTryAt: watch.nextTries.get(tried) ?? null };
}

function reasonOf(watch: Watch, present: VenueDataStatus['state']): Words | null {
	if (present === 'fresh') return null;
	const failure = worstFailure(watch);
	if (failure !== undefined) return failureSentence(watch.venue, failure);
	const exchange = shownNameOf(watch.venue);
	if (watch.answeredAt === undefined) return MARKET_TEXT.noAnswerYet({ exchange });
	const ageMs = shownDuration(watch.clock.now() - watch.answeredAt);
	return MARKET_TEXT.noRecentAnswer({ exchange, ageMs, limitMs: watch.limits.tickerStaleMs });
}

/** Rounds a duration, ms, as sentences show it, so that the facts change no more often than the sentence. */
function shownDuration(ms: number): number {
	const unit = ms < 60_000 ? 100 : 1_000;
	return Math.round(ms / unit) * unit;
}

function logged(words: Words | null): string | null {
	return words === null ? null : textOf(words);
}

async function measureClock(watch: Watch): Promise<void> {
	watch.offsetMs = await watch.source.measureClockOffset();
}

function checkAgain(watch: Watch): void {
	const now = watch.clock.monotonic();
	if (watch.closed || now - watch.checkedAgainAt < CHECK_AGAIN_MS_MIN) return;
	watch.checkedAgainAt = now;
	for (const check of [() => measureClock(watch), () => loadInstruments(watch)])
		check().catch((error: unknown) =>
			// If the failure lasts, the regular reads report it.
			watch.log.debug({ venue: watch.venue, error }, 'an extra request to a venue failed'),
		);
}

/**
 * Returns the receipt time of the newest ticker, ms. A streamed ticker has its own receipt time, which may be before
 * this request. All other tickers arrived at `now`.
 */
function newestOf(tickers: readonly InstrumentTicker[], now: number): number {
	return tickers.length === 0 ? now : Math.max(...tickers.map(({ receivedAt }) => receivedAt ?? now));
}

/** Returns a message with the title of the maintenance in progress; null if there is none. */
function stoppedBy(venue: string, notices: VenueNotices | null, now: number): Words | null {
	const running = notices?.maintenance.find(
		({ from, until }) => from <= now && (until === null || now < until),
	);
	return running === undefined
		? null
		: MARKET_TEXT.tradingStopped({ exchange: shownNameOf(venue), title: running.title });
}

/** Converts a venue's announcements to text, so that they can be compared with earlier ones. */
function comparable({ maintenance, transfers, coinNames, unknown }: VenueNotices): string {
	const announced = maintenance.map((one) => ({ ...one, title: textOf(one.title) }));
	return JSON.stringify([announced, [...transfers], [...coinNames], unknown.map(textOf)]);
}

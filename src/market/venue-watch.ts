/** Watches one venue: loads its instruments, polls its tickers and notices, streams its books, measures its clock, and never gives up. */
import type { Instrument, VenueName } from '../domain/instrument.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { VenueDataStatus } from '../ports/market.ts';
import type { InstrumentTicker, VenueMarketData } from '../ports/venue.ts';
import { READ_OVER_AND_OVER, type Tried } from '../ports/venue-failure.ts';
import type { VenueNotices } from '../ports/venue-notices.ts';
import type { Inputs, MarketLimits } from './inputs.ts';
import { createFailureLog, type Failure, failureOf, failureSentence } from './venue-failure.ts';

/** The store in which the watch of one exchange finds and puts its inputs. */
export type WatchStore = {
	readonly all: (venue: VenueName) => readonly Inputs[];
	readonly get: (venue: VenueName, symbol: string) => Inputs | undefined;
	/** How many `all` has. */
	readonly count: (venue: VenueName) => number;
	readonly put: (entry: Inputs) => void;
	/** The venue's present terms of an instrument that is in. */
	readonly adopt: (entry: Inputs, instrument: Instrument) => void;
	readonly remove: (entry: Inputs) => void;
	readonly changed: (entry: Inputs) => void;
	readonly venueChanged: (venue: VenueName) => void;
	readonly isShared: (instrument: Instrument) => boolean;
};

/** Parts that one exchange is watched with. */
export type WatchOptions = {
	readonly source: VenueMarketData;
	readonly store: WatchStore;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly limits: MarketLimits;
};

/** The watch of one exchange. */
export type VenueWatch = {
	readonly status: () => VenueDataStatus;
	readonly lastAnswerAt: () => number | undefined;
	/** Books that are wanted by stream. */
	readonly streamed: () => number;
	/** Reads contracts and clock anew, now. */
	readonly lookAgain: () => void;
	readonly close: () => Promise<void>;
};

/** Listings, ticks and lots change rarely, but they do. */
const INSTRUMENTS_PERIOD_MS = 5 * 60_000;
const CLOCK_PERIOD_MS = 60_000;
const NOTICES_PERIOD_MS = 60_000;
/** Between two looks out of turn. */
const LOOK_AGAIN_MS_MIN = 2_000;
/** A venue without an answer for this many stale times is down. */
const DOWN_FACTOR = 3;
const RETRY_MS_MIN = 250;
const RETRY_MS_MAX = 3_000;
/** Books are streamed once the other venues have had this long to say what they list. */
const STREAM_DELAY_MS = 100;

/** Reads contracts and tickers of one exchange in turns, and hears its books by stream, until it is closed. */
export function createVenueWatch(options: WatchOptions): VenueWatch {
	const { source, store, clock, limits, log } = options;
	const { venue } = source;
	const {
		contractsPeriodMs = INSTRUMENTS_PERIOD_MS,
		noticesPeriodMs = NOTICES_PERIOD_MS,
		clockPeriodMs = CLOCK_PERIOD_MS,
	} = limits;
	let answeredAt: number | undefined;
	/** What failed when it was last tried. */
	const failures = new Map<Tried, Failure>();
	const failureLog = createFailureLog(venue, log, () => clock.monotonic());
	/** When what failed is tried again; absent while it is. */
	const nextTries = new Map<Tried, number>();
	let offsetMs: number | null = null;
	let notices: VenueNotices | null = null;
	let closed = false;
	let shownState: VenueDataStatus['state'] = 'down';
	let stream:
		| { readonly symbols: string; readonly count: number; readonly close: () => Promise<void> }
		| undefined;
	const cancels = new Set<() => void>();
	let cancelStreamLook = (): void => {};
	let lookedAgainAt = Number.NEGATIVE_INFINITY;

	/** Repeats `work` for ever: after `periodMs` when it went well, after a growing pause when it did not. */
	function repeat(what: Tried, periodMs: number, work: () => Promise<void>): void {
		let pauseMs = RETRY_MS_MIN;
		const run = async (): Promise<void> => {
			let nextMs = periodMs;
			nextTries.delete(what);
			try {
				await work();
				failures.delete(what);
				pauseMs = RETRY_MS_MIN;
			} catch (error) {
				const failure = failureOf(what, error, failures.get(what)?.since ?? clock.now());
				failures.set(what, failure);
				nextMs = Math.min(periodMs, pauseMs * (0.5 + options.random.unit()));
				failureLog.failed(failure, nextMs);
				pauseMs = Math.min(RETRY_MS_MAX, pauseMs * 2);
			}
			nextTries.set(what, clock.now() + nextMs);
			noteState();
			if (!closed) later(nextMs, () => void run());
		};
		void run();
	}

	function later(delayMs: number, task: () => void): () => void {
		const cancel = clock.after(delayMs, () => {
			cancels.delete(cancel);
			if (!closed) task();
		});
		cancels.add(cancel);
		return () => {
			cancels.delete(cancel);
			cancel();
		};
	}

	async function loadInstruments(): Promise<void> {
		const instruments = await source.loadInstruments();
		const listed = new Set(instruments.map((instrument) => instrument.symbol));
		for (const entry of store.all(venue)) if (!listed.has(entry.instrument.symbol)) store.remove(entry);
		for (const instrument of instruments) adoptInstrument(instrument);
		store.venueChanged(venue);
		streamSoon(STREAM_DELAY_MS);
	}

	/** One look is planned at a time, however often instruments are loaded. */
	function streamSoon(delayMs: number): void {
		cancelStreamLook();
		cancelStreamLook = later(delayMs, streamSharedBooks);
	}

	function adoptInstrument(instrument: Instrument): void {
		const known = store.get(venue, instrument.symbol);
		if (known !== undefined) {
			store.adopt(known, instrument);
			return;
		}
		store.put({
			instrument,
			ticker: undefined,
			tickerReceivedAt: undefined,
			book: undefined,
			bookReceivedAt: undefined,
			bookInStep: false,
			fees: source.baseFees(instrument.symbol),
		});
	}

	async function readTickers(): Promise<void> {
		if (store.count(venue) === 0) return;
		const tickers = await source.fetchTickers();
		const now = clock.now();
		answeredAt = newestOf(tickers, now);
		for (const ticker of tickers) adoptTicker(ticker, ticker.receivedAt ?? now);
	}

	function adoptTicker(ticker: InstrumentTicker, receivedAt: number): void {
		const entry = store.get(venue, ticker.symbol);
		if (entry === undefined) return;
		entry.ticker = ticker;
		entry.tickerReceivedAt = receivedAt;
		store.changed(entry);
	}

	/** (Re)opens the streams when the set of shared instruments has changed. */
	function streamSharedBooks(): void {
		const symbols = store
			.all(venue)
			.filter((entry) => store.isShared(entry.instrument))
			.map((entry) => entry.instrument.symbol);
		const wanted = symbols.join(' ');
		if (stream?.symbols !== wanted) {
			void stream?.close();
			stream =
				symbols.length === 0 ? undefined : { symbols: wanted, count: symbols.length, ...openStream(symbols) };
		}
		// Another venue may list more later: looked at again, cheaply.
		streamSoon(stream === undefined ? STREAM_DELAY_MS : contractsPeriodMs);
	}

	function openStream(symbols: readonly string[]): { readonly close: () => Promise<void> } {
		return source.streamBooks(symbols, {
			onBook({ symbol, book }) {
				const entry = store.get(venue, symbol);
				if (entry === undefined) return;
				entry.book = book;
				entry.bookReceivedAt = clock.now();
				entry.bookInStep = true;
				store.changed(entry);
			},
			onDown(lost) {
				for (const symbol of lost) {
					const entry = store.get(venue, symbol);
					if (entry === undefined) continue;
					entry.bookInStep = false;
					if (entry.book === undefined) continue;
					entry.book = undefined;
					entry.bookReceivedAt = undefined;
					store.changed(entry);
				}
			},
		});
	}

	function state(): VenueDataStatus['state'] {
		if (answeredAt === undefined) return 'down';
		const age = clock.now() - answeredAt;
		if (age <= limits.tickerStaleMs) return 'fresh';
		return age <= limits.tickerStaleMs * DOWN_FACTOR ? 'stale' : 'down';
	}

	/** Tells listeners when the state has changed since they were last told. */
	function noteState(): void {
		const present = state();
		if (present === shownState) return;
		shownState = present;
		if (present === 'fresh') failureLog.answered();
		log.info({ venue, state: present, reason: reasonOf(present) }, 'venue data');
		store.venueChanged(venue);
	}

	/** Of what its data hang on first. */
	function worstFailure(): Failure | undefined {
		const tried = READ_OVER_AND_OVER.find((what) => failures.has(what));
		return tried === undefined ? undefined : failures.get(tried);
	}

	function failureNow(present: VenueDataStatus['state']): VenueDataStatus['failure'] {
		const failure = present === 'fresh' ? undefined : worstFailure();
		if (failure === undefined) return null;
		const { tried, message, since } = failure;
		return { tried, message, since, nextTryAt: nextTries.get(tried) ?? null };
	}

	function reasonOf(present: VenueDataStatus['state']): string | null {
		if (present === 'fresh') return null;
		const failure = worstFailure();
		if (failure !== undefined) return failureSentence(venue, failure);
		return answeredAt === undefined
			? 'It has not answered yet.'
			: `Its last answer was ${clock.now() - answeredAt} ms ago, limit ${limits.tickerStaleMs} ms.`;
	}

	cancels.add(clock.every(limits.tickerPeriodMs, noteState));
	repeat('contracts', contractsPeriodMs, async () => {
		await loadInstruments();
		await readTickers();
	});
	later(limits.tickerPeriodMs, () => repeat('prices', limits.tickerPeriodMs, readTickers));
	repeat('clock', clockPeriodMs, measureClock);
	repeat('notices', noticesPeriodMs, async () => {
		const before = notices;
		notices = await source.fetchNotices();
		if (before === null || textOf(before) !== textOf(notices)) store.venueChanged(venue);
	});

	async function measureClock(): Promise<void> {
		offsetMs = await source.measureClockOffset();
	}

	function lookAgain(): void {
		const now = clock.monotonic();
		if (closed || now - lookedAgainAt < LOOK_AGAIN_MS_MIN) return;
		lookedAgainAt = now;
		for (const look of [measureClock, loadInstruments])
			look().catch((error: unknown) =>
				// The reads in turn say it when it lasts.
				log.debug({ venue, error }, 'an extra read of the venue failed'),
			);
	}

	return {
		lookAgain,
		status() {
			const present = state();
			return {
				venue,
				state: present,
				reason: reasonOf(present),
				failure: failureNow(present),
				dataAgeMs: answeredAt === undefined ? null : clock.now() - answeredAt,
				clockOffsetMs: offsetMs,
				instrumentCount: store.count(venue),
				notices,
				stopped: stoppedBy(notices, clock.now()),
				needs: source.needs?.() ?? [],
			};
		},
		lastAnswerAt: () => answeredAt,
		streamed: () => stream?.count ?? 0,
		async close() {
			closed = true;
			for (const cancel of cancels) cancel();
			await stream?.close();
		},
	};
}

/** When the youngest came: by a stream that may have been before the look at it. An answer without one came now. */
function newestOf(tickers: readonly InstrumentTicker[], now: number): number {
	return tickers.length === 0 ? now : Math.max(...tickers.map(({ receivedAt }) => receivedAt ?? now));
}

/** The title of what runs now, as a sentence. */
function stoppedBy(notices: VenueNotices | null, now: number): string | null {
	const running = notices?.maintenance.find(
		({ from, until }) => from <= now && (until === null || now < until),
	);
	return running === undefined ? null : `It says that trading is stopped or restricted: ${running.title}.`;
}

/** Two notices with the same text say the same. */
function textOf({ maintenance, transfers, coinNames, unknown }: VenueNotices): string {
	return JSON.stringify([maintenance, [...transfers], [...coinNames], unknown]);
}

/**
 * Keeps the settled funding of every instrument that another venue lists too: asks its venue for it in the background,
 * goes on after every settlement, looks for holes once a day, and answers from the store.
 *
 * One read per venue is under way at a time, through a request budget of its own, so that trading never waits for
 * history. Nothing that fails here goes further: it is said in `coverage`, logged, and tried again.
 */

import { formatDecimal } from '../domain/decimal.ts';
import { DAY_MS, type SettledRate } from '../domain/funding.ts';
import { type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, SettledListener } from '../ports/funding-history.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { HistoryReading } from '../ports/metrics.ts';
import type { InstrumentName, SettledRateStore } from '../ports/settled-rate-store.ts';
import type { ReadPace, SettledRatesAnswer } from '../ports/venue-market.ts';
import {
	askedAfter,
	HISTORY_DAYS_MAX,
	type HistoryRead,
	lastDue,
	nextRead,
	READ_KINDS,
	usableRates,
} from './history-reads.ts';
import { type Kept, loadKept, newKept, readStored, storedOf, takeAdded } from './kept-history.ts';
import { sharedInstruments } from './shared-instruments.ts';

/** Parts that the history of settled funding is kept with. */
export type FundingHistoryOptions = {
	readonly market: Market;
	readonly store: SettledRateStore;
	/** Rejects when the venue does not answer. */
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

/** The history of settled funding, with the figures of its keeping and its end. */
export type FundingHistoryKeeper = FundingHistory & {
	/** How far the history of each venue's instruments reaches. */
	readonly readings: () => readonly HistoryReading[];
	readonly close: () => void;
};

const LOOK_MS = 1_000;
/** How long `ensure` waits; the read itself goes on, and what it brings is stored. */
const ENSURE_MS = 5_000;
/** A read that takes longer has failed: its pages wait for places of the budget. */
const READ_MS_MAX = 5 * 60_000;
/** Pauses after failures of an instrument's reads grow from here to there. */
const RETRY_MS_MIN = 5_000;
const RETRY_MS_MAX = 10 * 60_000;
/** After so many answers with unusable rows in a row the rest is taken as it is. */
const UNCLEAN_ANSWERS_MAX = 5;
/** Reads for callers who wait, at one time. */
const PROMPT_READS_MAX = 4;
const NOT_SHARED = 'No other venue lists it now.';
/** Holes of one instrument that are asked for again per day. */
const HOLES_MAX = 100;

type Keeper = FundingHistoryOptions & {
	readonly keptOf: Map<InstrumentKey, Kept>;
	/** Venues with a background read under way. */
	readonly busy: Set<VenueName>;
	closed: boolean;
	promptReads: number;
	readonly listeners: Set<SettledListener>;
	/** Instruments whose oldest rates are still to be looked at, today. */
	toDrop: readonly InstrumentName[];
	droppedAt: number | undefined;
};

/** Reads settled funding of every instrument that another exchange lists too, in the background, until `close`. */
export function createFundingHistory(options: FundingHistoryOptions): FundingHistoryKeeper {
	const { market, store, clock } = options;
	const keeper: Keeper = {
		...options,
		keptOf: new Map(),
		busy: new Set(),
		closed: false,
		promptReads: 0,
		listeners: new Set(),
		toDrop: [],
		droppedAt: undefined,
	};
	const keptOf = (venue: VenueName, symbol: string) => keeper.keptOf.get(instrumentKey({ venue, symbol }));
	adoptInstruments(keeper);
	const stops = [market.onVenue(() => adoptInstruments(keeper)), clock.every(LOOK_MS, () => look(keeper))];
	return {
		settled: (venue, symbol, from, to) => store.read(venue, symbol, from, to),
		async coverage(venue, symbol) {
			const kept = keptOf(venue, symbol);
			return kept === undefined
				? { ...(await readStored(store, venue, symbol)), failure: NOT_SHARED }
				: { ...(await storedOf(store, kept)), failure: kept.failure };
		},
		failure(venue, symbol) {
			const kept = keptOf(venue, symbol);
			return kept === undefined ? NOT_SHARED : kept.failure;
		},
		recent: (venue, symbol) => keptOf(venue, symbol)?.recent ?? [],
		readings: () => market.venues.map((venue) => readingOf(keeper, venue)),
		onSettled(listener) {
			keeper.listeners.add(listener);
			return () => keeper.listeners.delete(listener);
		},
		async ensure(venue, symbol) {
			const kept = keptOf(venue, symbol);
			if (kept === undefined || kept.asked !== undefined) return;
			await new Promise<void>((resolve) => {
				const cancel = clock.after(ENSURE_MS, () => {
					kept.failure ??= `The venue did not answer within ${ENSURE_MS} ms.`;
					resolve();
				});
				void firstMonth(keeper, kept).then(() => {
					cancel();
					resolve();
				});
			});
		},
		close() {
			keeper.closed = true;
			for (const stop of stops) stop();
		},
	};
}

/** Instruments that more than one venue lists are kept; the others are let go, what is stored of them stays. */
function adoptInstruments(keeper: Keeper): void {
	const shared = sharedInstruments(keeper.market.inputs().map(({ instrument }) => instrument));
	const keys = new Set(shared.map(instrumentKey));
	for (const key of keeper.keptOf.keys()) if (!keys.has(key)) keeper.keptOf.delete(key);
	for (const instrument of shared) {
		const key = instrumentKey(instrument);
		if (keeper.keptOf.has(key)) continue;
		const kept = newKept(instrument);
		keeper.keptOf.set(key, kept);
		load(keeper, kept);
	}
}

/** Loads what the store has, and tells the listeners; what fails is said, and tried again by `look`. */
function load(keeper: Keeper, kept: Kept): void {
	const { store, clock } = keeper;
	kept.loading = loadKept(store, kept, clock.now())
		.then(() => {
			// A venue's failure is said until it has answered.
			if (kept.failures === 0) kept.failure = null;
			tell(keeper, kept.instrument, []);
		})
		.catch((error: unknown) => {
			kept.failure ??= messageOf(error);
			kept.notBefore = Math.max(kept.notBefore, clock.now() + RETRY_MS_MIN);
		})
		.finally(() => {
			kept.loading = undefined;
		});
}

function tell(
	keeper: Keeper,
	{ venue, symbol }: Pick<InstrumentName, 'venue' | 'symbol'>,
	added: readonly SettledRate[],
): void {
	if (keeper.closed) return;
	for (const listener of keeper.listeners) listener(venue, symbol, added);
}

/** Resolves once the instrument's first read is over, which it begins; at once where none can be begun. Never rejects. */
async function firstMonth(keeper: Keeper, kept: Kept): Promise<void> {
	await kept.loading;
	if (kept.asked !== undefined) return;
	const read = readOf(keeper, kept, keeper.clock.now());
	await (kept.reading ?? (read === undefined ? undefined : beginPromptly(keeper, kept, read)));
}

function readOf(keeper: Keeper, kept: Kept, now: number): HistoryRead | undefined {
	if (!kept.isLoaded || now < kept.notBefore || kept.reading !== undefined) return undefined;
	const funding = keeper.market.get(kept.instrument.venue, kept.instrument.symbol)?.ticker?.funding ?? null;
	return nextRead(kept, funding, now);
}

/** The venue's most urgent read; of equal ones that of the instrument with the shortest history. */
function mostUrgent(
	keeper: Keeper,
	venue: VenueName,
): { readonly kept: Kept; readonly read: HistoryRead } | undefined {
	const now = keeper.clock.now();
	let best: { readonly kept: Kept; readonly read: HistoryRead; readonly rank: number } | undefined;
	for (const kept of keeper.keptOf.values()) {
		if (kept.instrument.venue !== venue) continue;
		const read = readOf(keeper, kept, now);
		if (read === undefined) continue;
		const rank = READ_KINDS.indexOf(read.kind);
		if (best === undefined || rank < best.rank || (rank === best.rank && read.to > best.read.to))
			best = { kept, read, rank };
	}
	return best;
}

/** Reads in the background until nothing is to be asked of the venue, or a read fails: then until the next look. */
async function work(keeper: Keeper, venue: VenueName): Promise<void> {
	if (keeper.busy.has(venue)) return;
	keeper.busy.add(venue);
	for (
		let next = mostUrgent(keeper, venue);
		next !== undefined && !keeper.closed;
		next = mostUrgent(keeper, venue)
	) {
		await begin(keeper, next.kept, next.read, 'background');
		if (next.kept.failures > 0) break;
	}
	keeper.busy.delete(venue);
}

function begin(keeper: Keeper, kept: Kept, read: HistoryRead, pace: ReadPace): Promise<void> {
	kept.reading = perform(keeper, kept, read, pace).finally(() => {
		kept.reading = undefined;
	});
	return kept.reading;
}

/** Before all others, and few at a time: prices are read from the same budget. */
function beginPromptly(keeper: Keeper, kept: Kept, read: HistoryRead): Promise<void> {
	if (keeper.promptReads >= PROMPT_READS_MAX) return begin(keeper, kept, read, 'background');
	keeper.promptReads += 1;
	return begin(keeper, kept, read, 'prompt').finally(() => {
		keeper.promptReads -= 1;
	});
}

/** Never rejects. */
async function perform(keeper: Keeper, kept: Kept, read: HistoryRead, pace: ReadPace): Promise<void> {
	const { venue, symbol } = kept.instrument;
	try {
		const answer = await withLimit(keeper, keeper.fetchSettledRates(venue, symbol, read.from, read.to, pace));
		if (keeper.closed || keeper.keptOf.get(instrumentKey(kept.instrument)) !== kept) return;
		const added = await storeAnswer(keeper, kept, read, answer);
		if (added.length > 0) tell(keeper, kept.instrument, added);
	} catch (error) {
		failed(keeper, kept, messageOf(error));
	}
}

function withLimit(keeper: Keeper, answer: Promise<SettledRatesAnswer>): Promise<SettledRatesAnswer> {
	return new Promise((resolve, reject) => {
		const cancel = keeper.clock.after(READ_MS_MAX, () =>
			reject(new Error(`The settled rates took longer than ${READ_MS_MAX} ms.`)),
		);
		void answer.finally(cancel).then(resolve, reject);
	});
}

/** @returns the rates that are new @throws Error when something cannot be written; then what was stored is loaded anew */
async function storeAnswer(
	keeper: Keeper,
	kept: Kept,
	read: HistoryRead,
	answer: SettledRatesAnswer,
): Promise<readonly SettledRate[]> {
	const now = keeper.clock.now();
	const { rates, unusable } = usableRates(answer, read, now);
	// An answer with unusable rows is asked for again, some times, before the span counts as asked.
	const uncleanAnswers = unusable.length === 0 ? 0 : kept.uncleanAnswers + 1;
	const isTaken = uncleanAnswers === 0 || uncleanAnswers >= UNCLEAN_ANSWERS_MAX;
	const asked = isTaken ? askedAfter(kept.asked, read, rates, now) : kept.asked;
	const { added, contradicted } = await keeper.store
		.add(kept.instrument, rates, asked)
		.catch((error: unknown) => {
			// Some of it may have been stored.
			kept.stored = undefined;
			load(keeper, kept);
			throw error;
		});
	takeAdded(kept, added, now);
	warnOfContradictions(keeper, kept, contradicted);
	if (read.kind === 'new' && asked?.to === kept.asked?.to) noteAwaited(keeper, kept, now);
	if (read.kind === 'hole' && isTaken) kept.holes = kept.holes.slice(1);
	kept.asked = asked;
	kept.uncleanAnswers = isTaken ? 0 : uncleanAnswers;
	if (unusable.length > 0)
		failed(keeper, kept, `${unusable.length} settled rates were unusable. ${unusable[0]}`);
	else kept.failure = null;
	// An addition that was taken, with faults or without, does not hold up the next.
	if (isTaken) {
		kept.failures = 0;
		kept.notBefore = now;
	}
	return added;
}

function warnOfContradictions(
	keeper: Keeper,
	{ instrument: { venue, symbol } }: Kept,
	contradicted: readonly SettledRate[],
): void {
	const [first] = contradicted;
	if (first === undefined) return;
	const { settledAt, rate } = first;
	keeper.log.warn(
		{ venue, symbol, rows: contradicted.length, settledAt, stored: formatDecimal(rate) },
		'a venue changed rates that have settled; what was stored first stays',
	);
}

function noteAwaited(keeper: Keeper, kept: Kept, now: number): void {
	const due = lastDue(
		keeper.market.get(kept.instrument.venue, kept.instrument.symbol)?.ticker?.funding ?? null,
		now,
	);
	const looks = kept.awaited?.due === due ? (kept.awaited?.looks ?? 0) : 0;
	kept.awaited = due === undefined ? undefined : { due, looks: looks + 1, lookedAt: now };
}

function failed(keeper: Keeper, kept: Kept, reason: string): void {
	const facts = { venue: kept.instrument.venue, symbol: kept.instrument.symbol, error: reason };
	if (kept.failures === 0) keeper.log.warn(facts, 'settled rates could not be kept');
	else keeper.log.debug(facts, 'settled rates still cannot be kept');
	kept.failure = reason;
	kept.notBefore = keeper.clock.now() + Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** kept.failures);
	kept.failures += 1;
}

/** Once a day and instrument, when its history reaches back as far as it will. Never rejects. */
async function lookForHoles(keeper: Keeper): Promise<void> {
	const now = keeper.clock.now();
	const oldest = now - HISTORY_DAYS_MAX * DAY_MS;
	for (const kept of keeper.keptOf.values()) {
		if (kept.asked === undefined || kept.asked.from > oldest) continue;
		if (kept.lookedAt !== undefined && now < kept.lookedAt + DAY_MS) continue;
		kept.lookedAt = now;
		try {
			kept.holes = (await storedOf(keeper.store, kept)).gaps.slice(-HOLES_MAX);
		} catch (error) {
			keeper.log.warn({ ...kept.instrument, error }, 'holes of settled rates could not be looked for');
		}
		// One instrument per look: thousands of rows are read for it.
		return;
	}
}

/** Rates that are too old are dropped once a day, for delisted instruments too; one instrument per look. Never rejects. */
async function dropOld(keeper: Keeper): Promise<void> {
	const now = keeper.clock.now();
	let next: InstrumentName | undefined;
	try {
		if (keeper.toDrop.length === 0 && (keeper.droppedAt === undefined || now >= keeper.droppedAt + DAY_MS)) {
			keeper.droppedAt = now;
			keeper.toDrop = await keeper.store.instruments();
		}
		next = keeper.toDrop[0];
		if (next === undefined || keeper.closed) return;
		keeper.toDrop = keeper.toDrop.slice(1);
		const before = now - HISTORY_DAYS_MAX * DAY_MS;
		if ((await keeper.store.dropBefore(next.venue, next.symbol, before)) === 0) return;
	} catch (error) {
		keeper.log.warn({ ...next, error }, 'old settled rates could not be dropped');
		if (next === undefined) return;
	}
	const kept = keeper.keptOf.get(instrumentKey(next));
	if (kept !== undefined) kept.stored = undefined;
	tell(keeper, next, []);
}

function look(keeper: Keeper): void {
	const now = keeper.clock.now();
	for (const kept of keeper.keptOf.values())
		if (!kept.isLoaded && kept.loading === undefined && now >= kept.notBefore) load(keeper, kept);
	void lookForHoles(keeper);
	void dropOld(keeper);
	for (const venue of keeper.market.venues) void work(keeper, venue);
}

function readingOf(keeper: Keeper, venue: VenueName): HistoryReading {
	const reading = { venue, none: 0, month: 0, whole: 0, failing: 0 };
	const oldest = keeper.clock.now() - HISTORY_DAYS_MAX * DAY_MS;
	for (const { instrument, asked, failure } of keeper.keptOf.values()) {
		if (instrument.venue !== venue) continue;
		// A span that was whole is so until the next day's rates have made room at its end.
		const isWhole = asked !== undefined && asked.from <= oldest + DAY_MS;
		reading[asked === undefined ? 'none' : isWhole ? 'whole' : 'month'] += 1;
		if (failure !== null) reading.failing += 1;
	}
	return reading;
}

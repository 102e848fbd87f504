/**
 * Scores what was promised by what arrived. What is noted waits in memory and is written in batches; what is due is
 * scored in slices from the settled history that is stored, so that neither holds up an answer.
 */
import { type Decimal, toNumber } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { type StatedPromise, talliesOf } from '../domain/promise-scores.ts';
import { realizedShares, receivedCarry } from '../domain/received-carry.ts';
import { NO_NETS, promiseSummary, sumsOf, trackRecord } from '../domain/track-record.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Logger } from '../ports/logger.ts';
import type {
	CarryPromise,
	DuePromise,
	NetOutcome,
	PromiseLedger,
	PromiseOutcome,
	PromiseStore,
} from '../ports/promises.ts';
import { isDecentralised } from '../venues/facts.ts';

/** Of what is shown, how many directions and horizons of a pair are kept in a clock hour. */
export const SHOWN_PER_PAIR_AND_HOUR_MAX = 8;
/** Notes that wait to be written; beyond it what was shown is let go, what was executed never. */
export const WAITING_NOTES_MAX = 50_000;
const HORIZON_HOURS_MAX = 2_160;
const FLUSH_MS = 3_000;
/** A forecast for longer than a week is kept every fourth hour: it waits longer for its score, and changes less by the hour. */
const LONG_HORIZON_HOURS = 168;
const LONG_EVERY_HOURS = 4;
/** Rows of one transaction. */
const BATCH_ROWS = 500;
const SCORE_PERIOD_MS = 60_000;
/** Promises scored at a time: some milliseconds of work. */
const SLICE_ROWS = 25;
const SLICE_PAUSE_MS = 50;
/** A settlement that is not stored yet is looked for again after this. */
const LOOK_AGAIN_MS = 10 * 60_000;
/** History that is missing so long after the horizon's end will not come: gaps are refilled daily. */
export const HISTORY_WAIT_MS = 48 * HOUR_MS;

/** The execution's last state once it has ended and all its settlements are booked; else why there is none. */
export type FindEnded = (executionId: string) => Promise<ExecutionState | 'open' | 'unknown'>;

/** Parts that the ledger is made of. */
export type PromiseLedgerOptions = {
	readonly store: PromiseStore;
	readonly history: Pick<FundingHistory, 'settled' | 'coverage'>;
	readonly endedExecution: FindEnded;
	/** False once a venue no longer lists the instrument. */
	readonly isListed: (venue: VenueName, symbol: string) => boolean;
	readonly clock: Clock;
	readonly log: Logger;
};

type Ledger = PromiseLedgerOptions & {
	executed: CarryPromise[];
	shown: CarryPromise[];
	/** Direction and horizon of what was shown in this clock hour, by pair. */
	readonly shownInHour: Map<string, Set<number>>;
	hour: number;
	lastNetId: number;
	cancelSlice: () => void;
	cancelFlush: (() => void) | undefined;
	/** The write and the scoring under way: one of each at a time. */
	flushing: Promise<void> | undefined;
	scoring: Promise<void> | undefined;
	isClosed: boolean;
};

/** Creates the ledger: it notes a few shown forecasts a pair and hour, and all executed ones, and scores them once due. */
export function createPromiseLedger(options: PromiseLedgerOptions): PromiseLedger {
	const { store, clock, log } = options;
	const ledger: Ledger = {
		...options,
		executed: [],
		shown: [],
		shownInHour: new Map(),
		hour: Number.NaN,
		lastNetId: 0,
		cancelSlice() {},
		cancelFlush: undefined,
		flushing: undefined,
		scoring: undefined,
		isClosed: false,
	};
	const cancelScores = clock.every(SCORE_PERIOD_MS, () => scoreDue(ledger, clock.now()));
	return {
		note: (promise) => note(ledger, promise),
		async trackRecord(slotKey) {
			try {
				const record = trackRecord(await store.groups(slotKey));
				if (record.scored > 0) return record;
				return { reason: nothingScored(record.promises, await store.nextEnd(slotKey)) };
			} catch (error) {
				log.warn({ error, slotKey }, 'a track record could not be read');
				return { reason: 'The ledger of promises could not be read.' };
			}
		},
		summary: async () => promiseSummary(await store.groups(undefined)),
		scoreDue: (now) => scoreDue(ledger, now),
		async close() {
			ledger.isClosed = true;
			cancelScores();
			ledger.cancelSlice();
			await ledger.scoring;
			await ledger.flushing;
			for (let left = Number.POSITIVE_INFINITY; waitingNotes(ledger) < left; ) {
				left = waitingNotes(ledger);
				await flush(ledger);
			}
			ledger.cancelFlush?.();
		},
	};
}

function note(ledger: Ledger, promise: CarryPromise): void {
	if (!isSound(promise)) {
		ledger.log.error({ promise }, 'a promise without a horizon or times was not kept');
		return;
	}
	if (promise.kind === 'executed') {
		// As many can wait as executions can be opened while nothing can be written: they need the same disk.
		ledger.executed.push(promise);
		ledger.cancelFlush?.();
		ledger.cancelFlush = ledger.clock.after(0, () => flush(ledger));
	} else if (ledger.shown.length < WAITING_NOTES_MAX && isFirstInHour(ledger, promise)) {
		ledger.shown.push(promise);
		ledger.cancelFlush ??= ledger.clock.after(FLUSH_MS, () => flush(ledger));
	}
}

function isFirstInHour(ledger: Ledger, promise: CarryPromise): boolean {
	const promisedIn = Math.floor(promise.promisedAt / HOUR_MS);
	if (promisedIn !== ledger.hour) {
		ledger.hour = promisedIn;
		ledger.shownInHour.clear();
	}
	if (promise.horizonHours > LONG_HORIZON_HOURS && promisedIn % LONG_EVERY_HOURS !== 0) return false;
	let known = ledger.shownInHour.get(promise.slotKey);
	if (known === undefined) {
		known = new Set();
		ledger.shownInHour.set(promise.slotKey, known);
	}
	const name = 2 * Math.round(promise.horizonHours) + (isAlphabetical(promise) ? 1 : 0);
	if (known.has(name) || known.size >= SHOWN_PER_PAIR_AND_HOUR_MAX) return false;
	known.add(name);
	return true;
}

function waitingNotes({ executed, shown }: Ledger): number {
	return executed.length + shown.length;
}

/** One batch of each kind; the rest, and what could not be written, waits for the next. Never rejects. */
function flush(ledger: Ledger): Promise<void> {
	ledger.cancelFlush?.();
	ledger.cancelFlush = undefined;
	ledger.flushing ??= writeBatches(ledger).then((isWritten) => {
		ledger.flushing = undefined;
		if (ledger.isClosed || waitingNotes(ledger) === 0) return;
		// An execution's forecast that was noted meanwhile does not wait for its turn.
		const pauseMs = isWritten && ledger.executed.length > 0 ? 0 : FLUSH_MS;
		ledger.cancelFlush ??= ledger.clock.after(pauseMs, () => flush(ledger));
	});
	return ledger.flushing;
}

/** False where it failed. */
async function writeBatches(ledger: Ledger): Promise<boolean> {
	const { store, log } = ledger;
	try {
		if (ledger.executed.length > 0) {
			const batch = ledger.executed.slice(0, BATCH_ROWS);
			await store.add(batch);
			ledger.executed = ledger.executed.slice(batch.length);
		}
		if (ledger.shown.length > 0) {
			const batch = ledger.shown.slice(0, BATCH_ROWS);
			const refused = await store.add(batch);
			ledger.shown = ledger.shown.slice(batch.length);
			if (refused > 0)
				log.warn({ refused }, 'the ledger of promises is full of pending ones: some are not kept');
		}
	} catch (error) {
		log.warn(
			{ error, executed: ledger.executed.length, shown: ledger.shown.length },
			'promises could not be written; they are kept for the next try',
		);
		return false;
	}
	return true;
}

function scoreDue(ledger: Ledger, now: number): Promise<void> {
	ledger.cancelSlice();
	ledger.scoring ??= scoreSlice(ledger, now).finally(() => {
		ledger.scoring = undefined;
	});
	return ledger.scoring;
}

/** Never rejects. */
async function scoreSlice(ledger: Ledger, now: number): Promise<void> {
	const { store, clock, log } = ledger;
	try {
		const due = await store.due(now, SLICE_ROWS);
		const awaiting = await store.awaitingNet(ledger.lastNetId, SLICE_ROWS);
		ledger.lastNetId = awaiting.length < SLICE_ROWS ? 0 : (awaiting.at(-1)?.promiseId ?? 0);
		const outcomes = await Promise.all(due.map((promise) => outcomeOf(ledger, promise, now)));
		const nets: NetOutcome[] = [];
		for (const promise of awaiting) nets.push(...(await netOf(ledger, promise, now)));
		if (outcomes.length + nets.length > 0) await store.settle(outcomes, nets, now);
		if (!ledger.isClosed && (due.length === SLICE_ROWS || ledger.lastNetId !== 0))
			ledger.cancelSlice = clock.after(SLICE_PAUSE_MS, () => scoreDue(ledger, clock.now()));
	} catch (error) {
		log.warn({ error }, 'promises could not be scored; they are tried again');
	}
}

async function outcomeOf(ledger: Ledger, promise: DuePromise, now: number): Promise<PromiseOutcome> {
	const { entryAt, endsAt, longVenue, longSymbol, shortVenue, shortSymbol } = promise;
	const missing =
		(await missingOf(ledger, longVenue, longSymbol, promise)) ??
		(await missingOf(ledger, shortVenue, shortSymbol, promise));
	if (missing !== undefined) {
		if (now - endsAt < HISTORY_WAIT_MS) return { promise, state: 'pending', lookAt: now + LOOK_AGAIN_MS };
		return { promise, state: 'unscorable', reason: missing };
	}
	const received = receivedCarry(
		{
			long: await ledger.history.settled(longVenue, longSymbol, entryAt, endsAt),
			short: await ledger.history.settled(shortVenue, shortSymbol, entryAt, endsAt),
		},
		entryAt,
		endsAt,
	);
	const stated = statedPromise(promise, toNumber(received));
	return { promise, state: 'scored', received, sums: sumsOf(stated), tallies: talliesOf(stated) };
}

/** The part of (entry, end] that a leg's stored settlements lack; undefined when they are whole. */
async function missingOf(
	{ history, isListed }: Ledger,
	venue: VenueName,
	symbol: string,
	{ entryAt, endsAt }: DuePromise,
): Promise<string | undefined> {
	const { from, to, gaps, failure } = await history.coverage(venue, symbol);
	const name = `${venue} ${symbol}`;
	const why = `${isListed(venue, symbol) ? '' : ` ${venue} no longer lists it.`}${failure === null ? '' : ` ${failure}`}`;
	if (from === null || to === null) return `No settled rates of ${name} are stored.${why}`;
	// Only a settlement at or after the end shows that the last one before it is there.
	if (to < endsAt)
		return `The settled rates of ${name} end at ${instant(to)}, before ${instant(endsAt)}.${why}`;
	if (from > entryAt)
		return `The settled rates of ${name} begin at ${instant(from)}, after ${instant(entryAt)}.${why}`;
	const gap = gaps.find((span) => span.from < endsAt && span.to > entryAt);
	if (gap === undefined) return undefined;
	return `Settled rates of ${name} are missing between ${instant(gap.from)} and ${instant(gap.to)}.${why}`;
}

/** Nothing while it is not known. */
async function netOf(ledger: Ledger, promise: DuePromise, now: number): Promise<readonly NetOutcome[]> {
	const state = promise.executionId === null ? 'unknown' : await stateOf(ledger, promise.executionId);
	const isEarly = state === 'unknown' && now - promise.promisedAt < LOOK_AGAIN_MS;
	if (state === 'open' || isEarly) return [];
	const realized = state === 'unknown' ? null : realizedShares(state);
	if (realized === null) return [{ promise, realized, nets: NO_NETS }];
	const net = toNumber(realized.net);
	const promised = promise.expectedNet === null ? null : toNumber(promise.expectedNet);
	const nets = {
		count: 1,
		net,
		price: toNumber(realized.price),
		funding: toNumber(realized.funding),
		fees: toNumber(realized.fees),
		slippage: toNumber(realized.slippage),
		promisedCount: promised === null ? 0 : 1,
		promised: promised ?? 0,
		netOfPromised: promised === null ? 0 : net,
	};
	return [{ promise, realized, nets }];
}

/** An execution whose journal cannot be read must not keep the others waiting. */
async function stateOf({ endedExecution, log }: Ledger, executionId: string): ReturnType<FindEnded> {
	try {
		return await endedExecution(executionId);
	} catch (error) {
		log.warn({ error, executionId }, 'the result of an execution could not be read; it is tried again');
		return 'open';
	}
}

function statedPromise(promise: DuePromise, received: number): StatedPromise {
	const { promisedAt, horizonHours, verdict, headlineScales, isSameClock, longVenue, shortVenue } = promise;
	const number = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));
	return {
		promised: toNumber(promise.expectedCarry),
		sd: toNumber(promise.carrySd),
		received,
		reversalStated: toNumber(promise.reversalProbability),
		promisedAt,
		horizonHours,
		verdict,
		totalCost: number(promise.totalCost),
		probabilityPositive: number(promise.probabilityPositive),
		headlineScales,
		isSameClock,
		hasDex: isDecentralised(longVenue) || isDecentralised(shortVenue),
	};
}

/** What the database would refuse, and with it the batch. */
function isSound({ horizonHours, promisedAt, entryAt }: CarryPromise): boolean {
	return (
		horizonHours > 0 && horizonHours <= HORIZON_HOURS_MAX && [promisedAt, entryAt].every(Number.isSafeInteger)
	);
}

/** Tells both directions of a pair apart. */
function isAlphabetical({ longVenue, longSymbol, shortVenue, shortSymbol }: CarryPromise): boolean {
	return longVenue === shortVenue ? longSymbol < shortSymbol : longVenue < shortVenue;
}

function nothingScored(promises: number, nextEnd: number | null): string {
	if (promises === 0) return 'Nothing was promised of this pair before.';
	if (nextEnd === null)
		return `None of the ${promises} promises made of this pair could be scored: settled rates are missing.`;
	return `None of the ${promises} promises made of this pair has been scored yet; the first of those that wait ends at ${instant(nextEnd)}.`;
}

function instant(at: number): string {
	return new Date(at).toISOString();
}

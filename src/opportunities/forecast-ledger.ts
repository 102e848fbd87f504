/**
 * Scores forecasts against the funding that was received. New forecasts wait in memory and are written in batches.
 * Due forecasts are scored in slices, from the stored history. Therefore neither writing nor scoring delays a
 * response.
 */
import { type Decimal, toNumber } from '../domain/decimal.ts';
import type { ExecutionState } from '../domain/execution.ts';
import { type StatedForecast, talliesOf } from '../domain/forecast-scores.ts';
import { HOUR_MS } from '../domain/funding.ts';
import type { VenueName } from '../domain/instrument.ts';
import { realizedShares, receivedCarry } from '../domain/received-carry.ts';
import { forecastSummary, NO_NETS, sumsOf, trackRecord } from '../domain/track-record.ts';
import type { Clock } from '../ports/clock.ts';
import type {
	DueForecast,
	ForecastLedger,
	ForecastOutcome,
	ForecastStore,
	NetOutcome,
	PairForecast,
} from '../ports/forecasts.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Logger } from '../ports/logger.ts';
import type { Words } from '../sentences/sentence.ts';
import { isDecentralised } from '../venues/facts.ts';
import { FORECAST_TEXT, UNSCORABLE_TEXT } from './text.ts';

/**
 * Maximum number of forecasts stored for shown records, per pair and clock hour. There is at most one per direction
 * and horizon.
 */
export const SHOWN_PER_PAIR_AND_HOUR_MAX = 8;
/**
 * Maximum number of forecasts of shown records that wait to be written; further ones are dropped. Forecasts of
 * executions have no limit.
 */
export const WAITING_NOTES_MAX = 50_000;
const HORIZON_HOURS_MAX = 2_160;
const FLUSH_MS = 3_000;
/**
 * Forecasts of shown records for longer than a week are stored only every fourth hour, because they are scored later
 * and change less from hour to hour.
 */
const LONG_HORIZON_HOURS = 168;
const LONG_EVERY_HOURS = 4;
/** Maximum rows per transaction. */
const BATCH_ROWS = 500;
/** Usual time between two scorings of due forecasts, ms. */
export const SCORE_PERIOD_MS = 60_000;
/** Maximum number of forecasts scored per slice, which takes a few milliseconds. */
const SLICE_ROWS = 25;
const SLICE_PAUSE_MS = 50;
/** Pause before the service checks again for a settlement that is not stored yet, ms. */
const CHECK_AGAIN_MS = 10 * 60_000;
/**
 * How long after the end of the horizon the scoring waits for missing history, ms. Gaps are refilled daily, so
 * history that is still missing then will not arrive.
 */
export const HISTORY_WAIT_MS = 48 * HOUR_MS;

/**
 * Finds an execution's final state once all its settlements are booked; `open` before that, `unknown` if there is no
 * such execution.
 */
export type FindEnded = (executionId: string) => Promise<ExecutionState | 'open' | 'unknown'>;

/** Dependencies of the ledger. */
export type ForecastLedgerOptions = {
	readonly store: ForecastStore;
	readonly history: Pick<FundingHistory, 'settled' | 'coverage'>;
	readonly endedExecution: FindEnded;
	/** False once a venue no longer lists the instrument. */
	readonly isListed: (venue: VenueName, symbol: string) => boolean;
	readonly clock: Clock;
	readonly log: Logger;
	/** Time between two scorings of due forecasts, ms. Default: `SCORE_PERIOD_MS`. */
	readonly scoreMs?: number | undefined;
};

type Ledger = ForecastLedgerOptions & {
	executed: PairForecast[];
	shown: PairForecast[];
	/** Directions and horizons that were stored in this clock hour, by pair. */
	readonly shownInHour: Map<string, Set<number>>;
	hour: number;
	lastNetId: number;
	cancelSlice: () => void;
	cancelFlush: (() => void) | undefined;
	/** Write in progress; only one may run at a time. */
	flushing: Promise<void> | undefined;
	/** Scoring in progress; only one may run at a time. */
	scoring: Promise<void> | undefined;
	isClosed: boolean;
};

/**
 * Creates the ledger. It stores all forecasts of executions, and a few forecasts of shown records per pair and hour.
 * Due forecasts are scored.
 */
export function createForecastLedger(options: ForecastLedgerOptions): ForecastLedger {
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
	const cancelScores = clock.every(options.scoreMs ?? SCORE_PERIOD_MS, () => scoreDue(ledger, clock.now()));
	return {
		note: (forecast) => note(ledger, forecast),
		async trackRecord(pairKey) {
			try {
				const record = trackRecord(await store.groups(pairKey));
				if (record.scored > 0) return record;
				return { reason: noScoreReason(record.forecasts, await store.nextEnd(pairKey)) };
			} catch (error) {
				log.warn({ error, pairKey }, 'cannot read a forecast track record');
				return { reason: FORECAST_TEXT.unreadable() };
			}
		},
		summary: async () => forecastSummary(await store.groups(undefined)),
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

function note(ledger: Ledger, forecast: PairForecast): void {
	if (!isSound(forecast)) {
		ledger.log.error({ forecast }, 'a forecast without a valid horizon or times was not stored');
		return;
	}
	if (forecast.kind === 'executed') {
		// Waiting forecasts of executions need no limit. Opening an execution needs the same disk, so few forecasts
		// can be added while the disk accepts no writes.
		ledger.executed.push(forecast);
		ledger.cancelFlush?.();
		ledger.cancelFlush = ledger.clock.after(0, () => flush(ledger));
	} else if (ledger.shown.length < WAITING_NOTES_MAX && isFirstInHour(ledger, forecast)) {
		ledger.shown.push(forecast);
		ledger.cancelFlush ??= ledger.clock.after(FLUSH_MS, () => flush(ledger));
	}
}

function isFirstInHour(ledger: Ledger, forecast: PairForecast): boolean {
	const forecastIn = Math.floor(forecast.forecastAt / HOUR_MS);
	if (forecastIn !== ledger.hour) {
		ledger.hour = forecastIn;
		ledger.shownInHour.clear();
	}
	if (forecast.horizonHours > LONG_HORIZON_HOURS && forecastIn % LONG_EVERY_HOURS !== 0) return false;
	let known = ledger.shownInHour.get(forecast.pairKey);
	if (known === undefined) {
		known = new Set();
		ledger.shownInHour.set(forecast.pairKey, known);
	}
	const name = 2 * Math.round(forecast.horizonHours) + (isAlphabetical(forecast) ? 1 : 0);
	if (known.has(name) || known.size >= SHOWN_PER_PAIR_AND_HOUR_MAX) return false;
	known.add(name);
	return true;
}

function waitingNotes({ executed, shown }: Ledger): number {
	return executed.length + shown.length;
}

/**
 * Writes one batch of forecasts of executions and one of forecasts of shown records. The rest, and batches that could
 * not be written, wait for the next flush. Never rejects.
 */
function flush(ledger: Ledger): Promise<void> {
	ledger.cancelFlush?.();
	ledger.cancelFlush = undefined;
	ledger.flushing ??= writeBatches(ledger).then((isWritten) => {
		ledger.flushing = undefined;
		if (ledger.isClosed || waitingNotes(ledger) === 0) return;
		// If forecasts of executions still wait after a successful write, write them without a pause.
		const pauseMs = isWritten && ledger.executed.length > 0 ? 0 : FLUSH_MS;
		ledger.cancelFlush ??= ledger.clock.after(pauseMs, () => flush(ledger));
	});
	return ledger.flushing;
}

/** Writes one batch of forecasts of executions and one of forecasts of shown records; false if a write failed. */
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
				log.warn({ refused }, 'the forecast ledger is full of pending forecasts; some are not stored');
		}
	} catch (error) {
		log.warn(
			{ error, executed: ledger.executed.length, shown: ledger.shown.length },
			'cannot write forecasts; they are kept for the next attempt',
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

/**
 * Scores a slice of the due forecasts, and of the forecasts that still need the net of their execution. Never
 * rejects.
 */
async function scoreSlice(ledger: Ledger, now: number): Promise<void> {
	const { store, clock, log } = ledger;
	try {
		const due = await store.due(now, SLICE_ROWS);
		const awaiting = await store.awaitingNet(ledger.lastNetId, SLICE_ROWS);
		ledger.lastNetId = awaiting.length < SLICE_ROWS ? 0 : (awaiting.at(-1)?.forecastId ?? 0);
		const outcomes = await Promise.all(due.map((forecast) => outcomeOf(ledger, forecast, now)));
		const nets: NetOutcome[] = [];
		for (const forecast of awaiting) nets.push(...(await netOf(ledger, forecast, now)));
		if (outcomes.length + nets.length > 0) await store.settle(outcomes, nets, now);
		if (!ledger.isClosed && (due.length === SLICE_ROWS || ledger.lastNetId !== 0))
			ledger.cancelSlice = clock.after(SLICE_PAUSE_MS, () => scoreDue(ledger, clock.now()));
	} catch (error) {
		log.warn({ error }, 'cannot score forecasts; retrying');
	}
}

async function outcomeOf(ledger: Ledger, forecast: DueForecast, now: number): Promise<ForecastOutcome> {
	const { entryAt, endsAt, longVenue, longSymbol, shortVenue, shortSymbol } = forecast;
	const missing =
		(await missingOf(ledger, longVenue, longSymbol, forecast)) ??
		(await missingOf(ledger, shortVenue, shortSymbol, forecast));
	if (missing !== undefined) {
		if (now - endsAt < HISTORY_WAIT_MS) return { forecast, state: 'pending', checkAt: now + CHECK_AGAIN_MS };
		return { forecast, state: 'unscorable', reason: missing };
	}
	const received = receivedCarry(
		{
			long: await ledger.history.settled(longVenue, longSymbol, entryAt, endsAt),
			short: await ledger.history.settled(shortVenue, shortSymbol, entryAt, endsAt),
		},
		entryAt,
		endsAt,
	);
	const stated = statedForecast(forecast, toNumber(received));
	return { forecast, state: 'scored', received, sums: sumsOf(stated), tallies: talliesOf(stated) };
}

/**
 * Returns a sentence that says for which part of (entry, end] a leg's settlements are not stored; undefined if all
 * are stored.
 */
async function missingOf(
	{ history, isListed }: Ledger,
	venue: VenueName,
	symbol: string,
	{ entryAt, endsAt }: DueForecast,
): Promise<string | undefined> {
	const { from, to, gaps, failure } = await history.coverage(venue, symbol);
	const leg = { venue, symbol };
	const why = UNSCORABLE_TEXT.because(venue, isListed(venue, symbol), failure);
	if (from === null || to === null) return UNSCORABLE_TEXT.noRates(leg, why);
	// The last settlement before the end is certainly stored only if a settlement at or after the end is stored too.
	if (to < endsAt) return UNSCORABLE_TEXT.endsEarly(leg, to, endsAt, why);
	if (from > entryAt) return UNSCORABLE_TEXT.beginsLate(leg, from, entryAt, why);
	const gap = gaps.find((span) => span.from < endsAt && span.to > entryAt);
	return gap === undefined ? undefined : UNSCORABLE_TEXT.gap(leg, gap.from, gap.to, why);
}

/**
 * Returns the realized net of a forecast whose execution has ended, or null for a net that will never be known. Empty
 * while the net is pending.
 */
async function netOf(ledger: Ledger, forecast: DueForecast, now: number): Promise<readonly NetOutcome[]> {
	const state = forecast.executionId === null ? 'unknown' : await stateOf(ledger, forecast.executionId);
	const isEarly = state === 'unknown' && now - forecast.forecastAt < CHECK_AGAIN_MS;
	if (state === 'open' || isEarly) return [];
	const realized = state === 'unknown' ? null : realizedShares(state);
	if (realized === null) return [{ forecast, realized, nets: NO_NETS }];
	const net = toNumber(realized.net);
	const expected = forecast.expectedNet === null ? null : toNumber(forecast.expectedNet);
	const nets = {
		count: 1,
		net,
		price: toNumber(realized.price),
		funding: toNumber(realized.funding),
		fees: toNumber(realized.fees),
		slippage: toNumber(realized.slippage),
		expectedCount: expected === null ? 0 : 1,
		expected: expected ?? 0,
		netOfForecast: expected === null ? 0 : net,
	};
	return [{ forecast, realized, nets }];
}

/**
 * Returns an execution's state. An execution with an unreadable journal counts as open, so that it does not delay
 * others.
 */
async function stateOf({ endedExecution, log }: Ledger, executionId: string): ReturnType<FindEnded> {
	try {
		return await endedExecution(executionId);
	} catch (error) {
		log.warn({ error, executionId }, 'cannot read the result of an execution; retrying');
		return 'open';
	}
}

function statedForecast(forecast: DueForecast, received: number): StatedForecast {
	const { forecastAt, horizonHours, verdict, headlineScales, isSameClock, longVenue, shortVenue } = forecast;
	const number = (value: Decimal | null): number | null => (value === null ? null : toNumber(value));
	return {
		expected: toNumber(forecast.expectedCarry),
		sd: toNumber(forecast.carrySd),
		received,
		reversalStated: toNumber(forecast.reversalProbability),
		forecastAt,
		horizonHours,
		verdict,
		totalCost: number(forecast.totalCost),
		probabilityPositive: number(forecast.probabilityPositive),
		headlineScales,
		isSameClock,
		hasDex: isDecentralised(longVenue) || isDecentralised(shortVenue),
	};
}

/** False for a forecast that the database would reject together with its whole batch. */
function isSound({ horizonHours, forecastAt, entryAt }: PairForecast): boolean {
	return (
		horizonHours > 0 && horizonHours <= HORIZON_HOURS_MAX && [forecastAt, entryAt].every(Number.isSafeInteger)
	);
}

/**
 * True if the long leg comes before the short one in alphabetical order. This distinguishes the two directions of a
 * pair.
 */
function isAlphabetical({ longVenue, longSymbol, shortVenue, shortSymbol }: PairForecast): boolean {
	return longVenue === shortVenue ? longSymbol < shortSymbol : longVenue < shortVenue;
}

function noScoreReason(forecasts: number, nextEnd: number | null): Words {
	if (forecasts === 0) return FORECAST_TEXT.none();
	return nextEnd === null
		? FORECAST_TEXT.notScored({ count: forecasts })
		: FORECAST_TEXT.notMatured({ firstAt: nextEnd });
}

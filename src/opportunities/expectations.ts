/**
 * Keeps every pair's forecast current as rates settle. Work is queued and done in slices, because many instruments
 * settle on the hour, and forecasting all their pairs at once would delay everything else.
 */

import { forecastPair } from '../domain/carry.ts';
import { createPairHistory, type PairHistory } from '../domain/carry-features.ts';
import type { CarryPair } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { HOUR_MS } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import { type LegHistory, settlementsUpTo } from '../domain/leg-history.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { Words } from '../sentences/sentence.ts';
import { type Expectation, type PairExpectation, pairExpectation } from './expectation.ts';
import { nameOf } from './guard-text.ts';
import { createLegWindows, type LegWindows } from './leg-windows.ts';
import { FORECAST_TEXT } from './text.ts';

/** Maximum duration of one slice of work in the event loop, ms. */
const SLICE_MS = 2;
/**
 * Time after each full hour at which every forecast is recomputed, ms. Exchanges may publish settlements this long
 * after the hour.
 */
const AFTER_HOUR_MS = 45_000;

/** A pair to forecast, as two instruments in canonical order. */
export type ForecastPair = {
	readonly key: string;
	readonly first: Instrument;
	readonly second: Instrument;
};

/** A pair's history, as far as its legs' settlements have been processed. */
type Taken = {
	readonly history: PairHistory;
	readonly first: LegHistory;
	readonly second: LegHistory;
	/** Number of both legs' settlements up to the last hour that the pair's history includes. */
	settlements: number;
};

type Kept = {
	readonly pair: ForecastPair;
	taken: Taken | undefined;
	expectation: PairExpectation | undefined;
	/** Time of the forecast, ms; undefined before the first. */
	forecastAt: number | undefined;
	/** True once the pair's legs have been read for the first time. */
	isRead: boolean;
	/** Numbers of stored settlements of the first and second leg; set only if there is no forecast. */
	known: readonly [number, number] | undefined;
	/** Error of the last read of the store; undefined if that read succeeded. */
	failure: string | undefined;
};

/**
 * Forecasts for all pairs by pair key. They are updated when rates settle, 45 s after each full hour, and when the
 * model changes.
 */
export type Expectations = {
	readonly add: (pair: ForecastPair) => void;
	readonly remove: (key: string) => void;
	readonly known: (key: string) => PairExpectation | undefined;
	/** Returns the forecast, or a sentence that says why there is none. */
	readonly of: (key: string) => Expectation;
	/** Returns a leg's settled funding; undefined until it is read. */
	readonly legHistory: (leg: Pick<Instrument, 'venue' | 'symbol'>) => LegHistory | undefined;
	/** Returns the pairs that have been read, with their legs' histories, for fitting a model. */
	readonly fittable: () => readonly CarryPair[];
	/** Recomputes all forecasts with this model. */
	readonly takeModel: (model: CarryModel) => void;
	readonly close: () => void;
};

/** Dependencies of the forecasts. */
export type ExpectationsOptions = {
	readonly history: FundingHistory;
	readonly clock: Clock;
	readonly model: CarryModel;
	/** Called with the key of each pair whose forecast has changed. */
	readonly onChange: (key: string) => void;
	/** Minimum time between two forecasts of a pair that follow from new rates, ms. Default: 0. */
	readonly everyMs?: number | undefined;
};

type Forecasts = Omit<ExpectationsOptions, 'model'> & {
	model: CarryModel;
	readonly windows: LegWindows;
	readonly pairs: Map<string, Kept>;
	readonly pairsOfLeg: Map<InstrumentKey, Set<string>>;
	readonly waiting: Set<string>;
	/** True while a slice runs; only one may run at a time. */
	isWorking: boolean;
	isClosed: boolean;
	/** Cancels the scheduled slice, if there is one. */
	cancelWork: (() => void) | undefined;
	cancelHour: () => void;
};

/** Creates an empty set of forecasts, which reads settled rates from `history` until it is closed. */
export function createExpectations(options: ExpectationsOptions): Expectations {
	const forecasts: Forecasts = {
		...options,
		windows: createLegWindows(options.history, options.clock),
		pairs: new Map(),
		pairsOfLeg: new Map(),
		waiting: new Set(),
		isWorking: false,
		isClosed: false,
		cancelWork: undefined,
		cancelHour() {},
	};
	const { pairs, windows } = forecasts;
	awaitNextHour(forecasts);
	const stopListening = options.history.onSettled((venue, symbol, added) => {
		windows.note(venue, symbol, added);
		if (added.length > 0)
			queueDue(forecasts, forecasts.pairsOfLeg.get(instrumentKey({ venue, symbol })) ?? []);
	});
	return {
		add: (pair) => add(forecasts, pair),
		remove: (key) => remove(forecasts, key),
		known: (key) => pairs.get(key)?.expectation,
		of(key) {
			const kept = pairs.get(key);
			return kept?.expectation ?? { unknown: unknownReason(kept, options.history) };
		},
		legHistory: (leg) => windows.held(leg),
		fittable: () =>
			[...pairs.values()].flatMap(({ pair, isRead }) => {
				const first = windows.held(pair.first);
				const second = windows.held(pair.second);
				if (!isRead || first === undefined || second === undefined) return [];
				return [{ key: pair.key, first, second }];
			}),
		takeModel(next) {
			forecasts.model = next;
			queue(forecasts, pairs.keys());
		},
		close() {
			forecasts.isClosed = true;
			forecasts.waiting.clear();
			stopListening();
			forecasts.cancelHour();
			forecasts.cancelWork?.();
		},
	};
}

function awaitNextHour(forecasts: Forecasts): void {
	const now = forecasts.clock.now();
	const next = Math.floor((now - AFTER_HOUR_MS) / HOUR_MS + 1) * HOUR_MS + AFTER_HOUR_MS;
	forecasts.cancelHour = forecasts.clock.after(next - now, () => {
		awaitNextHour(forecasts);
		queueDue(forecasts, forecasts.pairs.keys());
	});
}

function add(forecasts: Forecasts, pair: ForecastPair): void {
	forecasts.pairs.set(pair.key, {
		...{ pair, isRead: false, forecastAt: undefined },
		...{ taken: undefined, expectation: undefined, known: undefined, failure: undefined },
	});
	for (const leg of [pair.first, pair.second]) {
		const key = instrumentKey(leg);
		forecasts.pairsOfLeg.set(key, (forecasts.pairsOfLeg.get(key) ?? new Set()).add(pair.key));
	}
	queue(forecasts, [pair.key]);
}

function remove(forecasts: Forecasts, key: string): void {
	const kept = forecasts.pairs.get(key);
	if (kept === undefined) return;
	forecasts.pairs.delete(key);
	forecasts.waiting.delete(key);
	for (const leg of [kept.pair.first, kept.pair.second])
		forecasts.pairsOfLeg.get(instrumentKey(leg))?.delete(key);
	dropUnused(forecasts, kept.pair);
}

/** Drops a removed pair's legs if no other pair uses them. */
function dropUnused({ pairsOfLeg, windows }: Forecasts, { first, second }: ForecastPair): void {
	for (const leg of [first, second]) {
		const key = instrumentKey(leg);
		if ((pairsOfLeg.get(key)?.size ?? 0) > 0) continue;
		pairsOfLeg.delete(key);
		windows.drop(leg);
	}
}

/** Queues the pairs whose last forecast is old enough. */
function queueDue(forecasts: Forecasts, keys: Iterable<string>): void {
	const { pairs, clock, everyMs = 0 } = forecasts;
	const since = clock.now() - everyMs;
	const due = [...keys].filter((key) => (pairs.get(key)?.forecastAt ?? Number.NEGATIVE_INFINITY) <= since);
	queue(forecasts, due);
}

function queue(forecasts: Forecasts, keys: Iterable<string>): void {
	for (const key of keys) forecasts.waiting.add(key);
	if (forecasts.isWorking || forecasts.cancelWork !== undefined || forecasts.waiting.size === 0) return;
	forecasts.cancelWork = forecasts.clock.after(0, () => work(forecasts));
}

async function work(forecasts: Forecasts): Promise<void> {
	const { waiting, clock } = forecasts;
	forecasts.cancelWork = undefined;
	forecasts.isWorking = true;
	const beganAt = clock.monotonic();
	for (const key of waiting) {
		waiting.delete(key);
		const kept = forecasts.pairs.get(key);
		if (kept !== undefined) await attempt(forecasts, kept);
		if (clock.monotonic() - beganAt >= SLICE_MS) break;
	}
	forecasts.isWorking = false;
	queue(forecasts, []);
}

/**
 * Forecasts a pair. If the store cannot be read, the pair has no forecast until a later attempt succeeds. The next
 * attempt follows within about an hour. Never rejects.
 */
async function attempt(forecasts: Forecasts, kept: Kept): Promise<void> {
	const { key } = kept.pair;
	try {
		await forecast(forecasts, kept);
	} catch (error) {
		kept.taken = undefined;
		kept.expectation = undefined;
		kept.failure = messageOf(error);
	}
	if (forecasts.isClosed) return;
	if (forecasts.pairs.get(key) === kept) forecasts.onChange(key);
	else dropUnused(forecasts, kept.pair);
}

async function forecast(forecasts: Forecasts, kept: Kept): Promise<void> {
	const { windows, history } = forecasts;
	const { pair } = kept;
	const first = await windows.current(pair.first);
	const second = await windows.current(pair.second);
	kept.isRead = true;
	kept.failure = undefined;
	const atHour = Math.floor(forecasts.clock.now() / HOUR_MS);
	const { model } = forecasts;
	const taken = isWhole(kept.taken, first, second) ? kept.taken : takenFrom(first, second);
	kept.taken = taken;
	const made = taken && forecastPair(model, taken.history, first, second, atHour);
	if (taken !== undefined) taken.settlements = settlementsIn(taken);
	kept.expectation = made && pairExpectation(model, made, atHour);
	kept.forecastAt = made && forecasts.clock.now();
	if (made !== undefined) return;
	const countOf = async ({ venue, symbol }: Instrument) => (await history.coverage(venue, symbol)).count;
	kept.known = [await countOf(pair.first), await countOf(pair.second)];
}

/**
 * True if the processed history can be extended. It must be rebuilt if nothing is processed yet, a leg's history was
 * reloaded, or a settlement arrived for hours already processed.
 */
function isWhole(taken: Taken | undefined, first: LegHistory, second: LegHistory): boolean {
	return taken?.first === first && taken.second === second && taken.settlements === settlementsIn(taken);
}

function settlementsIn({ first, second, history: { gridHour } }: Taken): number {
	return settlementsUpTo(first, gridHour) + settlementsUpTo(second, gridHour);
}

/** Starts a pair's history; undefined if a leg has no settlements. */
function takenFrom(first: LegHistory, second: LegHistory): Taken | undefined {
	const history = createPairHistory(first, second);
	return history && { history, first, second, settlements: 0 };
}

function unknownReason(kept: Kept | undefined, history: FundingHistory): Words {
	if (kept?.failure !== undefined) return FORECAST_TEXT.historyUnread({ failure: kept.failure });
	if (kept?.known === undefined) return FORECAST_TEXT.notReadYet();
	const [firstCount, secondCount] = kept.known;
	const legOf = ({ venue, symbol }: Instrument, count: number) => ({
		leg: nameOf({ venue, symbol }),
		count,
		failure: history.failure(venue, symbol),
	});
	return FORECAST_TEXT.noCommonHours({
		legs: [legOf(kept.pair.first, firstCount), legOf(kept.pair.second, secondCount)],
	});
}

/**
 * What every slot is expected to pay, kept current: settled rates come in, forecasts follow. Work waits in a queue and is
 * done in slices, so that a full hour of many instruments holds up nobody.
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
import { type Expectation, type PairExpectation, pairExpectation } from './expectation.ts';
import { createLegWindows, type LegWindows } from './leg-windows.ts';

/** How long one slice of work may hold the event loop. */
const SLICE_MS = 2;
/** A venue publishes a settlement up to this long after the hour; then every forecast is made anew. */
const AFTER_HOUR_MS = 45_000;

/** What a forecast hangs on: two instruments, in canonical order. */
export type ForecastPair = {
	readonly key: string;
	readonly first: Instrument;
	readonly second: Instrument;
};

/** The movements of a pair, as far as its legs' settlements were taken in. */
type Taken = {
	readonly history: PairHistory;
	readonly first: LegHistory;
	readonly second: LegHistory;
	/** How many settlements of both legs lie up to the pair's last grid hour. */
	settlements: number;
};

type Kept = {
	readonly pair: ForecastPair;
	taken: Taken | undefined;
	expectation: PairExpectation | undefined;
	/** Whether its legs were ever looked at. */
	isRead: boolean;
	/** Settlements known of the first and the second leg, where nothing is expected. */
	known: readonly [number, number] | undefined;
	/** Why the store could not be read last time. */
	failure: string | undefined;
};

/** Forecasts of all pairs by slot key, updated as settled rates arrive, as each hour begins and when the model changes. */
export type Expectations = {
	readonly come: (pair: ForecastPair) => void;
	readonly leave: (key: string) => void;
	readonly known: (key: string) => PairExpectation | undefined;
	/** The same, or the sentence why nothing is expected. */
	readonly of: (key: string) => Expectation;
	/** Pairs that have been looked at, with their legs' histories: what a model is fitted on. */
	readonly fittable: () => readonly CarryPair[];
	/** All forecasts are made anew by this model. */
	readonly takeModel: (model: CarryModel) => void;
	readonly close: () => void;
};

/** Parts that forecasts are made with. */
export type ExpectationsOptions = {
	readonly history: FundingHistory;
	readonly clock: Clock;
	readonly model: CarryModel;
	/** Told of every pair whose expectation is another. */
	readonly onChange: (key: string) => void;
};

type Forecasts = Omit<ExpectationsOptions, 'model'> & {
	model: CarryModel;
	readonly windows: LegWindows;
	readonly pairs: Map<string, Kept>;
	readonly pairsOfLeg: Map<InstrumentKey, Set<string>>;
	readonly waiting: Set<string>;
	/** A slice is under way: one at a time. */
	isWorking: boolean;
	isClosed: boolean;
	/** Cancels the next slice, if one is set. */
	cancelWork: (() => void) | undefined;
	cancelHour: () => void;
};

/** Creates an empty set of forecasts that reads settled rates from `history` and works in slices until `close`. */
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
		if (added.length > 0) queue(forecasts, forecasts.pairsOfLeg.get(instrumentKey({ venue, symbol })) ?? []);
	});
	return {
		come: (pair) => come(forecasts, pair),
		leave: (key) => leave(forecasts, key),
		known: (key) => pairs.get(key)?.expectation,
		of(key) {
			const kept = pairs.get(key);
			return kept?.expectation ?? { unknown: whyUnknown(kept, options.history) };
		},
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
		queue(forecasts, forecasts.pairs.keys());
	});
}

function come(forecasts: Forecasts, pair: ForecastPair): void {
	forecasts.pairs.set(pair.key, {
		...{ pair, isRead: false },
		...{ taken: undefined, expectation: undefined, known: undefined, failure: undefined },
	});
	for (const leg of [pair.first, pair.second]) {
		const key = instrumentKey(leg);
		forecasts.pairsOfLeg.set(key, (forecasts.pairsOfLeg.get(key) ?? new Set()).add(pair.key));
	}
	queue(forecasts, [pair.key]);
}

function leave(forecasts: Forecasts, key: string): void {
	const kept = forecasts.pairs.get(key);
	if (kept === undefined) return;
	forecasts.pairs.delete(key);
	forecasts.waiting.delete(key);
	for (const leg of [kept.pair.first, kept.pair.second])
		forecasts.pairsOfLeg.get(instrumentKey(leg))?.delete(key);
	dropUnused(forecasts, kept.pair);
}

/** Legs of a pair that has gone, where no other pair has them. */
function dropUnused({ pairsOfLeg, windows }: Forecasts, { first, second }: ForecastPair): void {
	for (const leg of [first, second]) {
		const key = instrumentKey(leg);
		if ((pairsOfLeg.get(key)?.size ?? 0) > 0) continue;
		pairsOfLeg.delete(key);
		windows.drop(leg);
	}
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

/** A store that cannot be read takes one pair's expectation away, and is asked again with the next hour. Never rejects. */
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
	if (made !== undefined) return;
	const countOf = async ({ venue, symbol }: Instrument) => (await history.coverage(venue, symbol)).count;
	kept.known = [await countOf(pair.first), await countOf(pair.second)];
}

/** False where a leg was read again, or has a new settlement in the hours that were taken in without it. */
function isWhole(taken: Taken | undefined, first: LegHistory, second: LegHistory): boolean {
	return taken?.first === first && taken.second === second && taken.settlements === settlementsIn(taken);
}

function settlementsIn({ first, second, history: { gridHour } }: Taken): number {
	return settlementsUpTo(first, gridHour) + settlementsUpTo(second, gridHour);
}

/** Undefined where a leg has no settlement. */
function takenFrom(first: LegHistory, second: LegHistory): Taken | undefined {
	const history = createPairHistory(first, second);
	return history && { history, first, second, settlements: 0 };
}

function whyUnknown(kept: Kept | undefined, history: FundingHistory): string {
	if (kept?.failure !== undefined) return `The settled history could not be read: ${kept.failure}`;
	if (kept?.known === undefined) return 'The settled history of this pair has not been looked at yet.';
	const lacks = [kept.pair.first, kept.pair.second].map(({ venue, symbol }, index) => {
		const failure = history.failure(venue, symbol);
		const why = failure === null ? '' : ` (${failure})`;
		return `${kept.known?.[index]} of ${venue} ${symbol}${why}`;
	});
	return `The legs have no settled hours in common yet: settlements known are ${lacks.join(' and ')}.`;
}

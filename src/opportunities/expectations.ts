/**
 * What every slot is expected to pay, kept current: settled rates come in, forecasts follow. Work waits in a queue and is
 * done in slices, so that a full hour of many instruments holds up nobody.
 */

import { type CarryForecast, forecastPair } from '../domain/carry.ts';
import { createPairHistory, type PairHistory } from '../domain/carry-features.ts';
import type { CarryPair } from '../domain/carry-fit.ts';
import type { CarryModel } from '../domain/carry-model.ts';
import { approximately } from '../domain/estimate.ts';
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey, type VenueName } from '../domain/instrument.ts';
import {
	appendSettlement,
	createLegHistory,
	type LegHistory,
	type LegSettlements,
} from '../domain/leg-history.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, HistoryCoverage } from '../ports/funding-history.ts';
import { type Expectation, type PairExpectation, pairExpectation } from './expectation.ts';

/** Settled rates that are held in memory: what the odds are fitted on. Older ones stay in the store. */
const HISTORY_MS = 365 * 24 * HOUR_MS;
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

type Kept = {
	readonly pair: ForecastPair;
	history: PairHistory | undefined;
	expectation: PairExpectation | undefined;
	/** Whether its legs were ever looked at. */
	isRead: boolean;
	/** Why the store could not be read last time. */
	failure: string | undefined;
};

type LegKept = {
	history: LegHistory;
	/** The store when it was read: how many settlements, and the oldest. */
	stored: Pick<HistoryCoverage, 'count' | 'from'>;
	readonly pairs: Set<string>;
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

/** Creates an empty set of forecasts that reads settled rates from `history` and works in slices until `close`. */
export function createExpectations(options: {
	readonly history: FundingHistory;
	readonly clock: Clock;
	readonly model: CarryModel;
	/** Told of every pair whose expectation is another. */
	readonly onChange: (key: string) => void;
}): Expectations {
	const { history, clock } = options;
	const pairs = new Map<string, Kept>();
	const legs = new Map<InstrumentKey, LegKept>();
	const waiting = new Set<string>();
	let model = options.model;
	let cancelWork: (() => void) | undefined;
	let cancelHour = atNextHour();
	const stopListening = history.onSettled(takeSettled);

	function atNextHour(): () => void {
		const now = clock.now();
		const next = Math.floor((now - AFTER_HOUR_MS) / HOUR_MS + 1) * HOUR_MS + AFTER_HOUR_MS;
		return clock.after(next - now, () => {
			cancelHour = atNextHour();
			queue(pairs.keys());
		});
	}

	function queue(keys: Iterable<string>): void {
		for (const key of keys) waiting.add(key);
		if (cancelWork !== undefined || waiting.size === 0) return;
		cancelWork = clock.after(0, work);
	}

	function work(): void {
		cancelWork = undefined;
		const beganAt = clock.monotonic();
		for (const key of waiting) {
			waiting.delete(key);
			attempt(key);
			if (clock.monotonic() - beganAt >= SLICE_MS) break;
		}
		queue([]);
	}

	/** A store that cannot be read takes one pair's expectation away, and is asked again with the next hour. */
	function attempt(key: string): void {
		try {
			forecast(key);
		} catch (error) {
			const kept = pairs.get(key);
			if (kept === undefined) return;
			kept.expectation = undefined;
			kept.failure = messageOf(error);
			options.onChange(key);
		}
	}

	function forecast(key: string): void {
		const kept = pairs.get(key);
		if (kept === undefined) return;
		const first = legOf(kept.pair.first, key).history;
		const second = legOf(kept.pair.second, key).history;
		kept.isRead = true;
		kept.failure = undefined;
		kept.history ??= createPairHistory(first, second);
		const atHour = Math.floor(clock.now() / HOUR_MS);
		const made: CarryForecast | undefined =
			kept.history === undefined ? undefined : forecastPair(model, kept.history, first, second, atHour);
		kept.expectation = made === undefined ? undefined : pairExpectation(model, made, atHour);
		options.onChange(key);
	}

	function legOf(instrument: Instrument, pairKey: string): LegKept {
		const key = instrumentKey(instrument);
		const known = legs.get(key);
		const leg = known ?? { ...readLeg(instrument.venue, instrument.symbol), pairs: new Set() };
		if (known === undefined) legs.set(key, leg);
		leg.pairs.add(pairKey);
		return leg;
	}

	/** A venue's clock may be ahead of ours, so what it has stamped a little later than now is taken in too. */
	function readLeg(venue: VenueName, symbol: string): Omit<LegKept, 'pairs'> {
		const now = clock.now();
		const stored = history.settled(venue, symbol, now - HISTORY_MS, now + HOUR_MS);
		return {
			history: createLegHistory(settlementsOf(stored)),
			stored: history.coverage(venue, symbol),
		};
	}

	/** New settlements go on the end; where older ones were filled in, the leg and what hangs on it begin anew. */
	function takeSettled(venue: VenueName, symbol: string): void {
		const legKey = instrumentKey({ venue, symbol });
		const leg = legs.get(legKey);
		if (leg === undefined) return;
		try {
			takeStored(leg, venue, symbol);
		} catch {
			// Read anew by the forecasts of its pairs, which say what is wrong.
			legs.delete(legKey);
			for (const key of leg.pairs) Object.assign(pairs.get(key) ?? {}, { history: undefined });
		}
		queue(leg.pairs);
	}

	function takeStored(leg: LegKept, venue: VenueName, symbol: string): void {
		const newer = newerThan(leg.history, venue, symbol);
		const stored = history.coverage(venue, symbol);
		// After old ones were dropped the counts say nothing.
		const isGrown = stored.from === leg.stored.from && stored.count === leg.stored.count + newer.length;
		const knownCount = isGrown ? leg.history.count : 0;
		if (isGrown) {
			appendAll(leg.history, newer);
			leg.stored = stored;
		} else Object.assign(leg, readLeg(venue, symbol));
		const { count, hours } = leg.history;
		const newHour = knownCount < count ? (hours[knownCount] as number) : Number.POSITIVE_INFINITY;
		for (const key of leg.pairs) {
			const kept = pairs.get(key);
			// What a pair has taken in without this settlement, it takes in anew.
			if (kept !== undefined && (!isGrown || newHour <= (kept.history?.gridHour ?? newHour)))
				kept.history = undefined;
		}
	}

	/** Stored settlements that are newer than the last one in memory; none while none is in memory. */
	function newerThan(leg: LegHistory, venue: VenueName, symbol: string): readonly SettledRate[] {
		if (leg.count === 0) return [];
		const lastHour = leg.hours[leg.count - 1] as number;
		return history.settled(venue, symbol, (lastHour + 0.5) * HOUR_MS, clock.now() + HOUR_MS);
	}

	return {
		come(pair) {
			pairs.set(pair.key, {
				pair,
				history: undefined,
				expectation: undefined,
				isRead: false,
				failure: undefined,
			});
			queue([pair.key]);
		},
		leave(key) {
			const kept = pairs.get(key);
			pairs.delete(key);
			waiting.delete(key);
			for (const instrument of kept === undefined ? [] : [kept.pair.first, kept.pair.second]) {
				const legKey = instrumentKey(instrument);
				const leg = legs.get(legKey);
				leg?.pairs.delete(key);
				if (leg?.pairs.size === 0) legs.delete(legKey);
			}
		},
		known: (key) => pairs.get(key)?.expectation,
		of(key) {
			const kept = pairs.get(key);
			return kept?.expectation ?? { unknown: whyUnknown(kept, history) };
		},
		fittable: () =>
			[...pairs.values()].flatMap(({ pair, isRead }) => {
				const first = legs.get(instrumentKey(pair.first))?.history;
				const second = legs.get(instrumentKey(pair.second))?.history;
				if (!isRead || first === undefined || second === undefined) return [];
				return [{ key: pair.key, first, second }];
			}),
		takeModel(next) {
			model = next;
			queue(pairs.keys());
		},
		close() {
			stopListening();
			cancelHour();
			cancelWork?.();
		},
	};
}

function settlementsOf(rates: readonly SettledRate[]): LegSettlements {
	return {
		hours: Int32Array.from(rates, ({ settledAt }) => hourOf(settledAt)),
		rates: Float64Array.from(rates, ({ rate }) => approximately(rate)),
	};
}

function appendAll(leg: LegHistory, rates: readonly SettledRate[]): void {
	for (const { settledAt, rate } of rates) appendSettlement(leg, hourOf(settledAt), approximately(rate));
}

/** Settlement stamps carry jitter: the nearest hour. */
function hourOf(settledAt: number): number {
	return Math.round(settledAt / HOUR_MS);
}

function whyUnknown(kept: Kept | undefined, history: FundingHistory): string {
	if (kept?.failure !== undefined) return `The settled history could not be read: ${kept.failure}`;
	if (kept === undefined || !kept.isRead)
		return 'The settled history of this pair has not been looked at yet.';
	const lacks = [kept.pair.first, kept.pair.second].map((leg) => {
		const { count, failure } = history.coverage(leg.venue, leg.symbol);
		const why = failure === null ? '' : ` (${failure})`;
		return `${count} of ${leg.venue} ${leg.symbol}${why}`;
	});
	return `The legs have no settled hours in common yet: settlements known are ${lacks.join(' and ')}.`;
}

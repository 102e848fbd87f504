/**
 * Keeps settled rates for forecasts: a year of each leg's rates in memory, read from the store on first use and
 * updated with each addition.
 */
import { approximately } from '../domain/estimate.ts';
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import { appendSettlement, createLegHistory, type LegHistory } from '../domain/leg-history.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, SettledListener } from '../ports/funding-history.ts';

/**
 * Maximum age of rates in memory when they are read, ms. The odds are fitted on these rates; older ones remain in the
 * store.
 */
export const WINDOW_MS = 365 * 24 * HOUR_MS;

type Leg = Pick<Instrument, 'venue' | 'symbol'>;

/** A leg in memory. `news`: rates added since the last call of `current`; undefined if the leg must be read again. */
type Held = { history: LegHistory | undefined; news: SettledRate[] | undefined };

/** Settled rates of the legs in memory, with times in whole hours. */
export type LegWindows = {
	/**
	 * Returns the leg with all noted rates. The object is a new one if the leg had to be read again, because an older
	 * rate was added or rates were dropped. Make one call at a time. Rejects if the store cannot be read; the next
	 * call retries.
	 */
	readonly current: (leg: Leg) => Promise<LegHistory>;
	/** Returns the leg as of the last `current`; undefined before that. */
	readonly held: (leg: Leg) => LegHistory | undefined;
	/** Takes note of rates that were added to the store or dropped from it. */
	readonly note: SettledListener;
	/** Forgets a leg. */
	readonly drop: (leg: Leg) => void;
};

/** Creates an empty set of windows. */
export function createLegWindows(history: Pick<FundingHistory, 'settled'>, clock: Clock): LegWindows {
	const legs = new Map<InstrumentKey, Held>();
	return {
		async current({ venue, symbol }) {
			const key = instrumentKey({ venue, symbol });
			const leg = legs.get(key) ?? { history: undefined, news: undefined };
			legs.set(key, leg);
			const { history: known, news } = leg;
			// Begin a new list before the store is read, because the result may lack rates that are noted during the
			// read.
			leg.news = [];
			if (known !== undefined && news !== undefined && isContinued(known, news)) return known;
			try {
				const from = clock.now() - WINDOW_MS;
				const made = legHistoryOf(await history.settled(venue, symbol, from, Number.MAX_SAFE_INTEGER));
				leg.history = made;
				return made;
			} catch (error) {
				Object.assign(leg, { history: undefined, news: undefined });
				throw error;
			}
		},
		held: (leg) => legs.get(instrumentKey(leg))?.history,
		note(venue, symbol, added) {
			const leg = legs.get(instrumentKey({ venue, symbol }));
			if (leg === undefined) return;
			if (added.length === 0) leg.news = undefined;
			else leg.news?.push(...added);
		},
		drop: (leg) => legs.delete(instrumentKey(leg)),
	};
}

/**
 * Appends rates. False if one cannot be appended, because the leg was empty or the rate is not later than all before
 * it.
 */
function isContinued(leg: LegHistory, rates: readonly SettledRate[]): boolean {
	if (leg.count === 0) return rates.length === 0;
	return rates.every(({ settledAt, rate }) => appendSettlement(leg, hourOf(settledAt), approximately(rate)));
}

/** Packs rates that are sorted by time. Times are rounded to whole hours. */
export function legHistoryOf(rates: readonly SettledRate[]): LegHistory {
	return createLegHistory({
		hours: Int32Array.from(rates, ({ settledAt }) => hourOf(settledAt)),
		rates: Float64Array.from(rates, ({ rate }) => approximately(rate)),
	});
}

/** Returns the nearest hour, because settlement times have jitter. */
function hourOf(settledAt: number): number {
	return Math.round(settledAt / HOUR_MS);
}

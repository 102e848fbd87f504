/**
 * The settled rates that forecasts read at once: a year of each leg in memory, read from the store when it is first needed and
 * told of each addition since.
 */
import { approximately } from '../domain/estimate.ts';
import { HOUR_MS, type SettledRate } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import { appendSettlement, createLegHistory, type LegHistory } from '../domain/leg-history.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory, SettledListener } from '../ports/funding-history.ts';

/** Rates that are held, from the read on: what the odds are fitted on. Older ones stay in the store. */
export const WINDOW_MS = 365 * 24 * HOUR_MS;

type Leg = Pick<Instrument, 'venue' | 'symbol'>;

/** `news`: rates that were added since the read; undefined where the leg must be read again. */
type Held = { history: LegHistory | undefined; news: SettledRate[] | undefined };

/** Settled rates of legs in memory, by the hour. */
export type LegWindows = {
	/**
	 * The leg with all that was noted: another object where it was read again, because an older rate came or old ones went.
	 * One call at a time. Rejects when the store cannot be read; the next call reads again.
	 */
	readonly current: (leg: Leg) => Promise<LegHistory>;
	/** As of the last `current`; undefined before it. */
	readonly held: (leg: Leg) => LegHistory | undefined;
	/** Takes note of a change of the store. */
	readonly note: SettledListener;
	/** The leg is needed no more. */
	readonly drop: (leg: Leg) => void;
};

/** Holds no leg yet. */
export function createLegWindows(history: Pick<FundingHistory, 'settled'>, clock: Clock): LegWindows {
	const legs = new Map<InstrumentKey, Held>();
	return {
		async current({ venue, symbol }) {
			const key = instrumentKey({ venue, symbol });
			const leg = legs.get(key) ?? { history: undefined, news: undefined };
			legs.set(key, leg);
			const { history: known, news } = leg;
			// Rates that are noted from here on may be missing from the answer.
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

/** Appends rates; false where one of them is not later than all before it. */
function isContinued(leg: LegHistory, rates: readonly SettledRate[]): boolean {
	if (leg.count === 0) return rates.length === 0;
	return rates.every(({ settledAt, rate }) => appendSettlement(leg, hourOf(settledAt), approximately(rate)));
}

/** Packs rates that are sorted by time. */
export function legHistoryOf(rates: readonly SettledRate[]): LegHistory {
	return createLegHistory({
		hours: Int32Array.from(rates, ({ settledAt }) => hourOf(settledAt)),
		rates: Float64Array.from(rates, ({ rate }) => approximately(rate)),
	});
}

/** Settlement stamps carry jitter: the nearest hour. */
function hourOf(settledAt: number): number {
	return Math.round(settledAt / HOUR_MS);
}

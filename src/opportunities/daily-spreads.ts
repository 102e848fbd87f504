/**
 * Provides the daily mean spreads of the last 30 days, for small charts in lists. A day of a leg is computed once an
 * hour, or again after its settled rates have changed.
 */
import { type Decimal, fromInteger } from '../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../domain/funding.ts';
import { type Instrument, type InstrumentKey, instrumentKey } from '../domain/instrument.ts';
import { paidRates } from '../domain/paid-rates.ts';
import type { Clock } from '../ports/clock.ts';
import type { FundingHistory } from '../ports/funding-history.ts';
import type { DailySpreads, OpportunityBook, SpreadDays } from '../ports/opportunities.ts';
import { dailyHourlyRates, spreadBetween } from './settled-spreads.ts';

/** Number of days. */
export const SPREAD_DAYS = 30;
/** Spreads are per this many hours, the most common funding interval. */
const HOURS = fromInteger(8);
/** Maximum number of legs in memory, about 1 kB each; the one that was computed first is dropped. */
const LEGS_MAX = 5_000;

type Leg = Pick<Instrument, 'venue' | 'symbol'>;
type LegDays = readonly (Decimal | null)[];
type Kept = { readonly to: number; readonly days: Promise<LegDays> };

type Parts = {
	readonly history: Pick<FundingHistory, 'settled' | 'onSettled'>;
	readonly clock: Clock;
	readonly find: OpportunityBook['find'];
};

/** Creates the reader. `close` stops it from following new settlements. */
export function createDailySpreads({ history, clock, find }: Parts) {
	const legs = new Map<InstrumentKey, Kept>();
	const stopListening = history.onSettled((venue, symbol) => legs.delete(instrumentKey({ venue, symbol })));

	function daysOf(leg: Leg, to: number): Promise<LegDays> {
		const key = instrumentKey(leg);
		const known = legs.get(key);
		if (known?.to === to) return known.days;
		const kept = { to, days: read(leg, to) };
		legs.delete(key);
		const [oldest] = legs.keys();
		if (legs.size >= LEGS_MAX && oldest !== undefined) legs.delete(oldest);
		legs.set(key, kept);
		// The next request tries a failed read again.
		kept.days.catch(() => {
			if (legs.get(key) === kept) legs.delete(key);
		});
		return kept.days;
	}

	async function read({ venue, symbol }: Leg, to: number): Promise<LegDays> {
		// One more day, because the interval of the first rate follows from the rate before it.
		const from = to - (SPREAD_DAYS + 1) * DAY_MS;
		return dailyHourlyRates(paidRates(await history.settled(venue, symbol, from, to)), to, SPREAD_DAYS);
	}

	async function rowOf(opportunityId: string, to: number): Promise<DailySpreads> {
		const found = find(opportunityId);
		if (typeof found === 'string') return { opportunityId, missing: found };
		const [long, short] = [await daysOf(found.long, to), await daysOf(found.short, to)];
		return {
			opportunityId,
			spreads: long.map((rate, day) => spreadBetween(rate, short[day] ?? null, HOURS)),
		};
	}

	return {
		/** Returns the daily spreads of these opportunities, in the same order. Rejects if the store cannot be read. */
		async read(opportunityIds: readonly string[]): Promise<SpreadDays> {
			const to = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
			const rows: DailySpreads[] = [];
			for (const id of opportunityIds) rows.push(await rowOf(id, to));
			return { from: to - (SPREAD_DAYS - 1) * DAY_MS, to, rows };
		},
		close: stopListening,
	};
}

/**
 * Members of a ticker that have bounds of their own. What is outside is null with a sentence in `problems`, so that one
 * instrument's garbage degrades it alone.
 */
import { type Decimal, ONE, parseDecimal } from '../../domain/decimal.ts';
import type { PredictedFunding } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import { type Body, decimal, shown } from './fields.ts';

/** No venue settles more often than half-hourly or more seldom than daily (funding pages of five venues, read 2026-11). */
const INTERVAL_MS_MIN = 30 * 60_000;
const INTERVAL_MS_MAX = 24 * 3_600_000;
/** A stated settlement may be so long past until the venue states the next. */
const CLOCK_PAST_MS_MAX = 60_000;
/** A first settlement may be a whole day away, whatever the interval. */
const CLOCK_AHEAD_MS_MAX = INTERVAL_MS_MAX + CLOCK_PAST_MS_MAX;
/** Per settlement; the widest cap of a venue is 4 %. */
const RATE_MAX: Decimal = ONE;
/** USD of a day's volume or of open interest. */
const USD_MAX = parseDecimal('1000000000000000');

/** Null, and one sentence with all three members as the venue wrote them, when any is unusable. */
export function readFunding(
	read: {
		readonly rate: Decimal | undefined;
		readonly intervalMs: number | undefined;
		readonly next: number | undefined;
	},
	now: number,
	written: { readonly rate: unknown; readonly interval: unknown; readonly next: unknown },
	problems: string[],
): PredictedFunding | null {
	const { rate, intervalMs, next } = read;
	const why =
		rate === undefined || rate > RATE_MAX || -rate > RATE_MAX
			? 'the rate must be a fraction of at most 1 either way'
			: intervalMs === undefined || intervalMs < INTERVAL_MS_MIN || intervalMs > INTERVAL_MS_MAX
				? 'the interval must be half an hour to a day'
				: next === undefined || next <= now - CLOCK_PAST_MS_MAX || next > now + CLOCK_AHEAD_MS_MAX
					? 'the coming settlement must be within a day'
					: undefined;
	if (why === undefined && rate !== undefined && intervalMs !== undefined && next !== undefined)
		return { predictedRate: rate, intervalMs, nextSettlementAt: next };
	problems.push(
		`The funding was not usable, ${why ?? 'a member is missing'}: rate ${shown(written.rate)}, interval ${shown(written.interval)}, next ${shown(written.next)}.`,
	);
	return null;
}

/** Cap and floor; both null where they are missing or no bounds of anything. */
export function readBounds(
	cap: Decimal | undefined,
	floor: Decimal | undefined,
): Pick<InstrumentTicker, 'fundingCap' | 'fundingFloor'> {
	if (cap === undefined || floor === undefined || cap <= 0n || floor >= 0n)
		return { fundingCap: null, fundingFloor: null };
	return { fundingCap: cap, fundingFloor: floor };
}

/** USD, not negative; null where the venue wrote no such number. */
export function usdAmount(row: Body, name: string): Decimal | null {
	return boundedUsd(decimal(row, name));
}

/** Null for what cannot be a day's volume or an open interest. */
export function boundedUsd(value: Decimal | undefined): Decimal | null {
	return value === undefined || value < 0n || value > USD_MAX ? null : value;
}

/** A ticker of an instrument of which nothing usable is known. */
export function unusableTicker(symbol: string, problem: string): InstrumentTicker {
	return {
		symbol,
		mark: null,
		index: null,
		last: null,
		volume24h: null,
		openInterest: null,
		funding: null,
		fundingCap: null,
		fundingFloor: null,
		delistingAt: null,
		tradable: false,
		problems: [problem],
	};
}

/** The ticker of each row that is of a known instrument. Of rows that share a symbol none is believed. */
export function tickersOf<Row extends { readonly symbol?: unknown }>(
	rows: readonly Row[],
	find: (symbol: string) => Instrument | undefined,
	tickerOf: (row: Row, instrument: Instrument) => InstrumentTicker,
): readonly InstrumentTicker[] {
	const tickers = new Map<string, InstrumentTicker>();
	for (const row of rows) {
		const instrument = typeof row.symbol === 'string' ? find(row.symbol) : undefined;
		if (instrument === undefined) continue;
		const { symbol } = instrument;
		tickers.set(
			symbol,
			tickers.has(symbol)
				? unusableTicker(symbol, `${instrument.venue} listed ${symbol} more than once in one answer.`)
				: tickerOf(row, instrument),
		);
	}
	return [...tickers.values()];
}

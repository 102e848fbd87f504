/**
 * Reads the fields of a ticker that have bounds. A value out of bounds becomes null with a message in `problems`, so
 * one instrument's unusable data affects no other.
 */
import { type Decimal, ONE, parseDecimal } from '../../domain/decimal.ts';
import type { PredictedFunding } from '../../domain/funding.ts';
import type { Instrument } from '../../domain/instrument.ts';
import type { InstrumentTicker } from '../../ports/venue-market.ts';
import type { Words } from '../../sentences/sentence.ts';
import type { FundingFault } from '../../sentences/ticker.ts';
import { type Body, decimal, shown } from './fields.ts';
import { TICKER_TEXT } from './text.ts';

/** Minimum funding interval at any exchange, milliseconds (funding pages of five exchanges, read 2026-11). */
const INTERVAL_MS_MIN = 30 * 60_000;
/** Maximum funding interval at any exchange, milliseconds (funding pages of five exchanges, read 2026-11). */
const INTERVAL_MS_MAX = 24 * 3_600_000;
/**
 * How far in the past a reported settlement may lie, milliseconds. Exchanges need some time after a settlement to
 * report the next one.
 */
const CLOCK_PAST_MS_MAX = 60_000;
/**
 * Maximum time until a reported settlement, milliseconds. A contract's first settlement may be a whole day away,
 * whatever the interval.
 */
const CLOCK_AHEAD_MS_MAX = INTERVAL_MS_MAX + CLOCK_PAST_MS_MAX;
/** Maximum rate per settlement, as a fraction; the widest cap at any exchange is 4 %. */
const RATE_MAX: Decimal = ONE;
/** Maximum daily volume or open interest, USD. */
const USD_MAX = parseDecimal('1000000000000000');

/**
 * Returns a contract's predicted funding. If a field is unusable, returns null and adds a message to `problems` with
 * all three fields as the exchange wrote them.
 */
export function readFunding(
	read: {
		readonly rate: Decimal | undefined;
		readonly intervalMs: number | undefined;
		readonly next: number | undefined;
	},
	now: number,
	written: { readonly rate: unknown; readonly interval: unknown; readonly next: unknown },
	problems: Words[],
): PredictedFunding | null {
	const { rate, intervalMs, next } = read;
	const fault: FundingFault | undefined =
		rate === undefined || rate > RATE_MAX || -rate > RATE_MAX
			? 'rate'
			: intervalMs === undefined || intervalMs < INTERVAL_MS_MIN || intervalMs > INTERVAL_MS_MAX
				? 'interval'
				: next === undefined || next <= now - CLOCK_PAST_MS_MAX || next > now + CLOCK_AHEAD_MS_MAX
					? 'next'
					: undefined;
	if (fault === undefined && rate !== undefined && intervalMs !== undefined && next !== undefined)
		return { predictedRate: rate, intervalMs, nextSettlementAt: next };
	problems.push(
		TICKER_TEXT.funding({
			fault: fault ?? 'missing',
			rate: shown(written.rate),
			interval: shown(written.interval),
			next: shown(written.next),
		}),
	);
	return null;
}

/**
 * Returns the funding rate's cap and lower bound. Both are null if one is missing, the cap is not positive, or the
 * lower bound is not negative.
 */
export function readBounds(
	cap: Decimal | undefined,
	floor: Decimal | undefined,
): Pick<InstrumentTicker, 'fundingCap' | 'fundingFloor'> {
	if (cap === undefined || floor === undefined || cap <= 0n || floor >= 0n)
		return { fundingCap: null, fundingFloor: null };
	return { fundingCap: cap, fundingFloor: floor };
}

/** Returns the field in USD, not negative; null if missing or out of bounds. */
export function usdAmount(row: Body, name: string): Decimal | null {
	return boundedUsd(decimal(row, name));
}

/** Returns the value; null if it cannot be a daily volume or an open interest. */
export function boundedUsd(value: Decimal | undefined): Decimal | null {
	return value === undefined || value < 0n || value > USD_MAX ? null : value;
}

/** Builds the ticker of an instrument without usable data. */
export function unusableTicker(symbol: string, problem: Words): InstrumentTicker {
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

/** Builds tickers for the rows with a known instrument. Rows that share a symbol yield one unusable ticker. */
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
				? unusableTicker(symbol, TICKER_TEXT.repeated({ exchange: instrument.venue, symbol }))
				: tickerOf(row, instrument),
		);
	}
	return [...tickers.values()];
}

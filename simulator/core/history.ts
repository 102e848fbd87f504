/** Real settled funding and prices of the coins that Binance and Bybit share, Hyperliquid's with them, in compact arrays and history time. */
import { join } from 'node:path';
import { RATE_UNITS_PER_ONE } from './generated-decimal.ts';
import { csvFilesIn, visitCsv } from './history-csv.ts';
import type { ExchangeName } from './types.ts';
import { WorldError } from './world-error.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The two venues whose shared coins are played. */
export type SharingVenue = 'binance' | 'bybit';
/** All whose series are played: Hyperliquid's of those coins for which there is one. */
export type RecordedVenue = SharingVenue | 'hyperliquid';

/** Series of KuCoin and OKX over many coins are in no public file: their faces play Binance's. */
export const RECORDED_VENUE = {
	bybit: 'bybit',
	kucoin: 'binance',
	binance: 'binance',
	okx: 'binance',
	hyperliquid: 'hyperliquid',
} as const satisfies Readonly<Record<ExchangeName, RecordedVenue>>;

const SHARING = ['binance', 'bybit'] as const;
const RECORDED = [...SHARING, 'hyperliquid'] as const;
const VENUE_BYTES: Readonly<Record<RecordedVenue, Uint8Array>> = {
	binance: Buffer.from('binance'),
	bybit: Buffer.from('bybit'),
	hyperliquid: Buffer.from('hyperliquid'),
};
/** The quote of the contracts that are played, and the end of their names behind the base. */
const CONTRACTS: Readonly<Record<RecordedVenue, { readonly quote: Uint8Array; readonly ending: string }>> = {
	binance: { quote: Buffer.from('USDT'), ending: 'USDT' },
	bybit: { quote: Buffer.from('USDT'), ending: 'USDT' },
	hyperliquid: { quote: Buffer.from('USDC'), ending: '' },
};

/** Settled funding of one venue and coin, rising in time. */
export type RecordedFunding = {
	/** History milliseconds, rounded to the second: recorded stamps carry a few milliseconds of jitter. */
	readonly instants: Float64Array;
	/** Rates per interval in units of 1e-8, to which Hyperliquid's, of more digits, are rounded. */
	readonly units: Float64Array;
	/** Length of the period that each settlement ends, milliseconds. */
	readonly intervals: Float64Array;
	/** Mark at the settlement; NaN where not recorded. */
	readonly marks: Float64Array;
};

/** Hourly candles of one venue and coin, rising in time. */
export type RecordedCandles = {
	readonly openTimes: Float64Array;
	readonly open: Float64Array;
	readonly high: Float64Array;
	readonly low: Float64Array;
	readonly close: Float64Array;
};

export type RecordedCoin = {
	readonly base: string;
	readonly funding: Readonly<Record<SharingVenue, RecordedFunding>> & {
		readonly hyperliquid: RecordedFunding | undefined;
	};
	readonly candles: Readonly<Record<SharingVenue, RecordedCandles | undefined>>;
};

export type RecordedHistory = {
	readonly coins: readonly RecordedCoin[];
	/** Stretch in which every coin has settlements on both venues, history milliseconds. */
	readonly from: number;
	readonly to: number;
	/** First and last settlement of any coin. */
	readonly earliest: number;
	readonly latest: number;
	/** Settled rates of the two that share the coins. */
	readonly settlements: number;
};

/** Settlements that must lie before the first start, and the least stretch worth playing. */
export const DAYS_BEHIND_MIN = 36;
const DAYS_MIN = DAYS_BEHIND_MIN + 1;

const FUNDING_COLUMNS = ['ts_ms', 'venue', 'symbol', 'base', 'quote', 'rate', 'interval_h'];
const CANDLE_COLUMNS = ['ts_ms', 'venue', 'base', 'o', 'h', 'l', 'c'];

/**
 * Reads `<directory>/funding` and, for the coins found there, `<directory>/prices`.
 * @throws WorldError where there is nothing to play, or less than 37 days of it
 */
export function loadHistory(directory: string): RecordedHistory {
	const fundingDirectory = join(directory, 'funding');
	const files = csvFilesIn(fundingDirectory);
	const collected = new Map<string, Record<RecordedVenue, FundingRow[]>>();
	const read = files.filter((path) => collectFunding(path, collected));
	if (read.length === 0) {
		throw new WorldError(
			`No funding history in ${fundingDirectory}, was ${files.length} CSV files and none with the columns ${FUNDING_COLUMNS.join(',')}.`,
		);
	}
	const series: Omit<RecordedCoin, 'candles'>[] = [];
	for (const [base, rows] of [...collected].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (rows.binance.length === 0 || rows.bybit.length === 0) continue;
		const hyperliquid = rows.hyperliquid.length === 0 ? undefined : fundingOf(rows.hyperliquid);
		const funding = { binance: fundingOf(rows.binance), bybit: fundingOf(rows.bybit), hyperliquid };
		series.push({ base, funding });
	}
	const shared = withoutShortOnes(series);
	const firsts = shared.flatMap((coin) => SHARING.map((venue) => firstInstant(coin, venue)));
	const lasts = shared.flatMap((coin) => SHARING.map((venue) => lastInstant(coin, venue)));
	const from = Math.max(...firsts);
	const to = Math.min(...lasts);
	if (shared.length === 0 || to - from < DAYS_MIN * DAY_MS) {
		const days = shared.length === 0 ? 0 : Math.max(0, Math.floor((to - from) / DAY_MS));
		throw new WorldError(
			`Too little funding history in ${fundingDirectory}, was ${shared.length} USDT coins that binance and bybit share over ${days} days, limit at least 1 coin over ${DAYS_MIN} days.`,
		);
	}
	const candles = loadCandles(join(directory, 'prices'), new Set(shared.map((coin) => coin.base)));
	return {
		coins: shared.map((coin) => ({
			...coin,
			funding: { ...coin.funding, hyperliquid: withoutShort(coin.funding.hyperliquid, (to - from) / 2) },
			candles: {
				binance: candles.get(`binance/${coin.base}`),
				bybit: candles.get(`bybit/${coin.base}`),
			},
		})),
		from,
		to,
		earliest: Math.min(...firsts),
		latest: Math.max(...lasts),
		settlements: shared.reduce(
			(total, { funding }) => total + funding.binance.instants.length + funding.bybit.instants.length,
			0,
		),
	};
}

type FundingRow = {
	readonly at: number;
	readonly units: number;
	readonly hours: number;
	readonly mark: number;
};

function collectFunding(path: string, into: Map<string, Record<RecordedVenue, FundingRow[]>>): boolean {
	return visitCsv(path, FUNDING_COLUMNS, (columnOf) => {
		const time = columnOf('ts_ms');
		const venueColumn = columnOf('venue');
		const symbol = columnOf('symbol');
		const base = columnOf('base');
		const quote = columnOf('quote');
		const rate = columnOf('rate');
		const hours = columnOf('interval_h');
		const mark = columnOf('mark');
		return (row) => {
			const venue = RECORDED.find((each) => row.is(venueColumn, VENUE_BYTES[each]));
			if (venue === undefined || !row.is(quote, CONTRACTS[venue].quote)) return;
			const baseText = row.text(base);
			// Dated futures and other namesakes carry longer symbols.
			if (row.text(symbol) !== `${baseText}${CONTRACTS[venue].ending}`) return;
			const at = Math.round(row.number(time) / SECOND_MS) * SECOND_MS;
			const units = Math.round(row.number(rate) * RATE_UNITS_PER_ONE);
			if (!Number.isFinite(at) || !Number.isFinite(units)) return;
			let rows = into.get(baseText);
			if (rows === undefined) {
				rows = { binance: [], bybit: [], hyperliquid: [] };
				into.set(baseText, rows);
			}
			rows[venue].push({
				at,
				units,
				hours: row.number(hours),
				mark: mark < 0 ? Number.NaN : row.number(mark),
			});
		};
	});
}

function fundingOf(rows: readonly FundingRow[]): RecordedFunding {
	const rising = [...rows].sort((a, b) => a.at - b.at);
	// Two files may tell of one settlement: the first told is kept.
	const once = rising.filter((row, place) => place === 0 || row.at !== rising[place - 1]?.at);
	return {
		instants: Float64Array.from(once, (row) => row.at),
		units: Float64Array.from(once, (row) => row.units),
		intervals: Float64Array.from(intervalHours(once), (hours) => hours * HOUR_MS),
		marks: Float64Array.from(once, (row) => (row.mark > 0 ? row.mark : Number.NaN)),
	};
}

/**
 * The period lengths in hours. The column tells the gap to the row before, so two things are put right: after a
 * change the exchange's interval may be untold (the following row tells it), and a single missing print shows as a
 * longer interval between two equal ones, which is no interval change.
 */
export function intervalHours(
	rows: readonly { readonly at: number; readonly hours: number }[],
): readonly number[] {
	const told = rows.map((row) => (row.hours > 0 ? row.hours : Number.NaN));
	const filled = told.map(
		(hours, place) => [hours, told[place + 1], told[place - 1]].find((each) => Number(each) > 0) ?? 8,
	);
	return filled.map((hours, place) => {
		const before = filled[place - 1];
		const gap = (rows[place]?.at ?? 0) - (rows[place - 1]?.at ?? 0);
		const isMissingPrint =
			before !== undefined &&
			before === filled[place + 1] &&
			hours > before &&
			hours % before === 0 &&
			gap === hours * HOUR_MS;
		return isMissingPrint ? before : hours;
	});
}

/** Coins recorded for less than half as long as the longest would shorten the common stretch for all. */
function withoutShortOnes<T extends Omit<RecordedCoin, 'candles'>>(coins: readonly T[]): readonly T[] {
	const span = (coin: T): number =>
		Math.min(...SHARING.map((venue) => lastInstant(coin, venue))) -
		Math.max(...SHARING.map((venue) => firstInstant(coin, venue)));
	const longest = Math.max(0, ...coins.map(span));
	return coins.filter((coin) => span(coin) > 0 && span(coin) >= longest / 2);
}

/** Undefined for a series that is shorter than `spanMs`: it would repeat too little. */
function withoutShort(series: RecordedFunding | undefined, spanMs: number): RecordedFunding | undefined {
	const [first = 0, last = 0] = [series?.instants[0], series?.instants.at(-1)];
	return last - first >= spanMs ? series : undefined;
}

function firstInstant(coin: Omit<RecordedCoin, 'candles'>, venue: SharingVenue): number {
	return coin.funding[venue].instants[0] ?? 0;
}

function lastInstant(coin: Omit<RecordedCoin, 'candles'>, venue: SharingVenue): number {
	return coin.funding[venue].instants.at(-1) ?? 0;
}

/** Candles per `venue/base`. */
function loadCandles(directory: string, bases: ReadonlySet<string>): ReadonlyMap<string, RecordedCandles> {
	const rows = new Map<string, number[]>();
	for (const path of csvFilesIn(directory)) {
		visitCsv(path, CANDLE_COLUMNS, (columnOf) => {
			const time = columnOf('ts_ms');
			const venueColumn = columnOf('venue');
			const base = columnOf('base');
			const prices = ['o', 'h', 'l', 'c'].map(columnOf);
			return (row) => {
				const venue = SHARING.find((each) => row.is(venueColumn, VENUE_BYTES[each]));
				if (venue === undefined) return;
				const baseText = row.text(base);
				if (!bases.has(baseText)) return;
				const cells = [row.number(time)];
				for (const column of prices) cells.push(row.number(column));
				if (!cells.every((cell) => cell > 0)) return;
				const key = `${venue}/${baseText}`;
				const list = rows.get(key);
				if (list === undefined) rows.set(key, cells);
				else list.push(...cells);
			};
		});
	}
	return new Map([...rows].map(([key, cells]) => [key, candlesOf(cells)]));
}

const CANDLE_CELLS = 5;

/** @param cells time, open, high, low, close of one candle after another, in any order of candles */
function candlesOf(cells: readonly number[]): RecordedCandles {
	const cell = (candle: number, part: number): number => cells[candle * CANDLE_CELLS + part] ?? Number.NaN;
	const order = Array.from({ length: cells.length / CANDLE_CELLS }, (_, candle) => candle)
		.sort((a, b) => cell(a, 0) - cell(b, 0))
		.filter((candle, place, all) => place === 0 || cell(candle, 0) !== cell(all[place - 1] ?? candle, 0));
	const column = (part: number): Float64Array => Float64Array.from(order, (candle) => cell(candle, part));
	return { openTimes: column(0), open: column(1), high: column(2), low: column(3), close: column(4) };
}

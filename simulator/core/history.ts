/**
 * Loads recorded settled funding and prices of the coins that the recorded exchanges have in common, into compact
 * arrays. Times are history time, which is the time of the recording.
 */
import { join } from 'node:path';
import type { ExchangeModule, RecordedSeries } from './exchange-module.ts';
import { RATE_UNITS_PER_ONE } from './generated-decimal.ts';
import { csvFilesIn, visitCsv } from './history-csv.ts';
import { WorldError } from './world-error.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One exchange's recorded series. */
type Recorder = RecordedSeries & {
	readonly name: string;
	readonly nameBytes: Uint8Array;
	readonly quoteBytes: Uint8Array;
};

/** Settled funding of one coin on one exchange, in ascending order of time. */
export type RecordedFunding = {
	/** History milliseconds, rounded to the second because recorded timestamps have a jitter of a few milliseconds. */
	readonly instants: Float64Array;
	/** Rates per interval in units of 1e-8. Hyperliquid's rates have more decimals and are rounded. */
	readonly units: Float64Array;
	/** Length of the interval that ends with each settlement, milliseconds. */
	readonly intervals: Float64Array;
	/** Mark price at the settlement; NaN if not recorded. */
	readonly marks: Float64Array;
};

/** Hourly candles of one coin on one exchange, in ascending order of time. */
export type RecordedCandles = {
	readonly openTimes: Float64Array;
	readonly open: Float64Array;
	readonly high: Float64Array;
	readonly low: Float64Array;
	readonly close: Float64Array;
};

export type RecordedCoin = {
	readonly base: string;
	/**
	 * Funding keyed by exchange. It covers the exchanges that share the coins (`isShared`), and other exchanges with
	 * enough records.
	 */
	readonly funding: ReadonlyMap<string, RecordedFunding>;
	/** Candles keyed by exchange, only for the exchanges that share the coins. */
	readonly candles: ReadonlyMap<string, RecordedCandles>;
};

export type RecordedHistory = {
	readonly coins: readonly RecordedCoin[];
	/** Names of the exchanges that share the coins. */
	readonly sharing: readonly string[];
	/**
	 * Start of the time range in which every coin has settlements on all exchanges that share the coins, history
	 * milliseconds.
	 */
	readonly from: number;
	/** End of the time range that begins at `from`, history milliseconds. */
	readonly to: number;
	/** First settlement of any coin, history milliseconds. */
	readonly earliest: number;
	/** Last settlement of any coin, history milliseconds. */
	readonly latest: number;
	/** Number of settled rates on the exchanges that share the coins. */
	readonly settlements: number;
};

/** Minimum history before the first start, days. */
export const DAYS_BEHIND_MIN = 36;
/** Length of the shortest history worth playing, days. */
const DAYS_MIN = DAYS_BEHIND_MIN + 1;

const FUNDING_COLUMNS = ['ts_ms', 'venue', 'symbol', 'base', 'quote', 'rate', 'interval_h'];
const CANDLE_COLUMNS = ['ts_ms', 'venue', 'base', 'o', 'h', 'l', 'c'];

/**
 * Reads `<directory>/funding` and, for the coins found there, `<directory>/prices`.
 * @throws WorldError if there is no series to play, or less than 37 days
 */
export function loadHistory(directory: string, exchanges: readonly ExchangeModule[]): RecordedHistory {
	const recorders = recordersOf(exchanges);
	const sharing = recorders.filter(({ isShared }) => isShared).map(({ name }) => name);
	const fundingDirectory = join(directory, 'funding');
	const files = csvFilesIn(fundingDirectory);
	const collected: Collected = new Map();
	const read = files.filter((path) => collectFunding(path, recorders, collected));
	if (read.length === 0) {
		throw new WorldError(
			`No funding history in ${fundingDirectory}, was ${files.length} CSV files and none with the columns ${FUNDING_COLUMNS.join(',')}.`,
		);
	}
	const series: CoinFunding[] = [];
	for (const [base, rows] of [...collected].sort(([a], [b]) => (a < b ? -1 : 1))) {
		if (!sharing.every((venue) => rows.has(venue))) continue;
		series.push({ base, funding: new Map([...rows].map(([venue, told]) => [venue, fundingOf(told)])) });
	}
	const shared = withoutShortOnes(series, sharing);
	const each = shared.flatMap((coin) => sharing.map((venue) => instantsOf(coin, venue)));
	const from = Math.max(...each.map(({ first }) => first));
	const to = Math.min(...each.map(({ last }) => last));
	if (shared.length === 0 || to - from < DAYS_MIN * DAY_MS) {
		const days = shared.length === 0 ? 0 : Math.max(0, Math.floor((to - from) / DAY_MS));
		throw new WorldError(
			`Too little funding history in ${fundingDirectory}, was ${shared.length} USDT coins that ${sharing.join(' and ')} share over ${days} days, limit at least 1 coin over ${DAYS_MIN} days.`,
		);
	}
	const bases = new Set(shared.map((coin) => coin.base));
	const candles = loadCandles(join(directory, 'prices'), recorders, bases);
	return {
		coins: shared.map(({ base, funding }) => ({
			base,
			funding: new Map(
				[...funding].filter(([venue, told]) => sharing.includes(venue) || isLong(told, (to - from) / 2)),
			),
			candles: candles.get(base) ?? new Map(),
		})),
		sharing,
		from,
		to,
		earliest: Math.min(...each.map(({ first }) => first)),
		latest: Math.max(...each.map(({ last }) => last)),
		settlements: each.reduce((total, { count }) => total + count, 0),
	};
}

function recordersOf(exchanges: readonly ExchangeModule[]): readonly Recorder[] {
	return exchanges.flatMap(({ name, history: { recorded } }) =>
		recorded === undefined
			? []
			: [{ ...recorded, name, nameBytes: Buffer.from(name), quoteBytes: Buffer.from(recorded.quote) }],
	);
}

type FundingRow = {
	readonly at: number;
	readonly units: number;
	readonly hours: number;
	readonly mark: number;
};

/** Funding rows keyed by base, then by exchange. */
type Collected = Map<string, Map<string, FundingRow[]>>;

type CoinFunding = Pick<RecordedCoin, 'base' | 'funding'>;

function collectFunding(path: string, recorders: readonly Recorder[], into: Collected): boolean {
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
			const recorder = recorders.find(({ nameBytes }) => row.is(venueColumn, nameBytes));
			if (recorder === undefined || !row.is(quote, recorder.quoteBytes)) return;
			const baseText = row.text(base);
			// This skips dated futures and other contracts on the coin, which have longer symbols.
			if (row.text(symbol) !== `${baseText}${recorder.ending}`) return;
			const at = Math.round(row.number(time) / SECOND_MS) * SECOND_MS;
			const units = Math.round(row.number(rate) * RATE_UNITS_PER_ONE);
			if (!Number.isFinite(at) || !Number.isFinite(units)) return;
			const ofCoin = into.get(baseText) ?? new Map<string, FundingRow[]>();
			into.set(baseText, ofCoin);
			const rows = ofCoin.get(recorder.name) ?? [];
			ofCoin.set(recorder.name, rows);
			rows.push({
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
	// If two files have the same settlement, the first one is kept.
	const once = rising.filter((row, place) => place === 0 || row.at !== rising[place - 1]?.at);
	return {
		instants: Float64Array.from(once, (row) => row.at),
		units: Float64Array.from(once, (row) => row.units),
		intervals: Float64Array.from(intervalHours(once), (hours) => hours * HOUR_MS),
		marks: Float64Array.from(once, (row) => (row.mark > 0 ? row.mark : Number.NaN)),
	};
}

/**
 * Returns the interval lengths in hours. The recorded length is the gap to the previous row, so the first row after a
 * change already has the new length. A row without a length gets that of the next row, or else of the previous row,
 * or else 8. A gap that is a multiple of two equal intervals around it is a missing row, not a change.
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

/**
 * Removes coins recorded for less than half as long as the coin with the longest record, because they would shorten
 * the common time range for all.
 */
function withoutShortOnes(coins: readonly CoinFunding[], sharing: readonly string[]): readonly CoinFunding[] {
	const span = (coin: CoinFunding): number => {
		const each = sharing.map((venue) => instantsOf(coin, venue));
		return Math.min(...each.map(({ last }) => last)) - Math.max(...each.map(({ first }) => first));
	};
	const longest = Math.max(0, ...coins.map(span));
	return coins.filter((coin) => span(coin) > 0 && span(coin) >= longest / 2);
}

/** True if the series spans at least `spanMs`; a shorter one would repeat too often. */
function isLong({ instants }: RecordedFunding, spanMs: number): boolean {
	return (instants.at(-1) ?? 0) - (instants[0] ?? 0) >= spanMs;
}

function instantsOf(
	{ funding }: CoinFunding,
	venue: string,
): { readonly first: number; readonly last: number; readonly count: number } {
	const instants = funding.get(venue)?.instants;
	return { first: instants?.[0] ?? 0, last: instants?.at(-1) ?? 0, count: instants?.length ?? 0 };
}

/** Loads the candles of the exchanges that share the coins, keyed by base, then by exchange. */
function loadCandles(
	directory: string,
	recorders: readonly Recorder[],
	bases: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlyMap<string, RecordedCandles>> {
	const sharing = recorders.filter(({ isShared }) => isShared);
	const rows = new Map<string, Map<string, number[]>>();
	for (const path of csvFilesIn(directory)) {
		visitCsv(path, CANDLE_COLUMNS, (columnOf) => {
			const time = columnOf('ts_ms');
			const venueColumn = columnOf('venue');
			const base = columnOf('base');
			const prices = ['o', 'h', 'l', 'c'].map(columnOf);
			return (row) => {
				const venue = sharing.find(({ nameBytes }) => row.is(venueColumn, nameBytes))?.name;
				if (venue === undefined) return;
				const baseText = row.text(base);
				if (!bases.has(baseText)) return;
				const cells = [row.number(time)];
				for (const column of prices) cells.push(row.number(column));
				if (!cells.every((cell) => cell > 0)) return;
				const ofCoin = rows.get(baseText) ?? new Map<string, number[]>();
				rows.set(baseText, ofCoin);
				const list = ofCoin.get(venue);
				if (list === undefined) ofCoin.set(venue, cells);
				else list.push(...cells);
			};
		});
	}
	return new Map(
		[...rows].map(([base, byVenue]) => [
			base,
			new Map([...byVenue].map(([venue, cells]) => [venue, candlesOf(cells)])),
		]),
	);
}

const CANDLE_CELLS = 5;

/** @param cells time, open, high, low and close of each candle; candles may be in any order */
function candlesOf(cells: readonly number[]): RecordedCandles {
	const cell = (candle: number, part: number): number => cells[candle * CANDLE_CELLS + part] ?? Number.NaN;
	const order = Array.from({ length: cells.length / CANDLE_CELLS }, (_, candle) => candle)
		.sort((a, b) => cell(a, 0) - cell(b, 0))
		.filter((candle, place, all) => place === 0 || cell(candle, 0) !== cell(all[place - 1] ?? candle, 0));
	const column = (part: number): Float64Array => Float64Array.from(order, (candle) => cell(candle, part));
	return { openTimes: column(0), open: column(1), high: column(2), low: column(3), close: column(4) };
}

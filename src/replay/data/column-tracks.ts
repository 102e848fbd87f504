/**
 * Collects rows of settled rates and hourly prices into tracks. Refuses rows that contradict each other, and says
 * which; it repairs nothing.
 */

import { type Decimal, formatDecimal, fromNumber, tryParseDecimal } from '../../domain/decimal.ts';
import { DAY_MS, HOUR_MS } from '../../domain/funding.ts';
import { walletAssetOf } from '../../venues/facts.ts';
import { ExactColumn, NumberColumn } from './columns.ts';
import { DataError, type Track } from './dataset.ts';

/** A row's cells by the names of their columns, and its place for messages. */
export type Row = {
	readonly cell: (column: string) => string | undefined;
	/** Such as `settled.csv, line 12`. */
	readonly place: () => string;
};

/** Collects rows. */
export type TrackCollector = {
	/** @throws DataError */
	readonly settled: (row: Row) => void;
	/** @throws DataError */
	readonly price: (row: Row) => void;
	/** Returns the tracks, sorted by venue and symbol. @throws DataError for prices of a contract without rates */
	readonly tracks: () => readonly Track[];
};

/** Columns that a file of settled rates must have, and those that it may have. */
export const SETTLED_COLUMNS = {
	needed: ['ts_ms', 'venue', 'base', 'rate'],
	wanted: ['symbol', 'quote', 'interval_h', 'mark'],
} as const;

/** Columns that a file of candles must have. Open prices are the marks of their hour's start. */
export const CANDLE_COLUMNS = ['ts_ms', 'venue', 'base', 'o', 'c', 'v'] as const;

/** Columns that a file of hourly marks must have, as `record export` writes it. */
export const MARK_COLUMNS = ['ts_ms', 'venue', 'symbol', 'mark', 'volume_usd'] as const;

/** Times outside these are not in milliseconds. 2100 is no limit to anybody's data. */
const STAMP_MS = { min: Date.UTC(2009, 0), max: Date.UTC(2100, 0) };
const SECOND_MS = 1_000;
/** Largest rate of one settlement that a column holds, as a fraction. */
const RATE_MAX = 9;

type Growing = {
	readonly venue: string;
	readonly symbol: string;
	/** Empty until a row of settled rates says them. Rows of prices do not have them. */
	coin: string;
	quote: string;
	readonly settledAt: NumberColumn;
	readonly rates: ExactColumn;
	readonly intervalsMs: NumberColumn;
	readonly priceAt: NumberColumn;
	readonly marks: NumberColumn;
	readonly volumesUsd: NumberColumn;
	/** Volume of the candle before, USD; it is known once the candle's hour is over. */
	heldVolume: { readonly until: number; readonly usd: number } | undefined;
};

/** Starts to collect. */
export function collectTracks(): TrackCollector {
	const growing = new Map<string, Growing>();
	/** Prices whose file names coins, by venue and coin. They wait until the contracts are known. */
	const byCoin = new Map<string, Growing>();
	return {
		settled: (row) => addSettled(growing, row),
		price: (row) => addPrice(growing, byCoin, row),
		tracks() {
			for (const prices of byCoin.values()) adoptPrices(growing, prices);
			return [...growing.values()]
				.map(trackOf)
				.sort((a, b) => (keyOf(a.venue, a.symbol) < keyOf(b.venue, b.symbol) ? -1 : 1));
		},
	};
}

function addSettled(growing: Map<string, Growing>, row: Row): void {
	const at = Math.round(stampOf(row) / SECOND_MS) * SECOND_MS;
	const venue = nameOf(row, 'venue');
	const coin = nameOf(row, 'base');
	const symbol = row.cell('symbol') || coin;
	const track = growingOf(growing, { venue, symbol, coin, quote: row.cell('quote') || walletAssetOf(venue) });
	const rate = rateOf(row);
	const before = track.settledAt.last();
	if (at === before) {
		if (track.rates.last() === rate) return;
		throw new DataError(
			'DATA_CONFLICT',
			`${row.place()}: ${venue} ${symbol} has two rates for the settlement at ${instant(at)}: ${formatDecimal(track.rates.last())} and ${formatDecimal(rate)}. Remove the wrong row.`,
		);
	}
	if (at < before) throw backwards(row, { venue, symbol, at, before });
	track.settledAt.push(at);
	track.rates.push(rate);
	track.intervalsMs.push(intervalOf(row));
}

function addPrice(growing: Map<string, Growing>, byCoin: Map<string, Growing>, row: Row): void {
	const at = stampOf(row);
	const venue = nameOf(row, 'venue');
	const symbol = row.cell('symbol');
	const coin = symbol === undefined ? nameOf(row, 'base') : '';
	const track =
		symbol === undefined
			? growingOf(byCoin, { venue, symbol: coin, coin, quote: '' })
			: growingOf(growing, { venue, symbol, coin, quote: '' });
	const isCandle = row.cell('o') !== undefined;
	const mark = positiveOf(row, isCandle ? 'o' : 'mark');
	const before = track.priceAt.last();
	if (at < before) throw backwards(row, { venue, symbol: track.symbol, at, before });
	if (at === before) {
		if (track.marks.last() === mark) return;
		throw new DataError(
			'DATA_CONFLICT',
			`${row.place()}: ${venue} ${track.symbol} has two prices at ${instant(at)}: ${track.marks.last()} and ${mark}. Remove the wrong row.`,
		);
	}
	track.priceAt.push(at);
	track.marks.push(mark);
	if (!isCandle) {
		track.volumesUsd.push(Number(row.cell('volume_usd') || Number.NaN));
		return;
	}
	// A candle's volume is known when its hour is over, so it belongs to the next row.
	const { heldVolume } = track;
	track.volumesUsd.push(heldVolume?.until === at ? heldVolume.usd : Number.NaN);
	track.heldVolume = { until: at + HOUR_MS, usd: Number(row.cell('v')) * positiveOf(row, 'c') };
}

function growingOf(
	all: Map<string, Growing>,
	named: Pick<Growing, 'venue' | 'symbol' | 'coin' | 'quote'>,
): Growing {
	const key = keyOf(named.venue, named.symbol);
	const known = all.get(key);
	if (known !== undefined) {
		if (known.coin === '') Object.assign(known, { coin: named.coin, quote: named.quote });
		return known;
	}
	const fresh: Growing = {
		...named,
		settledAt: new NumberColumn(),
		rates: new ExactColumn(),
		intervalsMs: new NumberColumn(),
		priceAt: new NumberColumn(),
		marks: new NumberColumn(),
		volumesUsd: new NumberColumn(),
		heldVolume: undefined,
	};
	all.set(key, fresh);
	return fresh;
}

/** Moves prices of a coin to the contract that they belong to. @throws DataError if there is none, or more than one */
function adoptPrices(growing: Map<string, Growing>, prices: Growing): void {
	const { venue, coin } = prices;
	const contracts = [...growing.values()].filter((track) => track.venue === venue && track.coin === coin);
	const main =
		contracts.length > 1 ? contracts.filter(({ quote }) => quote === walletAssetOf(venue)) : contracts;
	const [contract] = main;
	// Prices of a coin without funding cannot be traded on, and change nothing.
	if (contract === undefined) return;
	if (main.length > 1)
		throw new DataError(
			'DATA_CONFLICT',
			`The prices of ${coin} at ${venue} have no symbol, and ${main.map(({ symbol }) => symbol).join(' and ')} are contracts on it. Add the column symbol to the file of prices.`,
		);
	growing.set(keyOf(venue, contract.symbol), {
		...contract,
		priceAt: prices.priceAt,
		marks: prices.marks,
		volumesUsd: prices.volumesUsd,
	});
}

function trackOf(growing: Growing): Track {
	const { venue, symbol, coin, quote, settledAt, rates, intervalsMs, priceAt, marks, volumesUsd } = growing;
	if (settledAt.length === 0)
		throw new DataError(
			'DATA_COLUMNS',
			`${venue} ${symbol} has prices but no settled rates. Add its rates, or remove its prices.`,
		);
	return {
		venue,
		symbol,
		coin,
		quote,
		settled: { at: settledAt.take(), rates: rates.take(), intervalsMs: intervalsMs.take() },
		prices:
			priceAt.length === 0
				? undefined
				: { at: priceAt.take(), marks: marks.take(), volumesUsd: volumesUsd.take() },
	};
}

function keyOf(venue: string, symbol: string): string {
	return `${venue} ${symbol}`;
}

function nameOf(row: Row, column: string): string {
	const text = row.cell(column);
	if (text !== undefined && /^[\w.:/-]{1,64}$/.test(text)) return text;
	throw wrong(row, column, text, 'must be a name of 1 to 64 letters, digits and . : / - _');
}

function stampOf(row: Row): number {
	const text = row.cell('ts_ms');
	const at = text === undefined || text === '' ? Number.NaN : Number(text);
	if (at >= STAMP_MS.min && at < STAMP_MS.max) return at;
	throw wrong(row, 'ts_ms', text, 'must be a time in milliseconds since 1970, between 2009 and 2100');
}

function rateOf(row: Row): Decimal {
	const text = row.cell('rate');
	const value = text === undefined || text === '' ? Number.NaN : Number(text);
	if (!(Math.abs(value) <= RATE_MAX))
		throw wrong(row, 'rate', text, `must be a fraction from -${RATE_MAX} to ${RATE_MAX}`);
	// A rate that was written as a double may have digits beyond the 18th place.
	return tryParseDecimal(text ?? '') ?? fromNumber(Number(value.toFixed(18)));
}

function intervalOf(row: Row): number {
	const text = row.cell('interval_h');
	if (text === undefined || text === '') return 0;
	const hours = Number(text);
	if (hours > 0 && hours * HOUR_MS <= DAY_MS * 7) return hours * HOUR_MS;
	throw wrong(row, 'interval_h', text, 'must be a number of hours above 0 and at most 168, or empty');
}

function positiveOf(row: Row, column: string): number {
	const text = row.cell(column);
	const value = Number(text);
	if (value > 0 && Number.isFinite(value)) return value;
	throw wrong(row, column, text, 'must be a price above 0');
}

function wrong(row: Row, column: string, text: string | undefined, rule: string): DataError {
	return new DataError(
		'DATA_VALUE',
		`${row.place()}: ${column} ${rule}; was ${JSON.stringify(text ?? '')}. Correct or remove the row.`,
	);
}

function backwards(
	row: Row,
	{ venue, symbol, at, before }: { venue: string; symbol: string; at: number; before: number },
): DataError {
	return new DataError(
		'DATA_BACKWARDS',
		`${row.place()}: times of ${venue} ${symbol} run backwards, from ${instant(before)} to ${instant(at)}. Sort the file by ts_ms.`,
	);
}

function instant(at: number): string {
	return new Date(at).toISOString().replace('.000Z', 'Z');
}

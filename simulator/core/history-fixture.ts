/** Writes a small artificial history directory for tests, with the irregularities of real recordings. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A Monday at 00:00 UTC. */
export const FIXTURE_FROM = Date.UTC(2025, 0, 6);
export const FIXTURE_DAYS = 130;
/**
 * From one hour after this time, Bybit's INJ settles hourly for about two days. After a gap of 6 hours, it settles
 * every 8 hours.
 */
export const HOURLY_AFTER = FIXTURE_FROM + 80 * DAY_MS + 16 * HOUR_MS;
export const HOURLY_UNTIL = HOURLY_AFTER + 50 * HOUR_MS;
/** Binance's ORDI settles every 4 hours, but its settlement at this time is missing. */
export const MISSING_AT = FIXTURE_FROM + 90 * DAY_MS + 4 * HOUR_MS;
/** End of the hourly candles. */
export const CANDLES_UNTIL = FIXTURE_FROM + 30 * DAY_MS;

const FUNDING_HEADER = 'ts_ms,venue,symbol,base,quote,rate,interval_h,mark';

type FixtureVenue = 'binance' | 'bybit' | 'hyperliquid';

export type FixtureRow = {
	readonly at: number;
	readonly venue: FixtureVenue;
	readonly base: string;
	readonly rate: string;
	readonly hours: string;
	readonly mark: string;
};

/** Writes `funding/` and `prices/` under `directory` and returns the rows that should be played. */
export function writeHistoryFixture(directory: string): readonly FixtureRow[] {
	const rows = [
		...regular('binance', 'BTC', 8),
		...regular('bybit', 'BTC', 8),
		...regular('binance', 'ORDI', 4).filter((row) => row.at !== MISSING_AT),
		...regular('bybit', 'ORDI', 4),
		...regular('binance', 'INJ', 8),
		...changing(),
	].map((row) => (isAfterMissing(row) ? { ...row, hours: '8.0' } : row));
	const shared = rows.map((row, place) => lineOf(row, `${row.base}USDT`, 'USDT', place % 7));
	const hourly = regular('hyperliquid', 'BTC', 1);
	const unplayed = [
		// This series is too short to be played.
		...regular('hyperliquid', 'INJ', 1).flatMap((row) =>
			row.at < CANDLES_UNTIL ? [lineOf(row, 'INJ', 'USDC', 0)] : [],
		),
		...regular('bybit', 'AAPL', 8).map((row) => lineOf(row, 'AAPLUSDT', 'USDT', 0)),
		...regular('bybit', 'BTC', 8).map((row) => lineOf({ ...row, rate: '0.009' }, 'BTCPERP', 'USDC', 0)),
		...regular('binance', 'BTC', 8).map((row) =>
			lineOf({ ...row, rate: '0.009' }, 'BTCUSDT_250328', 'USDT', 0),
		),
	];
	mkdirSync(join(directory, 'funding'), { recursive: true });
	mkdirSync(join(directory, 'prices'), { recursive: true });
	const own = hourly.map((row, place) => lineOf(row, row.base, 'USDC', place % 7));
	const text = [FUNDING_HEADER, ...shared, ...own, ...unplayed].join('\n');
	writeFileSync(join(directory, 'funding', 'settled.csv.gz'), gzipSync(`${text}\n`));
	writeFileSync(join(directory, 'funding', 'other.csv'), 'ts_ms,venue,base,rate\n1,binance,BTC,0.5\n');
	writeFileSync(join(directory, 'prices', 'candles.csv'), candleText());
	return [...rows, ...hourly];
}

/** Returns a price that swings by ±20 % around its level, with a period of ten days. */
export function fixturePrice(base: string, at: number): number {
	const level = base === 'BTC' ? 90_000 : base === 'INJ' ? 12 : 6;
	return level * (1 + 0.2 * Math.sin(((at - FIXTURE_FROM) / (10 * DAY_MS)) * 2 * Math.PI));
}

function regular(venue: FixtureVenue, base: string, hours: number): FixtureRow[] {
	const rows: FixtureRow[] = [];
	const to = FIXTURE_FROM + FIXTURE_DAYS * DAY_MS;
	for (let at = FIXTURE_FROM; at <= to; at += hours * HOUR_MS) {
		rows.push(rowOf(venue, base, at, `${hours}.0`));
	}
	return rows;
}

function changing(): FixtureRow[] {
	const rows = regular('bybit', 'INJ', 8).filter((row) => row.at <= HOURLY_AFTER || row.at > HOURLY_UNTIL);
	for (let at = HOURLY_AFTER + HOUR_MS; at <= HOURLY_UNTIL; at += HOUR_MS) {
		rows.push(rowOf('bybit', 'INJ', at, '1.0'));
	}
	const back = Math.min(...rows.filter((row) => row.at > HOURLY_UNTIL).map((row) => row.at));
	return rows
		.map((row) => (row.at === back ? { ...row, hours: '' } : row))
		.map((row) => (row.at === HOURLY_AFTER ? { ...row, rate: '-0.01' } : row))
		.sort((a, b) => a.at - b.at);
}

function isAfterMissing(row: FixtureRow): boolean {
	return row.venue === 'binance' && row.base === 'ORDI' && row.at === MISSING_AT + 4 * HOUR_MS;
}

function rowOf(venue: FixtureVenue, base: string, at: number, hours: string): FixtureRow {
	// Any two settlements in one series have different rates, so that tests notice if the wrong one is used.
	const place = Math.round((at - FIXTURE_FROM) / HOUR_MS);
	const units = 1000 + place * 3 + (venue === 'bybit' ? 1 : 0) + base.length * 20_000;
	const mark = venue === 'binance' ? fixturePrice(base, at).toFixed(4) : '';
	return { venue, base, at, hours, mark, rate: (units / 1e8).toExponential() };
}

function lineOf(row: FixtureRow, symbol: string, quote: string, jitterMs: number): string {
	return [row.at + jitterMs, row.venue, symbol, row.base, quote, row.rate, row.hours, row.mark].join(',');
}

/** Builds the candle file, in which BTC on Bybit trades 0.1 % above its price on Binance. */
function candleText(): string {
	const lines = ['ts_ms,venue,base,o,h,l,c,v'];
	for (const [venue, factor] of [
		['binance', 1],
		['bybit', 1.001],
		['okx', 5],
	] as const) {
		for (let at = FIXTURE_FROM; at < CANDLES_UNTIL; at += HOUR_MS) {
			const open = fixturePrice('BTC', at) * factor;
			const close = fixturePrice('BTC', at + HOUR_MS) * factor;
			const high = Math.max(open, close) * 1.0004;
			const low = Math.min(open, close) * 0.9996;
			lines.push([at, venue, 'BTC', open, high, low, close, 10].join(','));
		}
	}
	return `${lines.join('\r\n')}\r\n`;
}

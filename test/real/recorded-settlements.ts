/**
 * Reads the recorded year of settled funding, by instrument. Each rate is returned twice: as an exact decimal for the
 * service, and as a number for checking the service.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Decimal, fromNumber } from '../../src/domain/decimal.ts';
import { TestDataError, testDataDir } from './documented-bodies.ts';

const FILE = 'funding/settled_2025-08_2026-08_binance_bybit_hyperliquid.csv.gz';
const SECOND_MS = 1_000;

/** A recorded settlement. */
export type RecordedSettlement = {
	/** Time of the settlement, unix ms. It is rounded to the second, because recorded times are inexact. */
	readonly at: number;
	readonly rate: number;
	/** `rate` as an exact decimal; a recorded rate has fewer than 15 digits. */
	readonly exactRate: Decimal;
	/** Recorded funding interval, hours; null if none was recorded. */
	readonly intervalHours: number | null;
	/** Mark price at the settlement; null except on Binance, which alone records it. */
	readonly mark: number | null;
};

/**
 * Returns a function from venue and symbol to the instrument's settlements, oldest first.
 * @throws TestDataError when CARRYWIRE_TEST_DATA names no directory, or an instrument has no recording
 */
export function readSettlements(
	coins: readonly string[],
): (venue: string, symbol: string) => readonly RecordedSettlement[] {
	const wanted = new Set(coins);
	const found = new Map<string, RecordedSettlement[]>();
	const lines = gunzipSync(readFileSync(join(testDataDir(), FILE)))
		.toString('utf8')
		.trimEnd()
		.split('\n');
	for (const line of lines.slice(1)) {
		const [stamp, venue, symbol, coin, , rate, interval, mark] = line.split(',');
		if (coin === undefined || !wanted.has(coin)) continue;
		const key = `${venue}:${symbol}`;
		const rows = found.get(key) ?? [];
		rows.push({
			at: Math.round(Number(stamp) / SECOND_MS) * SECOND_MS,
			rate: Number(rate),
			exactRate: fromNumber(Number(rate)),
			intervalHours: interval === '' ? null : Number(interval),
			mark: mark === '' ? null : Number(mark),
		});
		found.set(key, rows);
	}
	for (const rows of found.values()) rows.sort((a, b) => a.at - b.at);
	return (venue, symbol) => {
		const rows = found.get(`${venue}:${symbol}`);
		if (rows === undefined) throw new TestDataError(`No settlement of ${venue} ${symbol} is recorded.`);
		return rows;
	};
}

/** A settlement, and the funding interval that its venue published before it. */
export type ComingSettlement = RecordedSettlement & { readonly statedHours: number };

/**
 * Returns the first settlement after `now`. If it is the first one after a change of interval, no interval is
 * recorded for it. Its venue then already publishes the interval of the settlements that follow.
 */
export function comingSettlement(
	rows: readonly RecordedSettlement[],
	now: number,
): ComingSettlement | undefined {
	const index = rows.findIndex(({ at }) => at > now);
	const row = rows[index];
	if (row === undefined) return undefined;
	const statedHours = row.intervalHours ?? rows[index + 1]?.intervalHours;
	return statedHours === undefined || statedHours === null ? undefined : { ...row, statedHours };
}

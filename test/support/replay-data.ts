/** Writes settled rates of two exchanges, on which the 30-day rule trades at once. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, HOUR_MS } from '../../src/domain/funding.ts';

/** Time of the first settlement. */
export const REPLAY_DATA_FROM = Date.UTC(2026, 0, 1);

/** Writes `settled.csv` into a new folder. @param days at least 31, because the policies need the past month first */
export function writeReplayData(folder: string, days: number): string {
	mkdirSync(folder, { recursive: true });
	const times = Array.from(
		{ length: (days * DAY_MS) / (8 * HOUR_MS) },
		(_, at) => REPLAY_DATA_FROM + at * 8 * HOUR_MS,
	);
	const rows = times.flatMap((at) =>
		['BTC', 'ETH'].flatMap((coin) => [`${at},binance,${coin},0.0001`, `${at},bybit,${coin},0.0006`]),
	);
	writeFileSync(join(folder, 'settled.csv'), `${['ts_ms,venue,base,rate', ...rows].join('\n')}\n`);
	return folder;
}

/** In which mode a data directory is used: once and for all, so that simulated, paper, test and real money never share a journal. */
import type { DatabaseSync } from 'node:sqlite';
import type { TradingMode } from '../domain/trading-mode.ts';

export class DataModeError extends Error {
	override readonly name = 'DataModeError';
}

/** Takes the directory for the mode where it was used in none yet. @throws DataModeError where it was used in another */
export function holdDataMode(database: DatabaseSync, dataDir: string, mode: TradingMode): void {
	database.prepare('INSERT INTO data_mode (id, mode) VALUES (1, ?) ON CONFLICT DO NOTHING').run(mode);
	const held = String(database.prepare('SELECT mode FROM data_mode').get()?.mode);
	if (held === mode) return;
	throw new DataModeError(
		`The data directory ${dataDir} belongs to mode ${held} and cannot be used in mode ${mode}: what is simulated, on paper, test money and real is never kept together. Choose another --data-dir, or --mode ${held}.`,
	);
}

/** Undefined before it was used in any. */
export function heldDataMode(database: DatabaseSync): string | undefined {
	const row = database.prepare('SELECT mode FROM data_mode').get();
	return row === undefined ? undefined : String(row.mode);
}

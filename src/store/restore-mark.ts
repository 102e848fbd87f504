/**
 * That a data directory came out of a backup. What was sent after the backup is not in its journal, so nothing may be named
 * as it would be named without: every restore has a mark of its own, of which the ids of orders are made from then on.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Undefined where nothing was ever restored. */
export function readRestoreMark(database: DatabaseSync): string | undefined {
	const row = database.prepare('SELECT mark FROM restore_mark').get();
	return row === undefined ? undefined : String(row.mark);
}

export function putRestoreMark(database: DatabaseSync, mark: string, restoredAt: number): void {
	database
		.prepare('INSERT OR REPLACE INTO restore_mark (id, mark, restored_at) VALUES (1, ?, ?)')
		.run(mark, restoredAt);
}

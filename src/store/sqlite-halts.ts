/** Stores kill switches in SQLite, one row each. Each row is synced to disk before `put` and `remove` resolve. */
import type { DatabaseSync } from 'node:sqlite';
import type { Halt, HaltStore, HaltTarget } from '../ports/halts.ts';
import { inTransaction } from './database.ts';

type Row = Record<string, unknown>;

/** Creates the store for kill switches. */
export function createSqliteHaltStore(database: DatabaseSync): HaltStore {
	const upsert = database.prepare(
		`INSERT INTO halt (scope, key, reason, at, by, close_all) VALUES (?, ?, ?, ?, ?, ?)
		 ON CONFLICT (scope, key) DO UPDATE SET reason = excluded.reason, at = excluded.at, by = excluded.by, close_all = excluded.close_all`,
	);
	const remove = database.prepare('DELETE FROM halt WHERE scope = ? AND key = ?');
	return {
		load: async () => readHalts(database),
		async put({ target, reason, at, by, closeAll }) {
			inTransaction(database, () =>
				upsert.run(target.scope, keyOf(target), reason, at, by, closeAll ? 1 : 0),
			);
		},
		async remove(target) {
			return inTransaction(database, () => Number(remove.run(target.scope, keyOf(target)).changes) > 0);
		},
	};
}

/** Reads the active kill switches, earliest first. */
export function readHalts(database: DatabaseSync): readonly Halt[] {
	return (database.prepare('SELECT * FROM halt ORDER BY at, scope, key').all() as Row[]).map(haltOf);
}

/** Returns the target's key within its scope. */
function keyOf(target: HaltTarget): string {
	switch (target.scope) {
		case 'user':
			return target.userId;
		case 'exchange':
			return target.venue;
		case 'service':
			return '';
	}
}

function haltOf(row: Row): Halt {
	return {
		target: targetOf(String(row.scope), String(row.key)),
		reason: row.reason === null ? null : String(row.reason),
		at: Number(row.at),
		by: String(row.by),
		closeAll: row.close_all === 1,
	};
}

function targetOf(scope: string, key: string): HaltTarget {
	switch (scope) {
		case 'user':
			return { scope, userId: key };
		case 'exchange':
			return { scope, venue: key };
		default:
			// The table allows three scopes. Treat any other value as the widest one.
			return { scope: 'service' };
	}
}

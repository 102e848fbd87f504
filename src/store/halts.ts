/** Stores kill switches, one row each. Each row is durable before `put` and `remove` resolve. */
import type { Halt, HaltStore, HaltTarget } from '../ports/halts.ts';
import { type Row, rowsOf, type SqlDatabase, type Steps } from './sql-database.ts';

/** Creates the store for kill switches. */
export function createHaltStore(database: SqlDatabase): HaltStore {
	return {
		load: () => database.transaction(activeHalts),
		async put({ target, reason, at, by, closeAll }) {
			await database.changes(
				`INSERT INTO halt (scope, key, reason, at, by, close_all) VALUES (?, ?, ?, ?, ?, ?)
				 ON CONFLICT (scope, key) DO UPDATE SET reason = excluded.reason, at = excluded.at, by = excluded.by, close_all = excluded.close_all`,
				target.scope,
				keyOf(target),
				reason,
				at,
				by,
				closeAll ? 1 : 0,
			);
		},
		remove: async (target) =>
			(await database.changes('DELETE FROM halt WHERE scope = ? AND key = ?', target.scope, keyOf(target))) >
			0,
	};
}

/** Reads the active kill switches, earliest first. */
export function* activeHalts(): Steps<readonly Halt[]> {
	return (yield* rowsOf('SELECT * FROM halt ORDER BY at, scope, key')).map(haltOf);
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

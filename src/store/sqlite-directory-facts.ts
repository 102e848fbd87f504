import type { DatabaseSync } from 'node:sqlite';
import type { DirectoryFacts } from '../ports/directory-facts.ts';

/**
 * Stores the data directory's mode and restore mark, each in a table with one row. Writes are durable when they
 * resolve.
 */
export function createSqliteDirectoryFacts(database: DatabaseSync): DirectoryFacts {
	const textOf = (sql: string): string | undefined => {
		const value = database.prepare(sql).get()?.value;
		return value === undefined ? undefined : String(value);
	};
	const mode = () => textOf('SELECT mode AS value FROM data_mode');
	return {
		mode: async () => mode(),
		async takeMode(wanted) {
			database.prepare('INSERT INTO data_mode (id, mode) VALUES (1, ?) ON CONFLICT DO NOTHING').run(wanted);
			return mode() ?? wanted;
		},
		restoreMark: async () => textOf('SELECT mark AS value FROM restore_mark'),
		async putRestoreMark(mark, restoredAt) {
			database
				.prepare(
					`INSERT INTO restore_mark (id, mark, restored_at) VALUES (1, ?, ?)
					 ON CONFLICT (id) DO UPDATE SET mark = excluded.mark, restored_at = excluded.restored_at`,
				)
				.run(mark, restoredAt);
		},
	};
}

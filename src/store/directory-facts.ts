/** Stores the data directory's mode and restore mark, each in a table with one row. */
import type { DirectoryFacts } from '../ports/directory-facts.ts';
import type { SqlDatabase } from './sql-database.ts';

/** Creates the store for the data directory's facts. Writes are durable when they resolve. */
export function createDirectoryFacts(database: SqlDatabase): DirectoryFacts {
	const textOf = async (sql: string): Promise<string | undefined> => {
		const [row] = await database.rows(sql);
		return row === undefined ? undefined : String(row.value);
	};
	const mode = () => textOf('SELECT mode AS value FROM data_mode');
	return {
		mode,
		async takeMode(wanted) {
			await database.changes('INSERT INTO data_mode (id, mode) VALUES (1, ?) ON CONFLICT DO NOTHING', wanted);
			return (await mode()) ?? wanted;
		},
		restoreMark: () => textOf('SELECT mark AS value FROM restore_mark'),
		async putRestoreMark(mark, restoredAt) {
			await database.changes(
				`INSERT INTO restore_mark (id, mark, restored_at) VALUES (1, ?, ?)
				 ON CONFLICT (id) DO UPDATE SET mark = excluded.mark, restored_at = excluded.restored_at`,
				mark,
				restoredAt,
			);
		},
	};
}

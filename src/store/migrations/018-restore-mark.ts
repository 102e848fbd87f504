import type { Migration } from './migration.ts';

/** Adds the mark of a directory restored from a backup. */
export const restoreMark: Migration = {
	id: 18,
	name: 'restore-mark',
	compatibleFrom: 18,
	sql: `
	-- Of a directory that was made out of a backup (restore-mark.ts).
	CREATE TABLE restore_mark (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mark TEXT NOT NULL,
		restored_at INTEGER NOT NULL
	) STRICT;
	`,
};

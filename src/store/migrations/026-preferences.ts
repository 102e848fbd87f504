import type { Migration } from './migration.ts';

/** Adds users' preferences. */
export const preferences: Migration = {
	id: 26,
	name: 'preferences',
	compatibleFrom: 24,
	sql: `
	-- preferences: JSON object with the members that the user chose; a missing one has its default.
	CREATE TABLE user_preference (
		user_id TEXT PRIMARY KEY REFERENCES account_user (user_id),
		preferences TEXT NOT NULL,
		updated_at INTEGER NOT NULL
	) STRICT;
	`,
};

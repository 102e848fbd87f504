/** Stores users' preferences in SQLite, one row of JSON per user. */
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_PREFERENCES, type Preferences } from '../domain/preferences.ts';
import type { PreferenceStore, StoredPreferences } from '../ports/preference-store.ts';
import { inTransaction } from './database.ts';

/** Creates the store. A member that an older program did not store has its default. */
export function createSqlitePreferenceStore(database: DatabaseSync): PreferenceStore {
	const select = database.prepare('SELECT preferences, updated_at FROM user_preference WHERE user_id = ?');
	const upsert = database.prepare(
		`INSERT INTO user_preference (user_id, preferences, updated_at) VALUES (?, ?, ?)
		 ON CONFLICT (user_id) DO UPDATE SET preferences = excluded.preferences, updated_at = excluded.updated_at`,
	);
	function read(userId: string): StoredPreferences | undefined {
		const row = select.get(userId);
		if (row === undefined) return undefined;
		const chosen = JSON.parse(String(row.preferences)) as Partial<Preferences>;
		return { preferences: { ...DEFAULT_PREFERENCES, ...chosen }, updatedAt: Number(row.updated_at) };
	}
	return {
		read: async (userId) => read(userId),
		async change(userId, changed, at) {
			return inTransaction(database, () => {
				const preferences = { ...DEFAULT_PREFERENCES, ...read(userId)?.preferences, ...changed };
				upsert.run(userId, JSON.stringify(preferences), at);
				return { preferences, updatedAt: at };
			});
		},
	};
}

/** Stores users' preferences, one row of JSON per user. */
import { DEFAULT_PREFERENCES, type Preferences } from '../domain/preferences.ts';
import type { PreferenceStore, StoredPreferences } from '../ports/preference-store.ts';
import { changesOf, type Row, rowsOf, type SqlDatabase } from './sql-database.ts';

const OF_USER = 'SELECT preferences, updated_at FROM user_preference WHERE user_id = ?';

/** Creates the store. A member that an older program did not store has its default. */
export function createPreferenceStore(database: SqlDatabase): PreferenceStore {
	return {
		read: async (userId) => (await database.rows(OF_USER, userId)).map(preferencesOf)[0],
		change: (userId, changed, at) =>
			database.transaction(function* () {
				const [stored] = (yield* rowsOf(OF_USER, userId)).map(preferencesOf);
				const preferences = { ...DEFAULT_PREFERENCES, ...stored?.preferences, ...changed };
				yield* changesOf(
					`INSERT INTO user_preference (user_id, preferences, updated_at) VALUES (?, ?, ?)
					 ON CONFLICT (user_id) DO UPDATE SET preferences = excluded.preferences, updated_at = excluded.updated_at`,
					userId,
					JSON.stringify(preferences),
					at,
				);
				return { preferences, updatedAt: at };
			}),
	};
}

function preferencesOf(row: Row): StoredPreferences {
	const chosen = JSON.parse(String(row.preferences)) as Partial<Preferences>;
	return { preferences: { ...DEFAULT_PREFERENCES, ...chosen }, updatedAt: Number(row.updated_at) };
}

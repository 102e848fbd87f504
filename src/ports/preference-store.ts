/** Stores users' preferences. */
import type { Preferences } from '../domain/preferences.ts';

/** A user's stored preferences. */
export type StoredPreferences = {
	readonly preferences: Preferences;
	/** Time of the last change, milliseconds. */
	readonly updatedAt: number;
};

/** Reads and changes the preferences of one user at a time. */
export interface PreferenceStore {
	/** Returns the user's preferences; undefined if the user never stored any. */
	read(userId: string): Promise<StoredPreferences | undefined>;
	/** Replaces the named preferences and keeps the others. Rejects if the user does not exist. */
	change(userId: string, changed: Partial<Preferences>, at: number): Promise<StoredPreferences>;
}

/**
 * Keeps the visitor's preferences: how pages look and what they show. This browser stores them, so that they apply
 * before the service answers and without a login.
 */

/** Preferences that every page may read. */
export type Preferences = {
	/** Unit of funding rates in tables and maps. */
	readonly rateUnit: 'per_8h' | 'per_year';
	/** Row height of lists. */
	readonly density: 'compact' | 'comfortable';
	/** Coins that the visitor marked, as base symbols such as `BTC`. */
	readonly favourites: readonly string[];
	/** Keys of the optional columns that the visitor hid, for each table. */
	readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
	/** Ids of explanations that the visitor opened. Explanations are collapsed by default. */
	readonly openExplanations: readonly string[];
};

/** Values before the visitor chooses. */
export const DEFAULT_PREFERENCES: Preferences = {
	rateUnit: 'per_8h',
	density: 'compact',
	favourites: [],
	hiddenColumns: {},
	openExplanations: [],
};

const STORAGE_KEY = 'carrywire.preferences.1';

let current = $state.raw<Preferences>(readStored());

/** Returns the current preferences; components that read them are rendered again after a change. */
export function preferences(): Preferences {
	return current;
}

/** Sets one preference and stores it in this browser. */
export function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): void {
	current = { ...current, [name]: value };
	try {
		localStorage.setItem(STORAGE_KEY, JSON.stringify(current));
	} catch {
		// If the browser does not allow storage, the next visit starts with the defaults.
	}
}

function readStored(): Preferences {
	try {
		const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Preferences>;
		return { ...DEFAULT_PREFERENCES, ...stored };
	} catch {
		return DEFAULT_PREFERENCES;
	}
}

/** Defines a user's preferences: how pages look and what they show. They never change an order. */

import { LANGUAGES } from './languages.ts';

/** Colours of pages; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const;
/** How numbers are written and typed: 1,234.5; 1.234,5; or 1 234,5. */
export const NUMBER_FORMATS = ['point', 'comma', 'space'] as const;
/** Row height of lists. */
export const DENSITIES = ['compact', 'comfortable'] as const;
/** Unit of funding rates in tables and maps. */
export const RATE_UNITS = ['per_8h', 'per_year'] as const;

/** Language of the pages; `browser` follows the browser's languages. */
export const LANGUAGE_CHOICES = ['browser', ...LANGUAGES] as const;

/** A user's preferences. */
export type Preferences = {
	readonly theme: (typeof THEMES)[number];
	readonly language: (typeof LANGUAGE_CHOICES)[number];
	/** IANA name of a time zone, or `local` for the device's own. */
	readonly timeZone: string;
	readonly numberFormat: (typeof NUMBER_FORMATS)[number];
	readonly density: (typeof DENSITIES)[number];
	readonly rateUnit: (typeof RATE_UNITS)[number];
	/** Terms of a first visit: total USD for both legs, hours (null: best period), and leverage of each leg. */
	readonly terms: {
		readonly amount: number;
		readonly horizonHours: number | null;
		readonly leverage: number;
	};
	/** Marked coins, as base symbols such as `BTC`. */
	readonly favourites: readonly string[];
	/** Keys of hidden columns, for each table. */
	readonly hiddenColumns: Readonly<Record<string, readonly string[]>>;
	/** Ids of explanations that the user opened. */
	readonly openExplanations: readonly string[];
};

/** Preferences before the user chooses. */
export const DEFAULT_PREFERENCES: Preferences = {
	theme: 'system',
	language: 'browser',
	timeZone: 'local',
	numberFormat: 'point',
	density: 'compact',
	rateUnit: 'per_8h',
	terms: { amount: 1_000, horizonHours: null, leverage: 1 },
	favourites: [],
	hiddenColumns: {},
	openExplanations: [],
};

/** True for `local` and for a time zone that this program knows. */
export function isTimeZone(name: string): boolean {
	if (name === 'local') return true;
	try {
		new Intl.DateTimeFormat('en-GB', { timeZone: name });
		return true;
	} catch {
		return false;
	}
}

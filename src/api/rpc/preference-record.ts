/** Defines the record of a user's preferences on the wire. */
import * as z from 'zod';
import { fromNumber, toNumber } from '../../domain/decimal.ts';
import {
	DENSITIES,
	LANGUAGE_CHOICES,
	NUMBER_FORMATS,
	type Preferences,
	RATE_UNITS,
	THEMES,
} from '../../domain/preferences.ts';
import type { StoredPreferences } from '../../ports/preference-store.ts';
import { decimal, integer, text } from './params.ts';
import { instantOrNull } from './record-fields.ts';

/** Most coins that a user may mark. */
const FAVOURITES_MAX = 200;
/** Most tables with hidden columns, and most hidden columns of each. */
const TABLES_MAX = 20;
const COLUMNS_MAX = 40;
/** Most explanations that stay open. */
const EXPLANATIONS_MAX = 100;
const NAME_CHARS_MAX = 64;

const names = (countMax: number, description: string) =>
	z.array(text(NAME_CHARS_MAX, 'Name.')).max(countMax).describe(description);
const hiddenColumns = z
	.record(text(NAME_CHARS_MAX, 'Table.'), names(COLUMNS_MAX, 'Columns.'))
	.refine((tables) => Object.keys(tables).length <= TABLES_MAX, {
		error: `must name at most ${TABLES_MAX} tables`,
	})
	.describe('Hidden columns of each table, by table.');
const choices = {
	theme: z.enum(THEMES).describe('Colours of pages; system follows the device.'),
	language: z
		.enum(LANGUAGE_CHOICES)
		.describe('Language of the pages; browser follows the languages of the browser.'),
	time_zone: text(NAME_CHARS_MAX, 'IANA time zone, such as Europe/Madrid; local: that of the device.'),
	number_format: z
		.enum(NUMBER_FORMATS)
		.describe('How numbers are written. point: 1,234.5. comma: 1.234,5. space: 1 234,5.'),
	density: z.enum(DENSITIES).describe('Row height of lists.'),
	rate_unit: z.enum(RATE_UNITS).describe('Unit of funding rates in tables and maps.'),
	favourites: names(FAVOURITES_MAX, 'Marked coins.'),
	hidden_columns: hiddenColumns,
	open_explanations: names(EXPLANATIONS_MAX, 'Explanations that stay open.'),
};
const TERMS = 'Terms of a first visit.';

/** Params that change preferences. Members that are missing keep their value. */
export const preferenceParams = z
	.strictObject({
		...choices,
		terms: z
			.strictObject({
				amount: decimal({
					description: 'Total USD for both legs.',
					unit: 'USD',
					above: '0',
					atMost: '1000000000',
				}),
				horizon_hours: integer({
					description: 'Holding period; null: the best one.',
					atLeast: 1,
					atMost: 2_160,
				}).nullable(),
				leverage: decimal({ description: 'Leverage of each leg.', atLeast: '1', atMost: '200' }),
			})
			.describe(TERMS),
	})
	.partial();

/** A user's preferences, and the time of the last change. */
export const preferencesSchema = z.strictObject({
	...choices,
	terms: z
		.strictObject({
			amount: z.number().describe('Total USD for both legs.'),
			horizon_hours: z.int().nullable().describe('Holding period, hours; null: the best one.'),
			leverage: z.number().describe('Leverage of each leg.'),
		})
		.describe(TERMS),
	updated_at: instantOrNull('Time of the last change; null: nothing is stored, and these are the defaults.'),
});

/** Example of stored preferences. */
export const PREFERENCES_EXAMPLE = {
	theme: 'dark',
	language: 'browser',
	time_zone: 'Europe/Madrid',
	number_format: 'point',
	density: 'compact',
	rate_unit: 'per_8h',
	favourites: ['BTC', 'ETH'],
	hidden_columns: { opportunities: ['risk'] },
	open_explanations: [],
	terms: { amount: 1_000, horizon_hours: null, leverage: 1 },
	updated_at: '2026-11-24T09:30:00.000Z',
};

/** Converts preferences to their record on the wire. @param updatedAt milliseconds; null if nothing is stored */
export function preferencesRow({
	preferences,
	updatedAt,
}: {
	readonly preferences: Preferences;
	readonly updatedAt: StoredPreferences['updatedAt'] | null;
}) {
	const { terms } = preferences;
	return {
		theme: preferences.theme,
		language: preferences.language,
		time_zone: preferences.timeZone,
		number_format: preferences.numberFormat,
		density: preferences.density,
		rate_unit: preferences.rateUnit,
		favourites: [...preferences.favourites],
		hidden_columns: { ...preferences.hiddenColumns },
		open_explanations: [...preferences.openExplanations],
		terms: {
			amount: fromNumber(terms.amount),
			horizon_hours: terms.horizonHours,
			leverage: fromNumber(terms.leverage),
		},
		updated_at: updatedAt === null ? null : new Date(updatedAt).toISOString(),
	};
}

/** Converts params to the preferences that they change. */
export function changedPreferences(given: z.output<typeof preferenceParams>): Partial<Preferences> {
	const { terms } = given;
	const changed = {
		theme: given.theme,
		language: given.language,
		timeZone: given.time_zone,
		numberFormat: given.number_format,
		density: given.density,
		rateUnit: given.rate_unit,
		favourites: given.favourites,
		hiddenColumns: given.hidden_columns,
		openExplanations: given.open_explanations,
		terms: terms && {
			amount: toNumber(terms.amount),
			horizonHours: terms.horizon_hours,
			leverage: toNumber(terms.leverage),
		},
	};
	return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

import * as z from 'zod';
import { DEFAULT_PREFERENCES } from '../../domain/preferences.ts';
import { scopedMethod } from '../rpc/method.ts';
import { PREFERENCES_EXAMPLE, preferencesRow, preferencesSchema } from '../rpc/preference-record.ts';

/** Returns the caller's preferences for pages, or the defaults. */
export const getPreferences = scopedMethod({
	name: 'get_preferences',
	summary: 'Reads your preferences for pages: theme, time zone, formats, columns. Needs a logged-in browser.',
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: z.strictObject({}),
	result: preferencesSchema,
	example: { params: {}, result: { ...PREFERENCES_EXAMPLE, hidden_columns: {} } },
	errors: [],
	async handle(_params, { services, caller: { userId } }) {
		const stored = await services.access.preferences.read(userId);
		return preferencesRow(stored ?? { preferences: DEFAULT_PREFERENCES, updatedAt: null });
	},
});

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { isTimeZone } from '../../domain/preferences.ts';
import { scopedMethod } from '../rpc/method.ts';
import {
	changedPreferences,
	PREFERENCES_EXAMPLE,
	preferenceParams,
	preferencesRow,
	preferencesSchema,
} from '../rpc/preference-record.ts';
import { PARAM_TEXT, RIGHTS_TEXT } from '../rpc/text.ts';

const { updated_at: _, ...EXAMPLE_PARAMS } = PREFERENCES_EXAMPLE;

/** Changes the caller's preferences for pages. Its scope is that of reading, because preferences change no trade. */
export const setPreferences = scopedMethod({
	name: 'set_preferences',
	summary:
		'Changes your preferences for pages. Members that you leave out keep their value. Needs a logged-in browser.',
	scope: 'arb:read',
	isOfLogin: true,
	tradesMoney: false,
	params: preferenceParams,
	result: preferencesSchema,
	example: { params: EXAMPLE_PARAMS, result: PREFERENCES_EXAMPLE },
	errors: [],
	async handle(params, { services, caller: { userId } }) {
		const { time_zone: zone } = params;
		if (zone !== undefined && !isTimeZone(zone))
			throw new CarrywireError('INVALID_PARAMS', PARAM_TEXT.timeZone({ zone }), { field: 'time_zone' });
		const { users, preferences } = services.access;
		if ((await users.find(userId)) === undefined)
			throw new CarrywireError('UNAUTHORIZED', RIGHTS_TEXT.userGone());
		return preferencesRow(await preferences.change(userId, changedPreferences(params), services.clock.now()));
	},
});

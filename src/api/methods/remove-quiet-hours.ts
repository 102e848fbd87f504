import * as z from 'zod';
import {
	ALERT_SETTINGS_EXAMPLE,
	alertSettingsRow,
	alertSettingsSchema,
} from '../rpc/alert-settings-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Removes the caller's quiet hours. Alerts that waited for their end are sent. */
export const removeQuietHours = scopedMethod({
	name: 'remove_quiet_hours',
	summary: 'Removes your quiet hours. Alerts that waited for their end are sent now.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: alertSettingsSchema,
	example: { params: {}, result: { ...ALERT_SETTINGS_EXAMPLE, quiet_hours: null } },
	errors: [],
	async handle(_params, { services, caller }) {
		const { settings } = services.alerts;
		await settings.setQuietHours(caller.userId, null);
		return alertSettingsRow(settings.read(caller.userId));
	},
});

import * as z from 'zod';
import {
	ALERT_SETTINGS_EXAMPLE,
	alertSettingsRow,
	alertSettingsSchema,
} from '../rpc/alert-settings-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Returns the caller's quiet hours and heartbeat, without the heartbeat's URL. */
export const getAlertSettings = scopedMethod({
	name: 'get_alert_settings',
	summary: 'Returns your quiet hours, your heartbeat and the limits for alerts.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: alertSettingsSchema,
	example: { params: {}, result: ALERT_SETTINGS_EXAMPLE },
	errors: [],
	handle: async (_params, { services, caller }) =>
		alertSettingsRow(services.alerts.settings.read(caller.userId)),
});

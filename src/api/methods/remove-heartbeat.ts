import * as z from 'zod';
import {
	ALERT_SETTINGS_EXAMPLE,
	alertSettingsRow,
	alertSettingsSchema,
} from '../rpc/alert-settings-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Removes the caller's heartbeat and its sealed URL. */
export const removeHeartbeat = scopedMethod({
	name: 'remove_heartbeat',
	summary: 'Removes your heartbeat and its URL. A monitoring service then reports Carrywire as dead.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: alertSettingsSchema,
	example: { params: {}, result: { ...ALERT_SETTINGS_EXAMPLE, heartbeat: null } },
	errors: [],
	async handle(_params, { services, caller }) {
		const { settings } = services.alerts;
		await settings.removeHeartbeat(caller.userId);
		return alertSettingsRow(settings.read(caller.userId));
	},
});

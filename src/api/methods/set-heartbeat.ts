import * as z from 'zod';
import { HEARTBEAT_METHODS } from '../../ports/alert-settings.ts';
import {
	ALERT_SETTINGS_EXAMPLE,
	alertSettingsRow,
	alertSettingsSchema,
} from '../rpc/alert-settings-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { oneOf, secretText } from '../rpc/params.ts';

/** Sets or replaces the caller's only heartbeat. The first call follows within seconds. */
export const setHeartbeat = scopedMethod({
	name: 'set_heartbeat',
	summary:
		'Sets the URL that the service calls every minute while it is healthy, so that a monitoring service notices when it is dead.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		url: secretText(2_048, 'URL to call: https, on a public address.'),
		method: oneOf(HEARTBEAT_METHODS, 'GET', 'HTTP method of the calls.'),
	}),
	result: alertSettingsSchema,
	example: {
		params: { url: 'https://hc-ping.com/your-id', method: 'GET' },
		result: {
			...ALERT_SETTINGS_EXAMPLE,
			heartbeat: { ...ALERT_SETTINGS_EXAMPLE.heartbeat, last_ok_at: null },
		},
	},
	errors: ['TOO_MANY_HEARTBEATS'],
	async handle({ url, method }, { services, caller }) {
		const { settings } = services.alerts;
		await settings.setHeartbeat(caller.userId, url, method);
		return alertSettingsRow(settings.read(caller.userId));
	},
});

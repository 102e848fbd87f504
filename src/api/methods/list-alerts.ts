import * as z from 'zod';
import {
	ALERT_EXAMPLE,
	ALERT_TARGET_EXAMPLE,
	deliveredAlertRow,
	deliveredAlertSchema,
} from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr } from '../rpc/params.ts';

/** Lists the caller's latest alerts, up to 500, with their deliveries. */
export const listAlerts = scopedMethod({
	name: 'list_alerts',
	summary: 'Lists your latest alerts, newest first, with their delivery to each target.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		limit: integerOr(50, { description: 'Maximum number of alerts.', atLeast: 1, atMost: 500 }),
	}),
	result: z.array(deliveredAlertSchema),
	example: {
		params: { limit: 10 },
		result: [
			{
				...ALERT_EXAMPLE,
				deliveries: [
					{
						target_id: ALERT_TARGET_EXAMPLE.target_id,
						state: 'delivered',
						attempts: 1,
						ended_at: '2026-11-20T08:00:00.412Z',
						failure: null,
					},
				],
			},
		],
	},
	errors: [],
	handle: async ({ limit }, { services, caller }) =>
		(await services.alerts.recentAlerts(caller.userId, limit)).map(deliveredAlertRow),
});

import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Removes an alert target. Fails with UNKNOWN_ALERT_TARGET for an id that is not the caller's. */
export const removeAlertTarget = scopedMethod({
	name: 'remove_alert_target',
	summary: 'Removes an alert target and its secrets. Alerts still waiting for it are not sent.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ target_id: targetId }),
	result: z.strictObject({
		success: z.literal(true),
		target_id: z.string().describe('Id of the removed target.'),
	}),
	example: {
		params: { target_id: ALERT_TARGET_EXAMPLE.target_id },
		result: { success: true, target_id: ALERT_TARGET_EXAMPLE.target_id },
	},
	errors: ['UNKNOWN_ALERT_TARGET'],
	async handle({ target_id: id }, { services, caller }) {
		await services.alerts.remove(caller.userId, id);
		return { success: true, target_id: id };
	},
});

import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, targetId } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Method that removes a target of alerts. It fails with UNKNOWN_ALERT_TARGET for an id that is not the caller's. */
export const removeAlertTarget = scopedMethod({
	name: 'remove_alert_target',
	summary: 'Removes a target of alerts with its secrets; what still waits for it is not sent.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ target_id: targetId }),
	result: z.strictObject({
		success: z.literal(true),
		target_id: z.string().describe('The one that was removed.'),
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

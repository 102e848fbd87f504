import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Lists the caller's alert targets with each target's failures. */
export const listAlertTargets = scopedMethod({
	name: 'list_alert_targets',
	summary: 'Lists your alert targets and their delivery state, oldest first, without their secrets.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(alertTargetSchema),
	example: { params: {}, result: [ALERT_TARGET_EXAMPLE] },
	errors: [],
	handle: async (_params, { services, caller }) =>
		(await services.alerts.list(caller.userId)).map(alertTargetRow),
});

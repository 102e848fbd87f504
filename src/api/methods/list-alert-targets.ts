import * as z from 'zod';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Method that lists where the caller's alerts go, with the failures of each target. */
export const listAlertTargets = scopedMethod({
	name: 'list_alert_targets',
	summary: "Where the caller's alerts go, oldest first, and how that works; secrets are not shown.",
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(alertTargetSchema),
	example: { params: {}, result: [ALERT_TARGET_EXAMPLE] },
	errors: [],
	handle: async (_params, { services, caller }) =>
		(await services.alerts.list(caller.userId)).map(alertTargetRow),
});

import * as z from 'zod';
import { ALERT_RULE_EXAMPLE, alertRuleRow, alertRuleSchema } from '../rpc/alert-rule-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Lists the caller's threshold rules with their last figures. */
export const listAlertRules = scopedMethod({
	name: 'list_alert_rules',
	summary: 'Lists your threshold rules with their last figures, oldest first.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(alertRuleSchema),
	example: { params: {}, result: [ALERT_RULE_EXAMPLE] },
	errors: [],
	handle: async (_params, { services, caller }) =>
		services.alerts.rules.list(caller.userId).map(alertRuleRow),
});

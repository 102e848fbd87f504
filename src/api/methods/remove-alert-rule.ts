import * as z from 'zod';
import { ALERT_RULE_EXAMPLE, ruleId } from '../rpc/alert-rule-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Removes a threshold rule. Fails with UNKNOWN_ALERT_RULE for an id that is not the caller's. */
export const removeAlertRule = scopedMethod({
	name: 'remove_alert_rule',
	summary: 'Removes a threshold rule. Its past alerts stay in list_alerts.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ rule_id: ruleId }),
	result: z.strictObject({
		success: z.literal(true),
		rule_id: z.string().describe('Id of the removed rule.'),
	}),
	example: {
		params: { rule_id: ALERT_RULE_EXAMPLE.rule_id },
		result: { success: true, rule_id: ALERT_RULE_EXAMPLE.rule_id },
	},
	errors: ['UNKNOWN_ALERT_RULE'],
	async handle({ rule_id: id }, { services, caller }) {
		await services.alerts.rules.remove(caller.userId, id);
		return { success: true, rule_id: id };
	},
});

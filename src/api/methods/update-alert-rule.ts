import * as z from 'zod';
import { ALERT_RULE_DIRECTIONS } from '../../ports/alert-rules.ts';
import { ALERT_RULE_EXAMPLE, alertRuleRow, alertRuleSchema, ruleId } from '../rpc/alert-rule-record.ts';
import { definedOnly } from '../rpc/defined-only.ts';
import { scopedMethod } from '../rpc/method.ts';
import { decimal, integer, text } from '../rpc/params.ts';

const MINUTE_MS = 60_000;
const LIMIT_MAX = '1000000000';

/** Changes a threshold rule. Fails with UNKNOWN_ALERT_RULE for an id that is not the caller's. */
export const updateAlertRule = scopedMethod({
	name: 'update_alert_rule',
	summary:
		'Changes the given members of a threshold rule. Kind and subject stay; add another rule for those.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		rule_id: ruleId,
		name: text(64, 'New name.').optional(),
		direction: z.enum(ALERT_RULE_DIRECTIONS).optional().describe('New side of the limit.'),
		limit: decimal({
			description: 'New limit, in the unit of the rule.',
			atLeast: `-${LIMIT_MAX}`,
			atMost: LIMIT_MAX,
		}).optional(),
		hysteresis: decimal({ description: 'New hysteresis.', atLeast: '0', atMost: LIMIT_MAX }).optional(),
		cooldown_minutes: integer({
			description: 'New cooldown, minutes.',
			atLeast: 0,
			atMost: 10_080,
		}).optional(),
		enabled: z.boolean().optional().describe('False: the rule does not alert.'),
	}),
	result: alertRuleSchema,
	example: {
		params: { rule_id: ALERT_RULE_EXAMPLE.rule_id, limit: 25, enabled: false },
		result: { ...ALERT_RULE_EXAMPLE, limit: 25, enabled: false },
	},
	errors: ['UNKNOWN_ALERT_RULE'],
	async handle({ rule_id: id, cooldown_minutes: minutes, enabled, ...given }, { services, caller }) {
		const edit = definedOnly({
			...given,
			cooldownMs: minutes === undefined ? undefined : minutes * MINUTE_MS,
			isEnabled: enabled,
		});
		return alertRuleRow(await services.alerts.rules.edit(caller.userId, id, edit));
	},
});

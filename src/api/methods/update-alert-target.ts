import * as z from 'zod';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../ports/alerts.ts';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema, targetId } from '../rpc/alert-record.ts';
import { definedOnly } from '../rpc/defined-only.ts';
import { scopedMethod } from '../rpc/method.ts';
import { text } from '../rpc/params.ts';

/** Changes a target's name, filters and pause. Fails with UNKNOWN_ALERT_TARGET for an id that is not the caller's. */
export const updateAlertTarget = scopedMethod({
	name: 'update_alert_target',
	summary: 'Changes the given members of an alert target, or pauses and resumes it. Its address stays.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		target_id: targetId,
		name: text(64, 'New name.').optional(),
		kinds: z
			.array(z.enum(ALERT_KINDS))
			.min(1)
			.max(ALERT_KINDS.length)
			.nullable()
			.optional()
			.describe('Alert kinds to send; null: all.'),
		least_severity: z.enum(ALERT_SEVERITIES).optional().describe('Lowest severity to send.'),
		paused: z
			.boolean()
			.optional()
			.describe('True: the target gets no new alerts. False: it gets alerts again, also after failures.'),
	}),
	result: alertTargetSchema,
	example: {
		params: { target_id: ALERT_TARGET_EXAMPLE.target_id, paused: true },
		result: { ...ALERT_TARGET_EXAMPLE, paused_at: '2026-11-20T09:00:00.000Z' },
	},
	errors: ['UNKNOWN_ALERT_TARGET'],
	async handle({ target_id: id, name, kinds, least_severity: leastSeverity, paused }, { services, caller }) {
		const chosen = kinds && ALERT_KINDS.filter((kind) => kinds.includes(kind));
		const edit = definedOnly({ name, kinds: chosen, leastSeverity, isPaused: paused });
		return alertTargetRow(await services.alerts.edit(caller.userId, id, edit));
	},
});

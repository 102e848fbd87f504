import * as z from 'zod';
import { DELIVERY_STATES } from '../../ports/alert-targets.ts';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../ports/alerts.ts';
import {
	ALERT_EXAMPLE,
	ALERT_TARGET_EXAMPLE,
	deliveredAlertRow,
	deliveredAlertSchema,
} from '../rpc/alert-record.ts';
import { definedOnly } from '../rpc/defined-only.ts';
import { scopedMethod } from '../rpc/method.ts';
import { integerOr, text } from '../rpc/params.ts';
import { ledgerSpan } from '../rpc/span.ts';

/** Lists the caller's latest alerts, up to 500, with their deliveries. */
export const listAlerts = scopedMethod({
	name: 'list_alerts',
	summary:
		'Lists your latest alerts, newest first, with their delivery to each target. Filters and before select pages.',
	scope: 'arb:read',
	tradesMoney: false,
	params: z.strictObject({
		limit: integerOr(50, { description: 'Maximum number of alerts.', atLeast: 1, atMost: 500 }),
		kinds: z
			.array(z.enum(ALERT_KINDS))
			.min(1)
			.max(ALERT_KINDS.length)
			.optional()
			.describe('Only alerts of these kinds.'),
		least_severity: z.enum(ALERT_SEVERITIES).optional().describe('Lowest severity.'),
		from: text(
			40,
			'Start, inclusive: an instant with a time zone, or a date, which begins at 00:00 UTC.',
		).optional(),
		until: text(40, 'End, exclusive, in the format of from.').optional(),
		before: text(
			64,
			'An alert_id: only older alerts. Use the last one of a page for the next page.',
		).optional(),
		target_id: text(64, 'Only alerts for this target, with only their delivery to it.').optional(),
		delivery_state: z
			.enum(DELIVERY_STATES)
			.optional()
			.describe('Only alerts with a delivery in this state, with only those deliveries.'),
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
						attempted_at: '2026-11-20T08:00:00.412Z',
						ended_at: '2026-11-20T08:00:00.412Z',
						failure: null,
					},
				],
			},
		],
	},
	errors: ['UNKNOWN_ALERT_TARGET'],
	async handle({ limit, from, until, ...given }, { services, caller }) {
		const query = definedOnly({
			...ledgerSpan({ from, until }),
			kinds: given.kinds,
			leastSeverity: given.least_severity,
			before: given.before,
			targetId: given.target_id,
			deliveryState: given.delivery_state,
		});
		return (await services.alerts.recentAlerts(caller.userId, { limit, ...query })).map(deliveredAlertRow);
	},
});

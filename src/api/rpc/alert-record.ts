/** Alerts and their targets as methods answer them. */
import * as z from 'zod';
import {
	ALERT_TARGET_KINDS,
	DELIVERY_STATES,
	type ListedTarget,
	type ToldAlert,
} from '../../ports/alert-targets.ts';
import { ALERT_KINDS, ALERT_SEVERITIES, alertRecord } from '../../ports/alerts.ts';
import { text } from './params.ts';
import { instant, instantOrNull } from './record-fields.ts';

/** Alert as methods, channels and webhooks send it. */
export const alertSchema = z.strictObject({
	alert_id: z.string().describe('The same happening has the same id, however often it is told.'),
	kind: z.enum(ALERT_KINDS).describe('What it is about.'),
	severity: z.enum(ALERT_SEVERITIES).describe('critical wants a person now, warning today.'),
	raised_at: instant('When it was raised.'),
	message: z.string().describe('What, was, limit.'),
	execution_id: z.string().nullable().describe('The execution that it is about.'),
	exchange: z.string().nullable().describe('The exchange that it is about.'),
	facts: z.record(z.string(), z.unknown()).describe('Further figures, by kind.'),
});

/** Alert with its deliveries, one for each target that it goes to. */
export const toldAlertSchema = alertSchema.extend({
	deliveries: z
		.array(
			z.strictObject({
				target_id: z.string().describe('Where it goes.'),
				state: z
					.enum(DELIVERY_STATES)
					.describe('waiting: it is tried again; refused: the target does not take it; dropped: given up.'),
				attempts: z.int().describe('Made so far.'),
				ended_at: instantOrNull('When it was delivered, refused or dropped.'),
				failure: z.string().nullable().describe('Of the last attempt.'),
			}),
		)
		.describe('One for each target that it goes to.'),
});

/** Converts an alert with its deliveries to its record on the wire. */
export function toldAlertRow({ alert, deliveries }: ToldAlert) {
	return {
		...alertRecord(alert),
		deliveries: deliveries.map(({ targetId, state, attempts, endedAt, failure }) => ({
			target_id: targetId,
			state,
			attempts,
			ended_at: isoTime(endedAt),
			failure,
		})),
	};
}

/** Param with the id of a target of alerts, at most 64 characters. */
export const targetId = text(64, 'From list_alert_targets.');

/** Target of alerts as methods answer it; secrets are never part of it. */
export const alertTargetSchema = z.strictObject({
	target_id: z.string().describe('Of the target.'),
	kind: z.enum(ALERT_TARGET_KINDS).describe('How it is told.'),
	name: z.string().describe('What its owner calls it.'),
	address: z.string().describe('Scheme and host, or the chat; the rest is not shown again.'),
	kinds: z.array(z.enum(ALERT_KINDS)).nullable().describe('Kinds that are sent there; null: all.'),
	least_severity: z.enum(ALERT_SEVERITIES).describe('What is less is not sent there.'),
	created_at: instant('When it was added.'),
	paused_at: instantOrNull('Since when nothing is sent there, because it failed for too long.'),
	failing_since: instantOrNull('Since when every attempt has failed.'),
	failure: z.string().nullable().describe('Of the last attempt.'),
	last_delivered_at: instantOrNull('When one arrived last.'),
	waiting: z.int().describe('Alerts that are not there yet.'),
	dropped: z.int().describe('Alerts that were given up.'),
});

/** Converts a target of alerts to its record on the wire. */
export function alertTargetRow(target: ListedTarget) {
	return {
		target_id: target.targetId,
		kind: target.kind,
		name: target.name,
		address: target.shown,
		kinds: target.kinds,
		least_severity: target.leastSeverity,
		created_at: new Date(target.createdAt).toISOString(),
		paused_at: isoTime(target.pausedAt),
		failing_since: isoTime(target.failingSince),
		failure: target.failure,
		last_delivered_at: isoTime(target.lastDeliveredAt),
		waiting: target.waiting,
		dropped: target.dropped,
	};
}

function isoTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}

/** Target of alerts in the examples of the documentation. */
export const ALERT_TARGET_EXAMPLE = {
	target_id: 'target_3f9a1c5b7d2e4f6081a3c5e7',
	kind: 'webhook',
	name: 'pager',
	address: 'https://alerts.example',
	kinds: ['execution_state', 'unhedged', 'liquidation_distance'],
	least_severity: 'warning',
	created_at: '2026-11-20T08:00:00.000Z',
	paused_at: null,
	failing_since: null,
	failure: null,
	last_delivered_at: null,
	waiting: 0,
	dropped: 0,
};

/** Alert in the examples of the documentation. */
export const ALERT_EXAMPLE = {
	alert_id: 'alert_7d2e4f6081a3c5e73f9a1c5b',
	kind: 'execution_state',
	severity: 'info',
	raised_at: '2026-11-20T08:00:00.000Z',
	message: 'SOLUSDT (long Bybit, short KuCoin) is running: both legs are equal, 999.60 USD deployed.',
	execution_id: 'exec_9d2e4f6081a3c5e73f9a1c5b',
	exchange: null,
	facts: {
		state: 'running',
		symbol: 'SOLUSDT',
		exchangepair: 'bybit-kucoin',
		long_size: 4.9,
		short_size: 4.9,
		deployed: 999.6,
	},
};

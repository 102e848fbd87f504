/** Defines the records of alerts and alert targets on the wire. */
import * as z from 'zod';
import { deliveryWords } from '../../domain/delivery-words.ts';
import {
	ALERT_TARGET_KINDS,
	type AlertWithDeliveries,
	DELIVERY_STATES,
	type ListedTarget,
} from '../../ports/alert-targets.ts';
import { ALERT_KINDS, ALERT_SEVERITIES, alertRecord } from '../../ports/alerts.ts';
import { text } from './params.ts';
import { instant, instantOrNull, sentenceMember, sentenceSchema } from './record-fields.ts';

/** An alert as methods, channels and webhooks send it, without its deliveries. */
export const alertSchema = z.strictObject({
	alert_id: z.string().describe('Id of the event; repeated deliveries of an event share it.'),
	kind: z.enum(ALERT_KINDS).describe('Kind of event.'),
	severity: z
		.enum(ALERT_SEVERITIES)
		.describe('critical: act now. warning: act today. info: for your information.'),
	raised_at: instant('Time of the event.'),
	message: z.string().describe('Sentence for people, with the value and its limit.'),
	sentence: sentenceSchema,
	execution_id: z
		.string()
		.nullable()
		.describe('Execution that the alert is about; null: not about one execution.'),
	exchange: z.string().nullable().describe('Exchange that the alert is about; null: not about one exchange.'),
	facts: z.record(z.string(), z.unknown()).describe('Exact figures; the fields depend on kind.'),
});

/** An alert with its deliveries, one per target. */
export const deliveredAlertSchema = alertSchema.extend({
	deliveries: z
		.array(
			z.strictObject({
				target_id: z.string().describe('Target of the delivery.'),
				state: z
					.enum(DELIVERY_STATES)
					.describe(
						'waiting: not sent yet, or to be retried. delivered: accepted by the target. refused: rejected by the target. dropped: not delivered and not retried.',
					),
				attempts: z.int().describe('Attempts so far.'),
				attempted_at: instantOrNull('Time of the last attempt; null: none yet.'),
				ended_at: instantOrNull('Time of delivery, refusal or drop; null while waiting.'),
				failure: z.string().nullable().describe('Error of the last attempt; null: none.'),
				sentence: sentenceSchema,
			}),
		)
		.describe('One per target.'),
});

/** Converts an alert with its deliveries to its record on the wire. */
export function deliveredAlertRow({ alert, deliveries }: AlertWithDeliveries) {
	return {
		...alertRecord(alert),
		deliveries: deliveries.map(({ targetId, state, attempts, attemptedAt, endedAt, failure }) => ({
			target_id: targetId,
			state,
			attempts,
			attempted_at: isoTime(attemptedAt),
			ended_at: isoTime(endedAt),
			...failureMembers(failure),
		})),
	};
}

/** Parameter for an alert target's id, at most 64 characters. */
export const targetId = text(64, 'Id from list_alert_targets.');

/** An alert target on the wire, without its secrets. */
export const alertTargetSchema = z.strictObject({
	target_id: z.string().describe('Id of the target.'),
	kind: z.enum(ALERT_TARGET_KINDS).describe('Kind of target.'),
	name: z.string().describe('Name given by its owner.'),
	address: z
		.string()
		.describe(
			'Scheme and host of a webhook, the chat, or the mail address. The rest is secret and never shown again.',
		),
	kinds: z.array(z.enum(ALERT_KINDS)).nullable().describe('Alert kinds that are sent; null: all.'),
	least_severity: z.enum(ALERT_SEVERITIES).describe('Lowest severity that is sent.'),
	created_at: instant('Time of creation.'),
	confirmed_at: instantOrNull(
		'Time at which the address was confirmed; null: an e-mail target that waits for its code and gets no alerts.',
	),
	paused_at: instantOrNull(
		'Time at which sending was paused, by its owner or because the target failed for too long; null: not paused.',
	),
	failing_since: instantOrNull('Start of the current run of failed attempts; null: the last attempt worked.'),
	failure: z.string().nullable().describe('Error of the last attempt; null: none.'),
	sentence: sentenceSchema,
	last_delivered_at: instantOrNull('Time of the last delivery; null: none yet.'),
	waiting: z.int().describe('Alerts not delivered yet.'),
	dropped: z.int().describe('Alerts given up.'),
});

/** Converts an alert target to its record on the wire. */
export function alertTargetRow(target: ListedTarget) {
	return {
		target_id: target.targetId,
		kind: target.kind,
		name: target.name,
		address: target.shown,
		kinds: target.kinds,
		least_severity: target.leastSeverity,
		created_at: new Date(target.createdAt).toISOString(),
		confirmed_at: isoTime(target.confirmedAt),
		paused_at: isoTime(target.pausedAt),
		failing_since: isoTime(target.failingSince),
		...failureMembers(target.failure),
		last_delivered_at: isoTime(target.lastDeliveredAt),
		waiting: target.waiting,
		dropped: target.dropped,
	};
}

/** Returns an error of a delivery or a call, with its parts. */
export function failureMembers(failure: string | null) {
	return { failure, ...(failure === null ? {} : sentenceMember(deliveryWords(failure))) };
}

function isoTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}

/** The alert target that the documentation uses as an example. */
export const ALERT_TARGET_EXAMPLE = {
	target_id: 'target_3f9a1c5b7d2e4f6081a3c5e7',
	kind: 'webhook',
	name: 'pager',
	address: 'https://alerts.example',
	kinds: ['execution_state', 'unhedged', 'liquidation_distance'],
	least_severity: 'warning',
	created_at: '2026-11-20T08:00:00.000Z',
	confirmed_at: '2026-11-20T08:00:00.000Z',
	paused_at: null,
	failing_since: null,
	failure: null,
	last_delivered_at: null,
	waiting: 0,
	dropped: 0,
};

/** The alert that the documentation uses as an example. */
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

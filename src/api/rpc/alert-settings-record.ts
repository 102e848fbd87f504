/** Defines a user's alert settings on the wire: quiet hours and heartbeat. */
import * as z from 'zod';
import { deliveryWords } from '../../domain/delivery-words.ts';
import { type AlertSettingsRecord, HEARTBEAT_METHODS } from '../../ports/alert-settings.ts';
import { failureMembers } from './alert-record.ts';
import { instant, instantOrNull, sentenceRecord, sentenceSchema, type Wire } from './record-fields.ts';

/** Quiet hours, the heartbeat, and the limits of the service, on the wire. */
export const alertSettingsSchema = z.strictObject({
	quiet_hours: z
		.strictObject({
			from: z.string().describe('Start, HH:MM in the time zone.'),
			until: z.string().describe('End, HH:MM in the time zone.'),
			time_zone: z.string().describe('IANA name of the time zone.'),
		})
		.nullable()
		.describe('Daily hours in which only critical alerts are sent; null: none.'),
	quiet_until: instantOrNull('End of the quiet hours in progress; null: not quiet now.'),
	heartbeat: z
		.strictObject({
			address: z.string().describe('Scheme and host of the URL. The rest is secret and never shown again.'),
			method: z.enum(HEARTBEAT_METHODS).describe('HTTP method of the calls.'),
			created_at: instant('Time at which the URL was set.'),
			last_ok_at: instantOrNull('Time of the last call that was answered with 2xx; null: none yet.'),
			failing_since: instantOrNull('Start of the current run of failed calls; null: the last call worked.'),
			failure: z.string().nullable().describe('Error of the last call; null: none.'),
			sentence: sentenceSchema,
			next_at: instantOrNull('Time of the next call.'),
		})
		.nullable()
		.describe('URL that the service calls every minute while it is healthy; null: none.'),
	unhealthy: z.string().nullable().describe('Why no heartbeat is sent now; null: the service is healthy.'),
	unhealthy_sentence: sentenceSchema,
	mail_from: z
		.string()
		.nullable()
		.describe('Sender of alert mails; null: the operator has configured no mail server.'),
	targets_max: z.int().describe('Maximum number of your alert targets.'),
	rules_max: z.int().describe('Maximum number of your threshold rules.'),
});

/** Converts alert settings to their record on the wire. */
export function alertSettingsRow(settings: AlertSettingsRecord): Wire<typeof alertSettingsSchema> {
	const { quietHours, quietUntil, heartbeat } = settings;
	return {
		quiet_hours:
			quietHours === null
				? null
				: {
						from: clockText(quietHours.fromMinute),
						until: clockText(quietHours.untilMinute),
						time_zone: quietHours.timeZone,
					},
		quiet_until: isoTime(quietUntil),
		heartbeat:
			heartbeat === null
				? null
				: {
						address: heartbeat.shown,
						method: heartbeat.method,
						created_at: new Date(heartbeat.createdAt).toISOString(),
						last_ok_at: isoTime(heartbeat.lastOkAt),
						failing_since: isoTime(heartbeat.failingSince),
						...failureMembers(heartbeat.failure),
						next_at: isoTime(heartbeat.nextAt),
					},
		unhealthy: settings.unhealthy,
		...unhealthySentence(settings.unhealthy),
		mail_from: settings.mailFrom,
		targets_max: settings.targetsMax,
		rules_max: settings.rulesMax,
	};
}

function clockText(minute: number): string {
	const two = (value: number): string => String(value).padStart(2, '0');
	return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

function unhealthySentence(unhealthy: string | null) {
	const sentence = unhealthy === null ? null : sentenceRecord(deliveryWords(unhealthy));
	return sentence === null ? {} : { unhealthy_sentence: sentence };
}

function isoTime(at: number | null): string | null {
	return at === null ? null : new Date(at).toISOString();
}

/** The settings that the documentation uses as an example. */
export const ALERT_SETTINGS_EXAMPLE = {
	quiet_hours: { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' },
	quiet_until: null,
	heartbeat: {
		address: 'https://hc-ping.com',
		method: 'GET',
		created_at: '2026-11-20T08:00:00.000Z',
		last_ok_at: '2026-11-20T08:01:00.000Z',
		failing_since: null,
		failure: null,
		next_at: '2026-11-20T08:02:00.000Z',
	},
	unhealthy: null,
	mail_from: 'alerts@example.com',
	targets_max: 10,
	rules_max: 50,
};

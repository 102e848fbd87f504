import * as z from 'zod';
import {
	ALERT_SETTINGS_EXAMPLE,
	alertSettingsRow,
	alertSettingsSchema,
} from '../rpc/alert-settings-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam, show } from '../rpc/param-errors.ts';
import { text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/** Format of a time of day. */
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Sets the caller's quiet hours. Waiting alerts follow the new hours. */
export const setQuietHours = scopedMethod({
	name: 'set_quiet_hours',
	summary:
		'Sets daily quiet hours: alerts that are not critical wait until the end. Critical ones are sent at once.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		from: text(5, 'Start, HH:MM.'),
		until: text(5, 'End, HH:MM. An end before the start is on the next day.'),
		time_zone: text(64, 'IANA name of the time zone, such as Europe/Berlin.'),
	}),
	result: alertSettingsSchema,
	example: {
		params: { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' },
		result: ALERT_SETTINGS_EXAMPLE,
	},
	errors: [],
	async handle({ from, until, time_zone: timeZone }, { services, caller }) {
		const { settings } = services.alerts;
		await settings.setQuietHours(caller.userId, {
			fromMinute: minuteOf('from', from),
			untilMinute: minuteOf('until', until),
			timeZone,
		});
		return alertSettingsRow(settings.read(caller.userId));
	},
});

/** @throws CarrywireError INVALID_PARAMS unless the text is a time of day */
function minuteOf(field: string, time: string): number {
	if (!TIME.test(time)) throw invalidParam(field, RULE_TEXT.timeOfDay(), show(time));
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

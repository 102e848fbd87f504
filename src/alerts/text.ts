/**
 * Contains every message in alerts. Each message says what happened, with the measured figure and its limit, and what
 * to do. Exact values are in `facts`.
 */
import { DELIVERY_TEXT } from '../domain/delivery-words.ts';
import { spoken } from '../domain/english.ts';
import { alert } from '../sentences/alert.ts';
import { alertRule, alertSetting, alertTarget } from '../sentences/alert-setting.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Messages of alerts, and phrases within them. */
export const ALERT_TEXT = spoken('alert', alert);

/** Messages about alert targets and deliveries. */
export const TARGET_TEXTS = {
	...spoken('alert_target', alertTarget),
	tooOld: (ms: number) => DELIVERY_TEXT.tooOld({ age: duration(ms) }).text,
	droppedBefore: (count: number) =>
		`${count} earlier ${count === 1 ? 'alert' : 'alerts'} for this target could not be delivered. See list_alerts.`,
} as const;

/** Refusals of calls about threshold rules. */
export const RULE_TEXTS = spoken('alert_rule', alertRule);

/** Messages about users' alert settings and heartbeats. */
export const SETTING_TEXTS = {
	...spoken('alert_setting', alertSetting),
	checksStopped: (ms: number) => DELIVERY_TEXT.checksStopped({ age: duration(ms) }).text,
} as const;

/** Texts of mails and messages about them. No mail contains text from a user, except that alerts name targets. */
export const MAIL_TEXTS = {
	codeSubject: 'Your Carrywire confirmation code',
	codeBody: (digits: string, validMs: number) =>
		[
			`Your code is ${digits}.`,
			'',
			`Enter it on the alerts page within ${duration(validMs)} to receive Carrywire alerts at this address.`,
			'If you did not request this, ignore this mail. Nothing else will be sent.',
		].join('\n'),
	accepted: (code: number | null) => DELIVERY_TEXT.mailAccepted({ code }).text,
	replied: (code: number, reply: string) => DELIVERY_TEXT.mailReplied({ code, reply }).text,
	unreachable: (cause: string) => DELIVERY_TEXT.mailUnreachable({ cause }).text,
} as const;

/** Names an execution: `SOLUSDT (long Bybit, short KuCoin)`. */
export function executionName(symbol: string, long: string, short: string): Words {
	return ALERT_TEXT.pair({ symbol, long: shownNameOf(long), short: shownNameOf(short) });
}

/**
 * Formats a duration in whole units, rounded down: seconds below 2 min, minutes below 2 h, otherwise hours (`12 s`,
 * `5 min`, `3 h`).
 */
function duration(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}

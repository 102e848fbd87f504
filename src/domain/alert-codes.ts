/** Lists the error codes of alerts: their targets, rules, mails and heartbeats. `codes.ts` includes them. */
import { type ErrorRow, row } from './error-row.ts';

/** Error codes of the methods about alerts. */
export const ALERT_ERROR_CODES = {
	UNKNOWN_ALERT_TARGET: row(
		-32602,
		false,
		'You have no alert target with this id.',
		'Use an id from list_alert_targets.',
	),
	UNKNOWN_ALERT_RULE: row(
		-32602,
		false,
		'You have no alert rule with this id.',
		'Use an id from list_alert_rules.',
	),
	WRONG_CONFIRMATION_CODE: row(
		-32602,
		false,
		'The confirmation code is wrong or has expired.',
		'Enter the code from the latest mail, or request a new one with send_alert_code.',
	),
	TOO_MANY_ALERT_TARGETS: row(
		-32000,
		false,
		'You have reached the limit of alert targets.',
		'Remove one; the message states the limit.',
	),
	TOO_MANY_ALERT_RULES: row(
		-32000,
		false,
		'You have reached the limit of alert rules.',
		'Remove one; the message states the limit.',
	),
	TOO_MANY_HEARTBEATS: row(
		-32000,
		false,
		'The service has reached its limit of heartbeats.',
		'Ask the operator to raise alerts.heartbeatsMax.',
	),
	ALERT_TARGET_UNCONFIRMED: row(
		-32000,
		false,
		'The address of this e-mail target is not confirmed.',
		'Call confirm_alert_target with the code from the mail.',
	),
	ALERT_TARGET_CONFIRMED: row(
		-32000,
		false,
		'The address of this alert target needs no confirmation.',
		'Nothing: the target receives alerts.',
	),
	MAIL_NOT_CONFIGURED: row(
		-32000,
		false,
		'The operator has not configured a mail server.',
		'Use another kind of target, or ask the operator to configure the mail section.',
	),
	MAIL_NOT_SENT: row(
		-32000,
		true,
		'The mail server did not accept the confirmation mail.',
		'Check the address; otherwise try again later.',
	),
} as const satisfies Record<string, ErrorRow>;

/** Builds the request bodies of alerts for each type of target. Pure functions. */
import type { AlertAddress } from '../ports/alert-targets.ts';
import { type Alert, type AlertSeverity, alertRecord } from '../ports/alerts.ts';
import type { Mail } from '../ports/mail-sender.ts';
import { TARGET_TEXTS } from './text.ts';

/** An alert, or a test alert. */
export type Sendable = Alert | TestAlert;
/** The test alert that a user sends to a target. */
export type TestAlert = Omit<Alert, 'kind'> & { readonly kind: 'test' };

/**
 * Maximum length of an alert's message, characters. Telegram accepts 4,096 (core.telegram.org/bots/api#sendmessage,
 * read 2026-11-22); Slack truncates messages above 40,000.
 */
const TEXT_LENGTH_MAX = 3_500;

/** Maximum length of the message in a mail's subject, characters. Mail programs show about 70. */
const SUBJECT_LENGTH_MAX = 100;

const SEVERITY_WORDS: Readonly<Record<AlertSeverity, string>> = {
	info: 'Info',
	warning: 'Warning',
	critical: 'CRITICAL',
};

/**
 * Builds a webhook body with the fields that Standard Webhooks recommends: `type`, `timestamp` and `data`. `type` is
 * `alert.` followed by the alert's kind.
 * @param droppedBefore number of alerts for this target that were dropped since the last delivered one
 */
export function webhookBody(alert: Sendable, droppedBefore: number): string {
	const record = alertRecord(alert as Alert);
	return JSON.stringify({
		type: `alert.${alert.kind}`,
		timestamp: record.raised_at,
		data: { ...record, dropped_before: droppedBefore },
	});
}

/**
 * Builds a Slack body. Only `&`, `<` and `>` need escapes, because Slack interprets nothing else when `mrkdwn` is off
 * (docs.slack.dev, formatting message text, read 2026-11-22).
 */
export function slackBody(alert: Sendable, droppedBefore: number): string {
	const text = plainText(alert, droppedBefore)
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
	return JSON.stringify({ text, mrkdwn: false, unfurl_links: false });
}

/** Builds a Telegram body without `parse_mode`, so that Telegram shows the text unchanged. */
export function telegramBody(alert: Sendable, droppedBefore: number, chatId: string): string {
	return JSON.stringify({
		chat_id: chatId,
		text: plainText(alert, droppedBefore),
		link_preview_options: { is_disabled: true },
		disable_notification: alert.severity === 'info',
	});
}

/**
 * Builds the request body for a target. `droppedBefore` is the number of alerts for this target that were dropped
 * since the last delivered one.
 */
export function bodyFor(
	address: Exclude<AlertAddress, { readonly kind: 'email' }>,
	alert: Sendable,
	droppedBefore: number,
): string {
	switch (address.kind) {
		case 'webhook':
			return webhookBody(alert, droppedBefore);
		case 'slack':
			return slackBody(alert, droppedBefore);
		case 'telegram':
			return telegramBody(alert, droppedBefore, address.chatId);
	}
}

/**
 * Builds a mail. Its Message-ID is the alert's id, so that mail programs can recognise a second copy.
 * @param droppedBefore number of alerts for this target that were dropped since the last delivered one
 */
export function mailFor(recipient: string, alert: Sendable, droppedBefore: number): Mail {
	return {
		recipient,
		subject: `Carrywire ${SEVERITY_WORDS[alert.severity]}: ${shortened(alert.message, SUBJECT_LENGTH_MAX)}`,
		text: `${plainText(alert, droppedBefore)}\n`,
		messageId: alert.alertId,
	};
}

/**
 * Writes the severity and message, then the time, kind and id. The id lets a reader notice that an alert arrived
 * twice.
 */
function plainText(alert: Sendable, droppedBefore: number): string {
	const lines = [
		`${SEVERITY_WORDS[alert.severity]}: ${shortened(alert.message)}`,
		`${new Date(alert.raisedAt).toISOString()}, ${alert.kind}, ${alert.alertId}`,
	];
	if (droppedBefore > 0) lines.push(TARGET_TEXTS.droppedBefore(droppedBefore));
	return lines.join('\n');
}

/** Shortens a text without splitting a surrogate pair. */
function shortened(text: string, lengthMax = TEXT_LENGTH_MAX): string {
	if (text.length <= lengthMax) return text;
	const end = text.codePointAt(lengthMax - 1) ?? 0;
	return `${text.slice(0, end > 0xffff ? lengthMax - 1 : lengthMax)}…`;
}

import * as z from 'zod';
import { isMailAddress } from '../../domain/mail-address.ts';
import { ALERT_TARGET_KINDS, type AlertAddress, type AlertTargetKind } from '../../ports/alert-targets.ts';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../ports/alerts.ts';
import type { Words } from '../../sentences/sentence.ts';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { oneOf, secretText, text } from '../rpc/params.ts';
import { RULE_TEXT } from '../rpc/text.ts';

/**
 * Format of a Telegram bot's token from BotFather: the bot's id, a colon and a secret (core.telegram.org/bots/api,
 * read 2026-11-22).
 */
const BOT_TOKEN = /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/;
/** Format of a Telegram chat: the id of a user or group, or a public channel's name. */
const CHAT_ID = /^(?:-?\d{1,20}|@[A-Za-z0-9_]{4,32})$/;

/** Members of each kind's address. */
const MEMBERS: Readonly<Record<AlertTargetKind, readonly ('url' | 'bot_token' | 'chat_id' | 'recipient')[]>> =
	{
		webhook: ['url'],
		slack: ['url'],
		telegram: ['bot_token', 'chat_id'],
		email: ['recipient'],
	};

const params = z.strictObject({
	kind: z
		.enum(ALERT_TARGET_KINDS)
		.describe(
			'Kind of target. webhook: signed JSON by POST. slack: an incoming webhook. telegram: a bot. email: a mail address.',
		),
	name: text(64, 'Name of the target. Default: its kind.').optional(),
	url: secretText(2_048, 'URL to post to, for webhook and slack: https, on a public address.').optional(),
	bot_token: secretText(128, 'Token of your bot, for telegram.').optional(),
	chat_id: text(64, 'Chat that the bot writes to, for telegram.').optional(),
	recipient: text(254, 'Mail address, for email. It gets a code that confirm_alert_target needs.').optional(),
	kinds: z
		.array(z.enum(ALERT_KINDS))
		.min(1)
		.max(ALERT_KINDS.length)
		.optional()
		.describe('Alert kinds to send. Default: all.'),
	least_severity: oneOf(ALERT_SEVERITIES, 'info', 'Lowest severity to send.'),
});

/** Adds an alert target. Fails with TOO_MANY_ALERT_TARGETS at the maximum per user. */
export const addAlertTarget = scopedMethod({
	name: 'add_alert_target',
	summary:
		'Adds an alert target: a webhook, Slack, Telegram or a mail address, which gets a code first. Only this answer contains the secret with which a webhook verifies our signatures.',
	scope: 'agents:manage',
	tradesMoney: false,
	// A mail address gets its code within this call, and the mail server's answer has a time limit of its own.
	timeLimitMs: 20_000,
	params,
	result: alertTargetSchema.extend({
		signing_secret: z
			.string()
			.nullable()
			.describe(
				'Signing secret of a webhook (whsec_… of Standard Webhooks), shown only once; null for other kinds.',
			),
	}),
	example: {
		params: {
			kind: 'webhook',
			name: 'pager',
			url: 'https://alerts.example/carrywire?key=KEY',
			kinds: ['execution_state', 'unhedged', 'liquidation_distance'],
			least_severity: 'warning',
		},
		result: { ...ALERT_TARGET_EXAMPLE, signing_secret: 'whsec_shown-once' },
	},
	errors: ['TOO_MANY_ALERT_TARGETS', 'MAIL_NOT_CONFIGURED', 'MAIL_NOT_SENT'],
	async handle(given, { services, caller }) {
		const { target, signingSecret } = await services.alerts.add(caller.userId, {
			name: given.name ?? given.kind,
			address: addressOf(given),
			kinds: given.kinds === undefined ? null : ALERT_KINDS.filter((kind) => given.kinds?.includes(kind)),
			leastSeverity: given.least_severity,
		});
		return { ...alertTargetRow(target), signing_secret: signingSecret };
	},
});

/**
 * @throws CarrywireError INVALID_PARAMS for the first parameter that is missing, or that this type of target does not
 * allow.
 */
function addressOf({ kind, ...given }: z.output<typeof params>): AlertAddress {
	const members = MEMBERS[kind];
	for (const member of ['url', 'bot_token', 'chat_id', 'recipient'] as const)
		if (!members.includes(member) && given[member] !== undefined)
			throw invalidParam(member, RULE_TEXT.notOfTarget({ kind }), RULE_TEXT.present());
	const member = (field: (typeof members)[number], isFit: (text: string) => boolean, rule: Words): string => {
		const value = given[field];
		if (value === undefined)
			throw invalidParam(field, RULE_TEXT.needsForTarget({ kind }), RULE_TEXT.absent());
		if (!isFit(value)) throw invalidParam(field, rule, RULE_TEXT.otherText());
		return value;
	};
	switch (kind) {
		case 'telegram':
			return {
				kind,
				botToken: member('bot_token', (text) => BOT_TOKEN.test(text), RULE_TEXT.botToken()),
				chatId: member('chat_id', (text) => CHAT_ID.test(text), RULE_TEXT.chatId()),
			};
		case 'email':
			return { kind, recipient: member('recipient', isMailAddress, RULE_TEXT.mailAddress()) };
		case 'webhook':
		case 'slack':
			// The service itself checks the URL, because its rule depends on a setting.
			return { kind, url: member('url', () => true, '') };
	}
}

import * as z from 'zod';
import { ALERT_TARGET_KINDS, type AlertAddress } from '../../ports/alert-targets.ts';
import { ALERT_KINDS, ALERT_SEVERITIES } from '../../ports/alerts.ts';
import { ALERT_TARGET_EXAMPLE, alertTargetRow, alertTargetSchema } from '../rpc/alert-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { invalidParam } from '../rpc/param-errors.ts';
import { oneOf, secretText, text } from '../rpc/params.ts';

/** As BotFather gives it: the id of the bot, and its secret (core.telegram.org/bots/api, read 2026-11-22). */
const BOT_TOKEN = /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/;
/** Of a person or a group, or the name of a public channel. */
const CHAT_ID = /^(?:-?\d{1,20}|@[A-Za-z0-9_]{4,32})$/;

const params = z.strictObject({
	kind: z
		.enum(ALERT_TARGET_KINDS)
		.describe('webhook: our JSON, signed; slack: an incoming webhook; telegram: a bot.'),
	name: text(64, 'What you call it; default: its kind.').optional(),
	url: secretText(2_048, 'Of webhook and slack: where to post. https, to a public address.').optional(),
	bot_token: secretText(128, 'Of telegram: the token of your bot.').optional(),
	chat_id: text(64, 'Of telegram: the chat that the bot writes to.').optional(),
	kinds: z
		.array(z.enum(ALERT_KINDS))
		.min(1)
		.max(ALERT_KINDS.length)
		.optional()
		.describe('Kinds of alerts that are sent there; absent: all.'),
	least_severity: oneOf(ALERT_SEVERITIES, 'info', 'What is less severe is not sent there.'),
});

/** Method that adds a target of alerts. It fails with TOO_MANY_ALERT_TARGETS at the limit of a user. */
export const addAlertTarget = scopedMethod({
	name: 'add_alert_target',
	summary:
		'Has alerts sent to a webhook, to Slack or to Telegram. The secret that a webhook verifies our signatures with is in this answer and never again.',
	scope: 'agents:manage',
	tradesMoney: false,
	params,
	result: alertTargetSchema.extend({
		signing_secret: z
			.string()
			.nullable()
			.describe('Of webhook, shown once: whsec_… by Standard Webhooks. Null of the others.'),
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
	errors: ['TOO_MANY_ALERT_TARGETS'],
	async handle(wish, { services, caller }) {
		const { target, signingSecret } = await services.alerts.add(caller.userId, {
			name: wish.name ?? wish.kind,
			address: addressOf(wish),
			kinds: wish.kinds === undefined ? null : ALERT_KINDS.filter((kind) => wish.kinds?.includes(kind)),
			leastSeverity: wish.least_severity,
		});
		return { ...alertTargetRow(target), signing_secret: signingSecret };
	},
});

/** @throws CarrywireError INVALID_PARAMS for the first member that the kind needs or does not have. */
function addressOf({ kind, ...wish }: z.output<typeof params>): AlertAddress {
	if (kind === 'telegram') {
		refuse('url', wish.url, kind);
		return {
			kind,
			botToken: required('bot_token', wish.bot_token, kind, BOT_TOKEN),
			chatId: required('chat_id', wish.chat_id, kind, CHAT_ID),
		};
	}
	refuse('bot_token', wish.bot_token, kind);
	refuse('chat_id', wish.chat_id, kind);
	return { kind, url: required('url', wish.url, kind, /^/) };
}

function refuse(field: string, given: string | undefined, kind: string): void {
	if (given !== undefined) throw invalidParam(field, `must be absent of kind ${kind}`, 'there');
}

function required(field: string, given: string | undefined, kind: string, form: RegExp): string {
	if (given === undefined) throw invalidParam(field, `is required of kind ${kind}`, 'absent');
	if (!form.test(given))
		throw invalidParam(
			field,
			field === 'chat_id'
				? 'must be the number of a chat or the @name of a channel'
				: 'must be the token of a bot',
			'another text',
		);
	return given;
}

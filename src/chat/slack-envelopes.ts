/**
 * Reads Slack's envelopes in Socket Mode (https://docs.slack.dev/apis/events-api/using-socket-mode,
 * https://docs.slack.dev/interactivity/implementing-slash-commands and
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload, read 2026-11-28). Pure.
 */
import type { ChatEntry } from '../ports/chat.ts';
import { intentOf, pressOf } from './commands.ts';

const NAME_LENGTH_MAX = 80;
/** Command under which all others can be typed. Slack itself has `/status`, `/close` and `/help`. */
const OWN_COMMAND = 'carrywire';

type Json = Readonly<Record<string, unknown>>;

/** A message of the WebSocket. */
export type SlackMessage =
	| { readonly kind: 'hello'; readonly connections: number | undefined }
	/** Slack closes this connection soon, or the app's Socket Mode was switched off (`link_disabled`). */
	| { readonly kind: 'disconnect'; readonly reason: string }
	/** `entry` is undefined for an envelope without a command of ours. It must be acknowledged too. */
	| { readonly kind: 'envelope'; readonly envelopeId: string; readonly entry: ChatEntry | undefined }
	| { readonly kind: 'other' };

/** Reads one message. @param isAnswerUrl true for an address that answers may be sent to */
export function slackMessageOf(text: string, isAnswerUrl: (url: string) => boolean): SlackMessage {
	const message = parsed(text);
	if (message === undefined) return { kind: 'other' };
	if (message.type === 'hello') {
		const connections = message.num_connections;
		return { kind: 'hello', connections: typeof connections === 'number' ? connections : undefined };
	}
	if (message.type === 'disconnect') return { kind: 'disconnect', reason: String(message.reason ?? '') };
	if (typeof message.envelope_id !== 'string') return { kind: 'other' };
	const payload = objectOf(message.payload);
	return {
		kind: 'envelope',
		envelopeId: message.envelope_id,
		entry: payload === undefined ? undefined : entryOf(String(message.type), payload, isAnswerUrl),
	};
}

function entryOf(type: string, payload: Json, isAnswerUrl: (url: string) => boolean): ChatEntry | undefined {
	const url = payload.response_url;
	const reference = typeof url === 'string' && isAnswerUrl(url) ? { answerUrl: url } : {};
	if (type === 'slash_commands') {
		const { command, text = '', team_id: team, channel_id: channel, user_id: user } = payload;
		if (typeof command !== 'string' || typeof text !== 'string') return undefined;
		const names = { chatName: nameOf(payload.channel_name), personName: nameOf(payload.user_name) };
		return placed(team, channel, user, { names, intent: commandIntent(command, text), reference });
	}
	if (type !== 'interactive' || payload.type !== 'block_actions') return undefined;
	const [user, channel, team] = [payload.user, payload.channel, payload.team].map(objectOf);
	const actions: readonly unknown[] = Array.isArray(payload.actions) ? payload.actions : [];
	const value = objectOf(actions[0])?.value;
	const intent = typeof value === 'string' ? pressOf(value) : undefined;
	if (intent === undefined) return undefined;
	const names = { chatName: nameOf(channel?.name), personName: nameOf(user?.username ?? user?.name) };
	return placed(team?.id ?? user?.team_id, channel?.id, user?.id, { names, intent, reference });
}

function commandIntent(command: string, text: string): ChatEntry['intent'] {
	const name = command.replace(/^\//, '');
	if (name !== OWN_COMMAND) return intentOf(name, text);
	const [, first = 'help', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
	return intentOf(first.replace(/^\//, ''), rest);
}

function placed(
	team: unknown,
	channel: unknown,
	person: unknown,
	rest: Omit<ChatEntry, 'place'>,
): ChatEntry | undefined {
	if (![team, channel, person].every((id) => typeof id === 'string' && /^[A-Z0-9]{1,32}$/.test(id)))
		return undefined;
	return {
		place: { platform: 'slack', chatId: `${team}/${channel}`, personId: `${team}/${person}` },
		...rest,
	};
}

function parsed(text: string): Json | undefined {
	try {
		return objectOf(JSON.parse(text));
	} catch {
		return undefined;
	}
}

function nameOf(value: unknown): string | null {
	return typeof value === 'string' && value !== '' ? value.slice(0, NAME_LENGTH_MAX) : null;
}

function objectOf(value: unknown): Json | undefined {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

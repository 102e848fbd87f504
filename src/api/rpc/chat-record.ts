/** Defines the records of linked chats on the wire. */
import * as z from 'zod';
import { CHAT_PLATFORMS, CHAT_STATES, type ChatConnection, type LinkedChat } from '../../ports/chat.ts';
import { AGENT_EXAMPLE } from './agent-record.ts';
import { text } from './params.ts';
import { instant, instantOrNull, sentenceMember, sentenceSchema } from './record-fields.ts';

/** Id of a linked chat as a param. */
export const linkId = text(64, 'Id from list_chats.');

const platformSchema = z.enum(CHAT_PLATFORMS).describe('Chat platform.');

/** Linked chats and the connections to the platforms. */
export const chatsSchema = z.strictObject({
	platforms: z
		.array(
			z.strictObject({
				platform: platformSchema,
				state: z
					.enum(CHAT_STATES)
					.describe('off: the operator has set no token. failing: the service retries.'),
				bot_name: z.string().nullable().describe("The bot's user name; null while unknown."),
				problem: z.string().nullable().describe('Why the connection fails; null while it does not.'),
				sentence: sentenceSchema,
				since: instantOrNull('Time of the last change of state; null while off.'),
			}),
		)
		.describe('Connections of the bots.'),
	chats: z
		.array(
			z.strictObject({
				link_id: z.string().describe('Id of the link, for unlink_chat.'),
				platform: platformSchema,
				agent_id: z.string().describe('Agent as which the chat acts.'),
				chat: z.string().nullable().describe('Name of the chat; null: a direct chat, or unknown.'),
				person: z.string().nullable().describe('Name of the person whose messages count.'),
				acts_for_owner: z
					.boolean()
					.describe('True when the chat may close all your positions and end your halt.'),
				linked_at: instant('Time of the link.'),
				last_used_at: instantOrNull('Time of the last command; null before the first.'),
			}),
		)
		.describe('Your linked chats, oldest first.'),
});

/** Example of linked chats; a test validates it against the schema. */
export const CHATS_EXAMPLE = {
	platforms: [
		{
			platform: 'telegram',
			state: 'connected',
			bot_name: 'carry_desk_bot',
			problem: null,
			since: '2026-11-20T08:00:00.000Z',
		},
		{ platform: 'slack', state: 'off', bot_name: null, problem: null, since: null },
	],
	chats: [
		{
			link_id: 'chat_9d2e4f6081a3c5e73f9a1c5b',
			platform: 'telegram',
			agent_id: AGENT_EXAMPLE.agent_id,
			chat: null,
			person: 'ann',
			acts_for_owner: false,
			linked_at: '2026-11-20T08:02:00.000Z',
			last_used_at: null,
		},
	],
} as const;

/** Converts connections and links to their record. The ids of chats and persons stay inside the service. */
export function chatsRecord(connections: readonly ChatConnection[], links: readonly LinkedChat[]) {
	const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
	return {
		platforms: connections.map(({ platform, state, botName, problem, since }) => ({
			platform,
			state,
			bot_name: botName,
			problem: problem === null ? null : problem.text,
			...(problem === null ? {} : sentenceMember(problem)),
			since: time(since),
		})),
		chats: links.map((link) => ({
			link_id: link.linkId,
			platform: link.platform,
			agent_id: link.agentId,
			chat: link.chatName,
			person: link.personName,
			acts_for_owner: link.actsForOwner,
			linked_at: new Date(link.linkedAt).toISOString(),
			last_used_at: time(link.lastUsedAt),
		})),
	};
}

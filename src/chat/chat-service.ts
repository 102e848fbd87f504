/** Joins the platforms' sessions, the inbox and the links to one service. */
import { CHAT_PLATFORMS, type ChatLinks, type ChatPlatform, type PotSuggestion } from '../ports/chat.ts';
import type { ChatCalls } from '../ports/chat-calls.ts';
import type { ChatStore } from '../ports/chat-store.ts';
import type { ChatTransport } from '../ports/chat-transport.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ChatMeter } from '../ports/metrics.ts';
import { noConnection } from './connection.ts';
import { createChatInbox } from './inbox.ts';
import { createChatLinks, type GuessLimit } from './links.ts';
import { createSlackSession, type SlackTokens } from './slack-session.ts';
import { type ChatSession, createTelegramSession, type SessionParts } from './telegram-session.ts';

/** Tokens and addresses of the platforms; a token is null for a platform that is off. */
export type ChatAccess = {
	readonly telegram: { readonly token: string | null; readonly apiUrl: string };
	readonly slack: { readonly tokens: SlackTokens | null; readonly apiUrl: string };
};

/** Chats in a running service. */
export type ChatService = {
	readonly links: ChatLinks;
	/** Starts receiving. It returns before the platforms are reached, so that none of them delays the service. */
	readonly start: (calls: ChatCalls) => Promise<void>;
	/** Shows what a pot suggests in the private chats that may answer it. Never rejects. */
	readonly announce: (suggestion: PotSuggestion) => void;
	readonly close: () => Promise<void>;
};

type ServiceParts = {
	readonly access: ChatAccess;
	readonly store: ChatStore;
	readonly transport: ChatTransport;
	readonly guesses: GuessLimit;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly meter: ChatMeter;
};

/** Creates the service. Without tokens it only keeps the list of links. */
export function createChatService(parts: ServiceParts): ChatService {
	const sessions = new Map<ChatPlatform, ChatSession>();
	const links = createChatLinks({
		...parts,
		connections: () =>
			CHAT_PLATFORMS.map((platform) => sessions.get(platform)?.connection() ?? noConnection(platform)),
	});
	const inbox = createChatInbox({ ...parts, links });
	openSessions(parts.access, { ...parts, inbox }, sessions);
	return {
		links,
		async start(calls) {
			if (sessions.size === 0) return;
			await inbox.start(calls, new Map([...sessions].map(([platform, { outlet }]) => [platform, outlet])));
			for (const session of sessions.values()) session.start();
		},
		announce(suggestion) {
			if (sessions.size > 0) inbox.announce(suggestion);
		},
		async close() {
			inbox.close();
			parts.transport.close();
			await Promise.all([...sessions.values()].map((session) => session.close()));
		},
	};
}

function openSessions(
	{ telegram, slack }: ChatAccess,
	parts: SessionParts,
	sessions: Map<ChatPlatform, ChatSession>,
): void {
	if (telegram.token !== null)
		sessions.set('telegram', createTelegramSession(telegram.token, telegram.apiUrl, parts));
	if (slack.tokens !== null) sessions.set('slack', createSlackSession(slack.tokens, slack.apiUrl, parts));
}

/** Composes the chats: bots whose commands become calls of methods as the agents of linked chats. */
import { createAttempts } from '../api/http/attempts.ts';
import type { CallAs } from '../api/http/own-calls.ts';
import { type ChatService, createChatService } from '../chat/chat-service.ts';
import type { ChatTokens } from '../config/chat.ts';
import type { Config } from '../config/config.ts';
import { CarrywireError } from '../domain/carrywire-error.ts';
import { isJsonObject, type JsonValue, parseExactJson } from '../domain/exact-json.ts';
import type { AgentAuthority } from '../identity/agents.ts';
import { isScope } from '../identity/scopes.ts';
import { AGENT_TEXT } from '../identity/text.ts';
import type { CallOutcome, ChatCalls } from '../ports/chat-calls.ts';
import type { ChatStore } from '../ports/chat-store.ts';
import type { ChatTransport } from '../ports/chat-transport.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import type { ChatMeter } from '../ports/metrics.ts';

/** Maximum depth of an answer that is read. */
const ANSWER_DEPTH_MAX = 64;

/** Chats in a running service. `start` needs the server, which calls the methods. */
export type Chats = Omit<ChatService, 'start'> & { readonly start: (callAs: CallAs) => Promise<void> };

/** Composes the chats. Nothing is received before `start`. */
export function composeChat(parts: {
	readonly config: Pick<Config, 'alerts' | 'chat'>;
	readonly tokens: ChatTokens;
	readonly store: ChatStore;
	readonly agents: AgentAuthority;
	readonly transport: ChatTransport;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly meter: ChatMeter;
}): Chats {
	const { config, tokens, agents, clock } = parts;
	const service = createChatService({
		...parts,
		access: {
			telegram: { token: tokens.telegram, apiUrl: config.alerts.telegramApiUrl },
			slack: { tokens: tokens.slack, apiUrl: config.chat.slackApiUrl },
		},
		guesses: createAttempts(clock),
	});
	return { ...service, start: (callAs) => service.start(callsAs(agents, callAs)) };
}

function callsAs(agents: AgentAuthority, callAs: CallAs): ChatCalls {
	const running = async (userId: string, agentId: string) => {
		const agent = await agents.findActive(agentId);
		return agent?.userId === userId ? agent : undefined;
	};
	return {
		async agentOf({ userId, agentId }) {
			const agent = await running(userId, agentId);
			if (agent === undefined) return undefined;
			return { mayTrade: agent.scopes.includes('arb:trade'), amountMax: agent.caps.amountMax };
		},
		async call({ userId, agentId, linkId, actsForOwner }, method, params) {
			const agent = await running(userId, agentId);
			if (agent === undefined)
				return { code: 'AGENT_STOPPED', message: AGENT_TEXT.stopped({ agent: agentId }).text };
			agents.touch(agentId);
			const { caps, scopes } = agent;
			const caller = {
				userId,
				tokenId: linkId,
				scopes: new Set(scopes.filter(isScope)),
				agent: { agentId, caps },
				actsForOwner,
			};
			return outcomeOf(await callAs(caller, method, params));
		},
	};
}

/** Reads the text of a JSON-RPC response. The sentence of an error is `data.message`. */
function outcomeOf(text: string): CallOutcome {
	const response = parseExactJson(text, ANSWER_DEPTH_MAX);
	if (isJsonObject(response) && response.result !== undefined) return { result: response.result };
	const data = isJsonObject(response) && isJsonObject(response.error) ? response.error.data : undefined;
	const { code, message } = isJsonObject(data) ? data : {};
	if (isText(code) && isText(message)) return { code, message };
	throw new CarrywireError('INTERNAL_ERROR', 'A method answered a chat with neither a result nor an error.');
}

function isText(value: JsonValue | undefined): value is string {
	return typeof value === 'string';
}

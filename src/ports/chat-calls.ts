/** Calls of methods as the agent of a linked chat. */
import type { Decimal } from '../domain/decimal.ts';
import type { JsonValue } from '../domain/exact-json.ts';
import type { LinkedChat } from './chat.ts';

/** Result of a call, or the error's code and sentence. */
export type CallOutcome =
	| { readonly result: JsonValue }
	| { readonly code: string; readonly message: string };

/** An agent's rights as far as chats need them. `amountMax` is USD; null means no cap. */
export type ChatAgent = { readonly mayTrade: boolean; readonly amountMax: Decimal | null };

/** Calls methods as the agent of a linked chat, with that agent's scopes, caps, rate limits and audit. */
export interface ChatCalls {
	/** Returns the agent's present rights; undefined once it is stopped. */
	agentOf(link: LinkedChat): Promise<ChatAgent | undefined>;
	/** Calls a method. Never rejects. The code is AGENT_STOPPED once the agent is stopped. */
	call(link: LinkedChat, method: string, params: object): Promise<CallOutcome>;
}

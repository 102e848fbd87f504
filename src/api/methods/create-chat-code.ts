import * as z from 'zod';
import { CarrywireError } from '../../domain/carrywire-error.ts';
import { AGENT_TEXT } from '../../identity/text.ts';
import { requireOwnScopes } from '../rpc/agent-rights.ts';
import { CHATS_EXAMPLE } from '../rpc/chat-record.ts';
import { scopedMethod } from '../rpc/method.ts';
import { flag, text } from '../rpc/params.ts';
import { instant } from '../rpc/record-fields.ts';

/**
 * Creates a one-time code that links a chat to one of the caller's agents. Fails with CHAT_NOT_SET_UP while no bot is
 * configured.
 */
export const createChatCode = scopedMethod({
	name: 'create_chat_code',
	summary:
		'Creates a code that links a chat to one of your agents: send /link CODE to the bot within 10 minutes. It works once and replaces your earlier code. The calling token must have each of the agent’s scopes.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({
		agent_id: text(64, 'Running agent as which the chat acts; its scopes and caps limit the chat.'),
		acts_for_owner: flag(
			false,
			'True: the chat may also close positions that its agent did not open, answer suggestions of all your pots, and end your halt. Other agents may not. Needs arb:trade.',
		),
	}),
	result: z.strictObject({
		code: z.string().describe('The code, shown only once.'),
		expires_at: instant('End of the code’s validity.'),
	}),
	example: {
		params: { agent_id: CHATS_EXAMPLE.chats[0].agent_id },
		result: { code: '7K3M-Q0ZC-9XTA', expires_at: '2026-11-20T08:10:00.000Z' },
	},
	errors: ['UNKNOWN_AGENT', 'AGENT_STOPPED', 'CHAT_NOT_SET_UP', 'TOO_MANY_CHATS'],
	async handle({ agent_id: agentId, acts_for_owner: actsForOwner }, { services, caller }) {
		const { stoppedAt, scopes } = await services.agents.get(caller.userId, agentId);
		if (stoppedAt !== null) throw new CarrywireError('AGENT_STOPPED', AGENT_TEXT.stopped({ agent: agentId }));
		requireOwnScopes(caller, actsForOwner ? [...scopes, 'arb:trade'] : scopes);
		const { code, expiresAt } = await services.chats.createCode(caller.userId, agentId, actsForOwner);
		return { code, expires_at: new Date(expiresAt).toISOString() };
	},
});

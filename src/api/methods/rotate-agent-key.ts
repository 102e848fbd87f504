import * as z from 'zod';
import { AGENT_EXAMPLE, agentId } from '../rpc/agent-record.ts';
import { requireOwnScopes } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Replaces an agent's key. Fails with AGENT_STOPPED for a stopped agent. */
export const rotateAgentKey = scopedMethod({
	name: 'rotate_agent_key',
	summary:
		'Replaces the key of an agent; the old key and its tokens stop working immediately. The calling token must have the scopes of the agent. Only this answer contains the new key.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ agent_id: agentId }),
	result: z.strictObject({
		agent_id: z.string().describe('Id of the agent.'),
		agent_key: z.string().describe('New key, shown only once.'),
	}),
	example: {
		params: { agent_id: AGENT_EXAMPLE.agent_id },
		result: { agent_id: AGENT_EXAMPLE.agent_id, agent_key: 'arbk_shown-once' },
	},
	errors: ['UNKNOWN_AGENT', 'AGENT_STOPPED'],
	async handle({ agent_id: id }, { services, caller }) {
		requireOwnScopes(caller, (await services.agents.get(caller.userId, id)).scopes);
		const { key } = await services.agents.rotateKey(caller.userId, id);
		return { agent_id: id, agent_key: key };
	},
});

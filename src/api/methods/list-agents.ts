import * as z from 'zod';
import { AGENT_EXAMPLE, agentRecord, agentSchema } from '../rpc/agent-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Lists the caller's agents, including stopped ones, without their keys. */
export const listAgents = scopedMethod({
	name: 'list_agents',
	summary: 'Lists your agents with their caps, newest first; stopped agents come last.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(agentSchema),
	example: { params: {}, result: [AGENT_EXAMPLE] },
	errors: [],
	handle: async (_params, { services, caller }) =>
		(await services.agents.list(caller.userId)).map(agentRecord),
});

import * as z from 'zod';
import { AGENT_EXAMPLE, agentRecord, agentSchema } from '../rpc/agent-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Method that lists the caller's agents, stopped ones included, without their keys. */
export const listAgents = scopedMethod({
	name: 'list_agents',
	summary: "The caller's agents with their caps, newest first; those that are stopped come last.",
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({}),
	result: z.array(agentSchema),
	example: { params: {}, result: [AGENT_EXAMPLE] },
	errors: [],
	handle: async (_params, { services, caller }) =>
		(await services.agents.list(caller.userId)).map(agentRecord),
});

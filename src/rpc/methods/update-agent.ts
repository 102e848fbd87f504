import * as z from 'zod';
import { scopedMethod } from '../method.ts';
import { AGENT_EXAMPLE, agentId, agentRecord, agentSchema, WISH_PARAMS, wishOf } from '../records/agent.ts';

export const updateAgent = scopedMethod({
	name: 'update_agent',
	summary:
		'Gives an agent another name, other scopes and caps, all of them anew; counts from its next call on.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ agent_id: agentId, ...WISH_PARAMS }),
	result: agentSchema,
	example: {
		params: {
			agent_id: AGENT_EXAMPLE.agent_id,
			name: AGENT_EXAMPLE.name,
			scopes: ['arb:read'],
			caps: {},
		},
		result: {
			...AGENT_EXAMPLE,
			scopes: ['arb:read'],
			caps: {
				amount_max: null,
				open_amount_max: null,
				pairs: null,
				executions_per_day: null,
				must_be_trade: false,
			},
		},
	},
	errors: ['UNKNOWN_AGENT', 'AGENT_STOPPED'],
	handle: async ({ agent_id: id, ...wish }, { services, caller }) =>
		agentRecord(await services.agents.update(caller.userId, id, wishOf(wish))),
});

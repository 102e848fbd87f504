import * as z from 'zod';
import {
	AGENT_EXAMPLE,
	AGENT_PARAMS,
	agentFieldsOf,
	agentId,
	agentRecord,
	agentSchema,
} from '../rpc/agent-record.ts';
import { requireOwnScopes } from '../rpc/agent-rights.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Replaces an agent's name, scopes and caps. Fails with AGENT_STOPPED for a stopped agent. */
export const updateAgent = scopedMethod({
	name: 'update_agent',
	summary:
		'Replaces name, scopes and all caps of an agent, effective from its next call. The calling token must have each of the scopes.',
	scope: 'agents:manage',
	tradesMoney: false,
	params: z.strictObject({ agent_id: agentId, ...AGENT_PARAMS }),
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
	async handle({ agent_id: id, ...params }, { services, caller }) {
		const fields = agentFieldsOf(params);
		requireOwnScopes(caller, fields.scopes);
		return agentRecord(await services.agents.update(caller.userId, id, fields));
	},
});

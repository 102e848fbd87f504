import * as z from 'zod';
import { AGENT_EXAMPLE, agentId, agentRecord, agentSchema } from '../rpc/agent-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Stops an agent permanently. Fails with UNKNOWN_AGENT for an id that is not the caller's. */
export const stopAgent = scopedMethod({
	name: 'stop_agent',
	summary:
		'Stops an agent immediately and permanently. Its tokens stop working, its queued executions are cancelled, and those still opening add no more size. Open positions are yours and stay open.',
	scope: 'agents:manage',
	tradesMoney: false,
	isStop: true,
	params: z.strictObject({ agent_id: agentId }),
	result: agentSchema,
	example: {
		params: { agent_id: AGENT_EXAMPLE.agent_id },
		result: { ...AGENT_EXAMPLE, stopped_at: '2026-11-20T09:00:00.000Z' },
	},
	errors: ['UNKNOWN_AGENT', 'STORE_UNAVAILABLE'],
	async handle({ agent_id: id }, { services, caller }) {
		await services.agents.stop(caller.userId, id);
		return agentRecord(await services.agents.get(caller.userId, id));
	},
});

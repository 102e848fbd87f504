import * as z from 'zod';
import { AGENT_EXAMPLE, agentId, agentRecord, agentSchema } from '../rpc/agent-record.ts';
import { scopedMethod } from '../rpc/method.ts';

/** Method that stops an agent for good. It fails with UNKNOWN_AGENT for an id that is not the caller's. */
export const stopAgent = scopedMethod({
	name: 'stop_agent',
	summary:
		'Stops an agent at once and for good: its tokens end, what it has queued is cancelled, nothing more of what it is opening is opened. What is open is the caller’s and runs on.',
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

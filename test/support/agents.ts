/** Agents as a token names them: an id, and the caps that their owner has set. */
import type { AgentCaps, Asker, CallingAgent } from '../../src/ports/order-service.ts';

export const NO_CAPS: AgentCaps = {
	amountMax: null,
	openAmountMax: null,
	pairs: null,
	executionsPerDay: null,
	mustBeTrade: false,
};

export function agentWith(caps: Partial<AgentCaps> = {}, agentId = 'agent_1'): CallingAgent {
	return { agentId, caps: { ...NO_CAPS, ...caps } };
}

/** The owner of every agent of the tests, who calls themselves unless an agent is named. */
export function asker(agent?: CallingAgent, userId = 'user_a'): Asker {
	return { userId, agent };
}

/** Agents as named by a token: an id, and the caps set by their owner. */
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

/** Owner of every agent in the tests, and the caller unless an agent is named. */
export function asker(agent?: CallingAgent, userId = 'user_a'): Asker {
	return { userId, agent };
}

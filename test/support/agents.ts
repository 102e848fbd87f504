/** Builds agents as tokens identify them: an id, and the caps that the owner has set. */
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

/**
 * Returns a caller: the user and, if given, the agent that acts for the user. The user owns every agent in the tests.
 */
export function asker(agent?: CallingAgent, userId = 'user_a'): Asker {
	return { userId, agent };
}

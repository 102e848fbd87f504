/** Builds agents as a token names them: an id, and the caps that the owner has set. */
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
 * Returns a caller: the user, who owns every agent in the tests, and the agent that acts for the user, if there is
 * one.
 */
export function asker(agent?: CallingAgent, userId = 'user_a'): Asker {
	return { userId, agent };
}

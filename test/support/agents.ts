/** Agents as a token names them: an id, and the caps that their owner set. */
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
 * Returns the caller: the given user, who owns every agent in the tests, with the agent that acts for the user, if
 * any.
 */
export function asker(agent?: CallingAgent, userId = 'user_a'): Asker {
	return { userId, agent };
}

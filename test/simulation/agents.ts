/**
 * Adds agents to seeds above two million. In addition to the usual draws, some calls come from a user's agent with
 * random caps, and some of those arrive simultaneously. The owner stops an agent, sometimes while one of its
 * executions opens. Every second seed also has a third exchange. These draws use a separate stream, so they do not
 * change smaller seeds.
 */
import { fromInteger } from '../../src/domain/decimal.ts';
import type { AgentCaps, CallingAgent } from '../../src/ports/order-service.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import { isAtCaps } from './at-caps.ts';
import { type AskedExecution, type DrawnStop, FAULTS_FOR_MS, pick, type Scenario } from './scenario.ts';

/** The first seed with agents. */
export const AGENTS_FROM = 2_000_001;
const IDS = ['agent_1', 'agent_2'] as const;

export function hasAgents(seed: number): boolean {
	return seed >= AGENTS_FROM && !isAtCaps(seed);
}

export function withAgents(scenario: Scenario, seed: number): Scenario {
	const random = seededRandom(Math.imul(seed, 0xc2b2ae35) ^ 0x27d4eb2f);
	const agents = IDS.slice(0, 1 + random.below(IDS.length)).map((agentId) => ({
		agentId,
		caps: drawnCaps(random),
	}));
	const asked = scenario.asked.flatMap((ask) => drawnAskers(random, ask, agents));
	return { ...scenario, asked, stops: drawnStops(random, scenario.startAt, asked) };
}

function drawnCaps(random: SeededRandom): AgentCaps {
	return {
		amountMax: random.chance(0.8) ? null : fromInteger(200 + random.below(4_000)),
		openAmountMax: random.chance(0.4) ? null : fromInteger(300 + random.below(8_000)),
		pairs: random.chance(0.95) ? null : ['binance-okx'],
		executionsPerDay: random.chance(0.4) ? null : random.below(4),
		mustBeTrade: random.chance(0.2),
	};
}

/**
 * Turns the owner's call into an agent's call, or has two callers make it simultaneously, each with its own key. All
 * agents belong to one user.
 */
function drawnAskers(
	random: SeededRandom,
	ask: AskedExecution,
	agents: readonly CallingAgent[],
): readonly AskedExecution[] {
	const { userId } = ask.request;
	const by = (agent: CallingAgent | undefined): AskedExecution => {
		const own = agent === undefined ? undefined : { ...agent, agentId: `${agent.agentId} of ${userId}` };
		return { ...ask, request: { ...ask.request, agent: own } };
	};
	if (random.chance(0.25)) return [ask];
	const agent = pick(random, agents);
	if (random.chance(0.6)) return [by(agent)];
	return [by(agent), by(pick(random, [...agents, undefined]))];
}

/** Draws the stops of agents. Most fall within seconds of a call, the others at any time. */
function drawnStops(
	random: SeededRandom,
	startAt: number,
	asked: readonly AskedExecution[],
): readonly DrawnStop[] {
	if (random.chance(0.3)) return [];
	const ask = pick(
		random,
		asked.filter(({ request }) => request.agent !== undefined),
	);
	const agentId = ask?.request.agent?.agentId;
	if (ask === undefined || agentId === undefined) return [];
	const at = random.chance(0.8)
		? ask.at + random.below(random.chance(0.3) ? 60 : 12_000)
		: startAt + random.below(FAULTS_FOR_MS);
	return [{ at, userId: ask.request.userId, agentId }];
}

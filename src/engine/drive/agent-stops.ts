/**
 * What a stopped agent was opening, and that nothing more is opened for it. That an agent is stopped is its owner's word
 * and stands elsewhere (`isAgentStopped`); here it is asked in the tick in which a call is admitted and before every
 * further slice, and what was under way is ended.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { mayOpenMore } from '../../domain/status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AgentStopEffect, CallingAgent } from '../../ports/order-service.ts';
import type { ExecutionDriver } from './driver.ts';
import { nextChange } from './next-change.ts';

/** Answers from memory: it is asked in the middle of a tick. Must be true before `stop`, and after every restart. */
export type IsAgentStopped = (agentId: string) => boolean;

const ITS_AGENT = 'its agent was stopped';
/** A stop waits so long for the journal. */
const WRITE_WAIT_MS = 5_000;

/** Why nothing more of the execution may be opened; null while it may. */
export function stoppedAgent({ plan }: ExecutionState, isAgentStopped: IsAgentStopped): string | null {
	return plan.agentId !== undefined && isAgentStopped(plan.agentId) ? ITS_AGENT : null;
}

/** @throws CarrywireError AGENT_NOT_ALLOWED for an agent that is stopped. */
export function requireNotStopped(agent: CallingAgent | undefined, isAgentStopped: IsAgentStopped): void {
	if (agent === undefined || !isAgentStopped(agent.agentId)) return;
	throw new CarrywireError(
		'AGENT_NOT_ALLOWED',
		`The agent ${agent.agentId} is stopped by its owner, so nothing is opened for it.`,
		{ facts: { agentId: agent.agentId } },
	);
}

/** Ends what stopped agents have open, as each stop asks. */
export function createAgentStops(options: {
	readonly driver: Pick<ExecutionDriver, 'state' | 'states' | 'statesOf' | 'submit' | 'onChange'>;
	readonly clock: Clock;
	readonly isAgentStopped: IsAgentStopped;
}) {
	const { driver, isAgentStopped } = options;

	/** Asks the engine to end what an execution of a stopped agent still opens; false where there is nothing to end. */
	function endOpening(state: ExecutionState): boolean {
		if (stoppedAgent(state, isAgentStopped) === null || !mayOpenMore(state)) return false;
		driver.submit(state.plan.executionId, { kind: 'endOpening', reason: ITS_AGENT });
		return true;
	}

	/** See `ExecutionControls.stopAgent`. */
	async function stop(userId: string, agentId: string): Promise<AgentStopEffect> {
		if (!isAgentStopped(agentId))
			throw new Error(`Invariant broken: an agent is stopped before what it opens is ended, was ${agentId}.`);
		const opening = driver
			.statesOf(userId)
			.filter((state) => state.plan.agentId === agentId && mayOpenMore(state));
		const waiting = opening.map((state) => {
			const after = nextChange(options, state.plan.executionId, WRITE_WAIT_MS, (next) => !mayOpenMore(next));
			endOpening(state);
			return after;
		});
		const after = await Promise.all(waiting);
		const idsOf = (states: readonly ExecutionState[]) => states.map(({ plan }) => plan.executionId);
		const known = after.flatMap((state) => state ?? []);
		if (known.length < after.length)
			throw new CarrywireError(
				'STORE_UNAVAILABLE',
				'The agent is stopped and nothing more is opened for it, but that could not be written down yet: what it was opening is ended as soon as it can be. Look at the disk of the data directory.',
			);
		return {
			canceled: idsOf(known.filter((state) => isEnded(state) && state.orders.length === 0)),
			openingEnded: idsOf(known.filter((state) => state.openingEnded === ITS_AGENT)),
		};
	}

	return {
		stop,
		endOpening,
		/** After a start: an agent may have been stopped while the service was down, or died with its last words. */
		endAll(): void {
			for (const state of driver.states()) endOpening(state);
		},
	};
}

/** Answers to the stop of an agent. */
export type AgentStops = ReturnType<typeof createAgentStops>;

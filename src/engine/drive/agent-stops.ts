/**
 * Ends the openings of a stopped agent, and prevents further ones. The stop itself is recorded elsewhere
 * (`isAgentStopped`). The stop is checked synchronously when a call is admitted, and before every further slice.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import { type ExecutionState, isEnded } from '../../domain/execution.ts';
import { mayOpenMore } from '../../domain/status.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AgentStopEffect, CallingAgent } from '../../ports/order-service.ts';
import type { ExecutionDriver } from './driver.ts';
import { nextChange } from './next-change.ts';
import { REFUSAL_TEXT } from './text.ts';

/**
 * True if the agent is stopped. The function reads memory only, because its callers need the result synchronously. It
 * must already return true when `stop` is called, and after every restart.
 */
export type IsAgentStopped = (agentId: string) => boolean;

const ITS_AGENT = 'its agent was stopped';
/** Time that a stop waits for the journal, milliseconds. */
const WRITE_WAIT_MS = 5_000;

/** Returns why nothing more of the execution may be opened; null when openings are allowed. */
export function stoppedAgent({ plan }: ExecutionState, isAgentStopped: IsAgentStopped): string | null {
	return plan.agentId !== undefined && isAgentStopped(plan.agentId) ? ITS_AGENT : null;
}

/** @throws CarrywireError AGENT_NOT_ALLOWED for a stopped agent */
export function requireNotStopped(agent: CallingAgent | undefined, isAgentStopped: IsAgentStopped): void {
	if (agent === undefined || !isAgentStopped(agent.agentId)) return;
	throw new CarrywireError('AGENT_NOT_ALLOWED', REFUSAL_TEXT.agentStopped({ agent: agent.agentId }), {
		facts: { agentId: agent.agentId },
	});
}

/** Ends the openings of stopped agents. */
export function createAgentStops(options: {
	readonly driver: Pick<ExecutionDriver, 'state' | 'states' | 'statesOf' | 'submit' | 'onChange'>;
	readonly clock: Clock;
	readonly isAgentStopped: IsAgentStopped;
}) {
	const { driver, isAgentStopped } = options;

	/** Asks the engine to end the opening of a stopped agent's execution. Returns false if there is nothing to end. */
	function endOpening(state: ExecutionState): boolean {
		if (stoppedAgent(state, isAgentStopped) === null || !mayOpenMore(state)) return false;
		driver.submit(state.plan.executionId, { kind: 'endOpening', reason: ITS_AGENT });
		return true;
	}

	/** See `ExecutionControls.stopAgent`. */
	async function stop(userId: string, agentId: string): Promise<AgentStopEffect> {
		if (!isAgentStopped(agentId))
			throw new Error(
				`Invariant broken: an agent is stopped before its openings end, but ${agentId} is not.`,
			);
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
			throw new CarrywireError('STORE_UNAVAILABLE', REFUSAL_TEXT.agentStopNotWritten());
		return {
			canceled: idsOf(known.filter((state) => isEnded(state) && state.orders.length === 0)),
			openingEnded: idsOf(known.filter((state) => state.openingEnded === ITS_AGENT)),
		};
	}

	return {
		stop,
		endOpening,
		/**
		 * Ends the openings of all stopped agents after startup, because an agent may have been stopped while the
		 * service was down or stopping.
		 */
		endAll(): void {
			for (const state of driver.states()) endOpening(state);
		},
	};
}

/** Ends the openings of stopped agents. */
export type AgentStops = ReturnType<typeof createAgentStops>;

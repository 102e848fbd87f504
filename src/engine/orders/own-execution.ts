/** Which executions an asker may command: a user all of theirs, an agent those alone that it opened itself. Pure. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { Asker } from '../../ports/desk.ts';

/** True for the user, and for the agent that opened it. */
export function mayCommand({ plan }: ExecutionState, { userId, agent }: Asker): boolean {
	return plan.userId === userId && (agent === undefined || plan.agentId === agent.agentId);
}

/** One that is not the asker's is answered like one that does not exist. @throws CarrywireError UNKNOWN_EXECUTION */
export function requireOwn(
	state: ExecutionState | undefined,
	executionId: string,
	by: Asker,
): ExecutionState {
	if (state !== undefined && mayCommand(state, by)) return state;
	throw new CarrywireError(
		'UNKNOWN_EXECUTION',
		`execution_id names no execution of yours, was ${executionId}.`,
		{ field: 'execution_id' },
	);
}

/**
 * Checks which executions a caller may command. A user may command all of theirs, an agent only those that it opened
 * itself. Pure functions.
 */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import type { Asker } from '../../ports/order-service.ts';
import type { ExecutionDriver } from '../drive/driver.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

/** Executions in memory, and ended ones folded from their journals. */
export type KnownExecutions = {
	readonly driver: Pick<ExecutionDriver, 'state'>;
	readonly foldEnded: (executionId: string) => Promise<ExecutionState | undefined>;
};

/** True for the user who owns the execution, and for the agent that opened it. */
export function mayCommand({ plan }: ExecutionState, { userId, agent }: Asker): boolean {
	return plan.userId === userId && (agent === undefined || plan.agentId === agent.agentId);
}

/** Returns the execution with this id; undefined if there is none. */
export async function findExecution(
	{ driver, foldEnded }: KnownExecutions,
	executionId: string,
): Promise<ExecutionState | undefined> {
	return driver.state(executionId) ?? (await foldEnded(executionId));
}

/**
 * Returns the caller's execution. Another user's execution gives the same error as one that does not exist. @throws
 * CarrywireError UNKNOWN_EXECUTION
 */
export async function ownExecution(
	known: KnownExecutions,
	executionId: string,
	by: Asker,
): Promise<ExecutionState> {
	const state = await findExecution(known, executionId);
	if (state !== undefined && mayCommand(state, by)) return state;
	throw new CarrywireError('UNKNOWN_EXECUTION', REFUSAL_TEXT.unknownExecution({ id: executionId }), {
		field: 'execution_id',
	});
}

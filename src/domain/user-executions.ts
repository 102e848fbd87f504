/** Selects executions by user, state or exchange account. Pure functions. */
import type { ExecutionPlan } from './event.ts';
import { type ExecutionState, isEnded } from './execution.ts';
import { journalId, type LegRole } from './ids.ts';

/** Returns the user's executions that have not ended. */
export function openExecutionsOf(
	states: readonly ExecutionState[],
	userId: string,
): readonly ExecutionState[] {
	return states.filter((state) => state.plan.userId === userId && !isEnded(state));
}

/** Returns the id of a leg's exchange account in the journal (`journalId` in `ids.ts`). */
export function legJournalId({ userId, legs }: ExecutionPlan, leg: LegRole): string {
	return journalId(userId, legs[leg].venue, legs[leg].account);
}

/**
 * Returns the executions with a leg on the account, including those that have ended. `account` is the account's
 * `journalId`.
 */
export function executionsOnAccount(
	states: readonly ExecutionState[],
	account: string,
): readonly ExecutionState[] {
	return states.filter(
		({ plan }) => legJournalId(plan, 'long') === account || legJournalId(plan, 'short') === account,
	);
}

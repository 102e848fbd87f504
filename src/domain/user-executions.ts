/** Selects executions by user, state or exchange account. Pure. */
import type { ExecutionPlan } from './event.ts';
import { type ExecutionState, isEnded } from './execution.ts';
import { journalId, type LegRole } from './ids.ts';

/** The user's executions that have not ended. */
export function openExecutionsOf(
	states: readonly ExecutionState[],
	userId: string,
): readonly ExecutionState[] {
	return states.filter((state) => state.plan.userId === userId && !isEnded(state));
}

/** The exchange account of a leg, by its name in the journal. */
export function legJournalId({ userId, legs }: ExecutionPlan, leg: LegRole): string {
	return journalId(userId, legs[leg].venue, legs[leg].account);
}

/** Executions with a leg on the account, ended ones included. `account`: its name in the journal. */
export function executionsOnAccount(
	states: readonly ExecutionState[],
	account: string,
): readonly ExecutionState[] {
	return states.filter(
		({ plan }) => legJournalId(plan, 'long') === account || legJournalId(plan, 'short') === account,
	);
}

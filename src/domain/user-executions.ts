/** Which of many executions are a user's, open, or on an exchange account. Pure. */
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

/** The exchange account of a leg, as the journal names it. */
export function legJournalId({ userId, legs }: ExecutionPlan, leg: LegRole): string {
	return journalId(userId, legs[leg].venue, legs[leg].account);
}

/** Those with a leg on the account, ended ones included. `account` as the journal names it. */
export function executionsOnAccount(
	states: readonly ExecutionState[],
	account: string,
): readonly ExecutionState[] {
	return states.filter(
		({ plan }) => legJournalId(plan, 'long') === account || legJournalId(plan, 'short') === account,
	);
}

/** Exit rules that a roll takes over from the execution before it. Pure functions. */
import type { ExitPlan } from '../../domain/event.ts';
import type { ExecutionState } from '../../domain/execution.ts';
import { heldFacts } from '../decide/exit-facts.ts';

/** Returns the exit rules for the pair after. Funding intervals that have passed do not count again. */
export function inheritedExit(before: ExecutionState): ExitPlan {
	const { exit } = before;
	if (exit.maxEpochs === null) return exit;
	return { ...exit, maxEpochs: Math.max(1, exit.maxEpochs - heldFacts(before).epochs) };
}

/** Returns the time from which the pair after counts the hours of its exit rules, milliseconds. */
export function heldFrom({ plan, openedAt, createdAt }: ExecutionState): number {
	return plan.rolls?.heldFrom ?? openedAt ?? createdAt;
}

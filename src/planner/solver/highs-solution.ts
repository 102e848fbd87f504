/** Turns the answer of HiGHS into a solution or an error. */
import { type LinearSolution, PlanSolverError } from '../../ports/plan-solver.ts';
import type { FromHighsThread } from './highs-messages.ts';

/** Answer to a program; `silent` if none came in time. */
export type HighsAnswer = FromHighsThread | { readonly kind: 'silent' };

/** Time limit of one program, ms. A program of 1,500 legs takes well under a second. */
export const TIME_LIMIT_MS = 10_000;

/** Returns the solution of an answer. @throws PlanSolverError for an answer without one */
export function solutionOf(answer: HighsAnswer, timeLimitMs: number): LinearSolution {
	if (answer.kind === 'optimal') {
		const { columns, rowPrices } = answer;
		return { status: 'optimal', columns, rowPrices };
	}
	if (answer.kind === 'infeasible') return { status: 'infeasible' };
	if (answer.kind === 'failed') throw new PlanSolverError('failed', answer.message);
	if (answer.kind === 'unbounded')
		throw new PlanSolverError('unbounded', 'The plan has no limit on its size.');
	throw new PlanSolverError('time_limit', `The plan took longer than ${timeLimitMs / 1_000} s.`);
}

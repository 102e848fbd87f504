/**
 * Solves linear programs in the thread that calls. Replays use it: their time is virtual, and each plays in a thread of
 * its own.
 */
import type { PlanSolver } from '../../ports/plan-solver.ts';
import { solutionOf, TIME_LIMIT_MS } from './highs-solution.ts';
import { loadRunHighs } from './run-highs.ts';

/** Loads the solver. */
export async function loadInThreadSolver(): Promise<PlanSolver> {
	const run = await loadRunHighs();
	return {
		solve: async (program) => solutionOf(run(program, TIME_LIMIT_MS), TIME_LIMIT_MS),
		close: async () => {},
	};
}

/** Messages between the service and the thread of HiGHS. */
import type { LinearProgram } from '../../ports/plan-solver.ts';

/** A program to solve. The thread answers each with one `FromHighsThread`. */
export type ToHighsThread = { readonly program: LinearProgram; readonly timeLimitMs: number };

/** Answer of the thread. */
export type FromHighsThread =
	| { readonly kind: 'optimal'; readonly columns: Float64Array; readonly rowPrices: Float64Array }
	| { readonly kind: 'infeasible' | 'unbounded' | 'timeLimit' }
	| { readonly kind: 'failed'; readonly message: string };

/** Solves linear programs for the planner, outside the thread that trades. */

/**
 * A linear program: minimise Σ costs · column, with bounds on columns and rows. The matrix is stored by column:
 * the entries of column c are at `starts[c]` to `starts[c + 1] - 1` of `rows` and `values`. Bounds may be infinite.
 */
export type LinearProgram = {
	readonly costs: Float64Array;
	readonly columnLower: Float64Array;
	readonly columnUpper: Float64Array;
	readonly rowLower: Float64Array;
	readonly rowUpper: Float64Array;
	readonly starts: Int32Array;
	readonly rows: Int32Array;
	readonly values: Float64Array;
};

/** Answer to a linear program. */
export type LinearSolution =
	| {
			readonly status: 'optimal';
			readonly columns: Float64Array;
			/** Change of the minimum per unit that a row's active bound rises. 0 for a row that does not bind. */
			readonly rowPrices: Float64Array;
	  }
	| { readonly status: 'infeasible' };

/** Solves linear programs. */
export interface PlanSolver {
	/** Solves one program. Programs wait for each other. @throws PlanSolverError */
	solve(program: LinearProgram): Promise<LinearSolution>;
	/** Stops the solver. A program in progress fails. */
	close(): Promise<void>;
}

/** Thrown if a program has no answer. */
export class PlanSolverError extends Error {
	override readonly name = 'PlanSolverError';
	/**
	 * `time_limit`: the time limit passed. `unbounded`: a column could grow without end. `failed`: the solver failed.
	 * `closed`: the solver was closed.
	 */
	readonly why: 'time_limit' | 'unbounded' | 'failed' | 'closed';
	constructor(why: PlanSolverError['why'], message: string) {
		super(message);
		this.why = why;
	}
}

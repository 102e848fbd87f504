/** The program of the thread that solves linear programs with HiGHS, one after another. */

import { isMainThread, parentPort } from 'node:worker_threads';
import loadHighs from 'highs';
import { messageOf } from '../../domain/message-of.ts';
import type { LinearProgram } from '../../ports/plan-solver.ts';
import type { FromHighsThread, ToHighsThread } from './highs-messages.ts';

if (isMainThread || parentPort === null)
	throw new Error('Invariant broken: HiGHS runs in a thread of its own.');
const port = parentPort;
// The package declares its types as CommonJS, so the compiler takes its default export for the whole module.
const highs = await (loadHighs as unknown as (typeof loadHighs)['default'])();
const { modelStatus } = highs.constants;

port.on('message', ({ program, timeLimitMs }: ToHighsThread) => {
	let answer: FromHighsThread;
	try {
		answer = solved(program, timeLimitMs);
	} catch (error) {
		answer = { kind: 'failed', message: messageOf(error) };
	}
	port.postMessage(answer);
});

function solved(program: LinearProgram, timeLimitMs: number): FromHighsThread {
	const { costs, columnLower, columnUpper, rowLower, rowUpper, starts, rows, values } = program;
	if (costs.length === 0) return withoutColumns(program);
	const [numCols, numRows] = [costs.length, rowLower.length];
	const matrix = { format: 'csc', numRows, numCols, starts, indices: rows, values } as const;
	const data = { numCols, numRows, colCost: costs, colLower: columnLower, colUpper: columnUpper };
	return highs.withModel({ ...data, rowLower, rowUpper, matrix }, (model): FromHighsThread => {
		model.options.set('output_flag', false);
		model.options.set('time_limit', timeLimitMs / 1_000);
		model.run();
		if (model.getModelStatus() === modelStatus.unboundedOrInfeasible) {
			// Presolve does not tell the two apart; the simplex method does.
			model.options.set('presolve', 'off');
			model.run();
		}
		const status = model.getModelStatus();
		if (status === modelStatus.optimal) {
			const { colValue, rowDual } = model.getSolution();
			return { kind: 'optimal', columns: colValue, rowPrices: rowDual };
		}
		if (status === modelStatus.infeasible) return { kind: 'infeasible' };
		if (status === modelStatus.unbounded) return { kind: 'unbounded' };
		if (status === modelStatus.timeLimit) return { kind: 'timeLimit' };
		return { kind: 'failed', message: `HiGHS ended with status ${status}.` };
	});
}

/** Answers a program without columns, which HiGHS does not solve: every row is 0. */
function withoutColumns({ rowLower, rowUpper }: LinearProgram): FromHighsThread {
	const isMet = rowLower.every((lower, row) => lower <= 0 && (rowUpper[row] as number) >= 0);
	if (!isMet) return { kind: 'infeasible' };
	return { kind: 'optimal', columns: new Float64Array(), rowPrices: new Float64Array(rowLower.length) };
}

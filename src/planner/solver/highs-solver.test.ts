import { afterEach, expect, test } from 'vitest';
import type { Clock } from '../../ports/clock.ts';
import type { LinearProgram, PlanSolver } from '../../ports/plan-solver.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createHighsSolver } from './highs-solver.ts';

const opened: PlanSolver[] = [];
afterEach(async () => {
	await Promise.all(opened.splice(0).map((solver) => solver.close()));
});

function createSolver(clock: Clock = systemClock): PlanSolver {
	const solver = createHighsSolver({ clock });
	opened.push(solver);
	return solver;
}

/** Minimises −a − 2 b over a, b >= 0 with `rowLower` <= a + b <= `rowUpper` and b <= 2. */
function program(rowLower: number, rowUpper: number): LinearProgram {
	return {
		costs: Float64Array.of(-1, -2),
		columnLower: Float64Array.of(0, 0),
		columnUpper: Float64Array.of(Number.POSITIVE_INFINITY, 2),
		rowLower: Float64Array.of(rowLower),
		rowUpper: Float64Array.of(rowUpper),
		starts: Int32Array.of(0, 1, 2),
		rows: Int32Array.of(0, 0),
		values: Float64Array.of(1, 1),
	};
}

test('solves a program and prices its rows', async () => {
	expect(await createSolver().solve(program(0, 5))).toEqual({
		status: 'optimal',
		columns: Float64Array.of(3, 2),
		rowPrices: Float64Array.of(-1),
	});
});

test('solves programs in the order of the calls', async () => {
	const solver = createSolver();
	const solutions = await Promise.all([3, 4, 5].map((limit) => solver.solve(program(0, limit))));
	expect(solutions.map((solution) => solution.status === 'optimal' && solution.columns[0])).toEqual([
		1, 2, 3,
	]);
});

test('tells infeasible and unbounded programs apart', async () => {
	const solver = createSolver();
	expect(await solver.solve(program(-2, -1))).toEqual({ status: 'infeasible' });
	await expect(solver.solve(program(0, Number.POSITIVE_INFINITY))).rejects.toMatchObject({
		name: 'PlanSolverError',
		why: 'unbounded',
	});
});

test('answers programs without columns', async () => {
	const solver = createSolver();
	const empty = {
		costs: new Float64Array(),
		columnLower: new Float64Array(),
		columnUpper: new Float64Array(),
	};
	const none = { starts: Int32Array.of(0), rows: new Int32Array(), values: new Float64Array() };
	expect(await solver.solve({ ...program(-1, 5), ...empty, ...none })).toMatchObject({ status: 'optimal' });
	expect(await solver.solve({ ...program(1, 5), ...empty, ...none })).toEqual({ status: 'infeasible' });
});

test('answers after a program that HiGHS refuses', async () => {
	const solver = createSolver();
	await expect(solver.solve({ ...program(0, 5), costs: Float64Array.of(1) })).rejects.toMatchObject({
		why: 'failed',
	});
	expect(await solver.solve(program(0, 5))).toMatchObject({ status: 'optimal' });
});

test('ends a thread that does not answer in time, and starts another for the next program', async () => {
	const due: (() => void)[] = [];
	const solver = createSolver({
		...systemClock,
		after: (_delayMs, task) => {
			due.push(task);
			return () => {};
		},
	});
	const late = solver.solve(program(0, 5));
	await Promise.resolve();
	await Promise.resolve();
	due[0]?.();
	await expect(late).rejects.toMatchObject({ why: 'time_limit' });
	expect(await solver.solve(program(0, 5))).toMatchObject({ status: 'optimal' });
});

test('refuses programs after it was closed, and ends the one in progress', async () => {
	const solver = createSolver();
	const running = solver.solve(program(0, 5));
	await Promise.all([solver.close(), expect(running).rejects.toMatchObject({ why: 'closed' })]);
	await expect(solver.solve(program(0, 5))).rejects.toMatchObject({ why: 'closed' });
});

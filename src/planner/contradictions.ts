/**
 * Finds the limits that contradict each other in a problem without a plan. A first program measures by how much the
 * limits must be exceeded in total; the limits with a price in it already contradict each other. Then each limit is
 * left out in turn, and stays out if the others still contradict each other.
 */
import type { LinearProgram, PlanSolver } from '../ports/plan-solver.ts';
import { legsBy, planUnit, type SumLimit, sumLimits } from './plan-figures.ts';
import type { LimitName, PlanLeg, PlanProblem } from './plan-problem.ts';
import { createProgramBuilder, type Entry } from './program-builder.ts';

/** Smallest price of a limit that takes part in a contradiction; the sum of the excesses has price 1. */
const PART_MIN = 1e-6;

/** A limit on a sum, or the bounds of one leg. */
type Limit = SumLimit | { readonly limit: LimitName; readonly on: 'leg'; readonly legs: readonly number[] };

/**
 * Returns limits that cannot all be met. Without any one of them, the others can. Returns an empty list for a problem
 * that has a plan. @throws PlanSolverError
 */
export async function findContradiction(
	problem: PlanProblem,
	solver: PlanSolver,
): Promise<readonly LimitName[]> {
	const all: readonly Limit[] = [...sumLimits(problem), ...legLimits(problem.legs)];
	const { program, rows } = feasibilityProgram(problem, all, 'exceeded');
	const measured = await solver.solve(program);
	if (measured.status === 'infeasible') throw new Error('Invariant broken: limits can be exceeded.');
	const priced = all.filter((_, index) => {
		const price = measured.rowPrices[rows[index] as number] as number;
		return Math.abs(price) > PART_MIN;
	});
	const areMet = async (limits: readonly Limit[]): Promise<boolean> =>
		(await solver.solve(feasibilityProgram(problem, limits, 'met').program)).status === 'optimal';
	let left: readonly Limit[] = (await areMet(priced)) ? all : priced;
	if (left === all && (await areMet(all))) return [];
	for (const candidate of [...left]) {
		const others = left.filter((limit) => limit !== candidate);
		if (!(await areMet(others))) left = others;
	}
	return left.map(({ limit }) => limit);
}

function legLimits(legs: readonly PlanLeg[]): readonly Limit[] {
	return legs.flatMap(({ coin, exchange, low, high }, index) =>
		low > -Infinity || high < Infinity
			? [{ limit: { kind: 'leg', coin, exchange } as const, on: 'leg' as const, legs: [index] }]
			: [],
	);
}

/**
 * Writes the limits as a program. `met`: it is feasible if all limits can be met. `exceeded`: its minimum is the
 * smallest total excess.
 */
function feasibilityProgram(
	{ legs, limits: bounds }: PlanProblem,
	limits: readonly Limit[],
	goal: 'met' | 'exceeded',
): { readonly program: LinearProgram; readonly rows: readonly number[] } {
	const unit = planUnit(legs, bounds);
	const builder = createProgramBuilder();
	const entries = legs.map(() => ({ long: [] as Entry[], short: [] as Entry[] }));
	const use = (indices: readonly number[], row: number, on: Limit['on']): void => {
		for (const index of indices) {
			entries[index]?.long.push([row, 1]);
			entries[index]?.short.push([row, on === 'size' ? 1 : -1]);
		}
	};
	for (const indices of legsBy(legs, ({ coin }) => coin).values()) use(indices, builder.addRow(0, 0), 'net');
	const rows = limits.map((limit) => {
		const [lower, upper] = rangeOf(limit, legs);
		const row = builder.addRow(lower / unit, upper / unit);
		use(limit.legs, row, limit.on);
		return row;
	});
	for (const { long, short } of entries) {
		builder.addColumn(0, 0, Infinity, long);
		builder.addColumn(0, 0, Infinity, short);
	}
	if (goal === 'exceeded')
		for (const row of rows) {
			builder.addColumn(1, 0, Infinity, [[row, 1]]);
			builder.addColumn(1, 0, Infinity, [[row, -1]]);
		}
	return { program: builder.build(), rows };
}

function rangeOf(limit: Limit, legs: readonly PlanLeg[]): readonly [number, number] {
	if (limit.on === 'leg') {
		const { low, high } = legs[limit.legs[0] as number] as PlanLeg;
		return [low, high];
	}
	return [limit.on === 'size' ? -Infinity : -limit.max, limit.max];
}

/**
 * Writes a plan problem as a linear program, and reads the plan from its solution. Pure.
 *
 * Each leg has up to three columns, mirrored if it is held short: `grow` extends the held position, `shrink` reduces
 * it towards 0, and `flip` opens the other side. |target| and |target − held| are then sums of columns, because a best
 * solution shrinks a position completely before it flips. Amounts are in units of the coin limit and costs in bp, so
 * that figures lie near 1, where the solver's tolerances hold.
 */
import type { LinearProgram, LinearSolution } from '../ports/plan-solver.ts';
import {
	bindingLimits,
	legsBy,
	objectiveOf,
	planUnit,
	type SumLimit,
	sumLimits,
	TRADE_PENALTY,
} from './plan-figures.ts';
import type { OptimalPlan, PlanLeg, PlanProblem, ShadowPrice } from './plan-problem.ts';
import { createProgramBuilder, type Entry, type ProgramBuilder } from './program-builder.ts';

/** Costs are in bp. */
const COST_SCALE = 1e4;
/** Amounts that the solver leaves this close to a bound, 0 or the held amount are set to it, in plan units. */
const SNAP = 1e-6;

/** A plan problem as a linear program. */
export type PlanProgram = {
	readonly program: LinearProgram;
	/** Reads the plan from the solution. */
	readonly planOf: (solution: Extract<LinearSolution, { status: 'optimal' }>) => OptimalPlan;
};

/** Rows of the program that one leg has a part in. */
type LegRows = {
	/** The row in which the coin's targets add up to 0. */
	readonly balance: number;
	/** Rows of limits on Σ |target|. */
	readonly sizes: readonly number[];
	/** Rows of limits on |Σ target|. */
	readonly nets: readonly number[];
};

type LegColumns = { readonly grow: number; readonly shrink: number | undefined; readonly flip: number };

/** Writes a plan problem as a linear program. Each leg must have low <= high. */
export function planProgram(problem: PlanProblem): PlanProgram {
	const { legs, gainShare } = problem;
	const unit = planUnit(legs, problem.limits);
	const builder = createProgramBuilder();
	const rows = legs.map(() => ({ balance: 0, sizes: [] as number[], nets: [] as number[] }));
	for (const indices of legsBy(legs, ({ coin }) => coin).values()) {
		const held = indices.reduce((sum, index) => sum + (legs[index]?.held as number), 0) / unit;
		const balance = builder.addRow(-held, -held);
		for (const index of indices) Object.assign(rows[index] as object, { balance });
	}
	const limits = sumLimits(problem).map((limit) => {
		const row = addLimit(builder, limit, legs, unit);
		for (const index of limit.legs) rows[index]?.[limit.on === 'size' ? 'sizes' : 'nets'].push(row);
		return { limit: limit.limit, row };
	});
	const columns = legs.map((leg, index) => addLeg(builder, leg, rows[index] as LegRows, gainShare, unit));
	return {
		program: builder.build(),
		planOf(solution) {
			const raw = legs.map((leg, index) => targetOf(leg, columns[index] as LegColumns, solution, unit));
			const targets = balanced(legs, raw);
			const prices: ShadowPrice[] = [
				...limits.map(({ limit, row }) => ({
					limit,
					price: Math.abs(solution.rowPrices[row] as number) / COST_SCALE,
				})),
				...legs.map((leg, index) => ({
					limit: { kind: 'leg', coin: leg.coin, exchange: leg.exchange } as const,
					price: boundPrice(leg, targets[index] as number, rows[index] as LegRows, solution, gainShare, unit),
				})),
			];
			return {
				status: 'optimal',
				targets,
				objective: objectiveOf(problem, targets),
				shadowPrices: bindingLimits(prices),
			};
		},
	};
}

/** Adds the row of a limit. The columns change the held amounts, so these move to the row's bounds. */
function addLimit(
	builder: ProgramBuilder,
	{ legs: indices, on, max }: SumLimit,
	legs: readonly PlanLeg[],
	unit: number,
): number {
	const held = indices.reduce((sum, index) => {
		const amount = legs[index]?.held as number;
		return sum + (on === 'size' ? Math.abs(amount) : amount);
	}, 0);
	return builder.addRow(on === 'size' ? -Infinity : (-max - held) / unit, (max - held) / unit);
}

function addLeg(
	builder: ProgramBuilder,
	leg: PlanLeg,
	{ balance, sizes, nets }: LegRows,
	gainShare: number,
	unit: number,
): LegColumns {
	const side = leg.held < 0 ? -1 : 1;
	const held = Math.abs(leg.held) / unit;
	const [low, high] = (side === 1 ? [leg.low, leg.high] : [-leg.high, -leg.low]).map(
		(bound) => bound / unit,
	) as [number, number];
	const add = (direction: 1 | -1, growth: 1 | -1, lower: number, upper: number): number => {
		const signed = side * direction;
		const cost = COST_SCALE * (signed * gainShare * leg.worth + leg.cost + TRADE_PENALTY);
		const entries: Entry[] = [
			[balance, signed],
			...sizes.map((row): Entry => [row, growth]),
			...nets.map((row): Entry => [row, signed]),
		];
		return builder.addColumn(cost, lower, upper, entries);
	};
	const within = (value: number): number => Math.min(held, Math.max(0, value));
	return {
		grow: add(1, 1, Math.max(0, low - held), Math.max(0, high - held)),
		shrink: held === 0 ? undefined : add(-1, -1, within(held - high), within(held - low)),
		flip: add(-1, 1, Math.max(0, -high), Math.max(0, -low)),
	};
}

/** Reads a leg's target, and sets it to a bound, 0 or the held amount if it is almost there. */
function targetOf(
	leg: PlanLeg,
	{ grow, shrink, flip }: LegColumns,
	{ columns }: { readonly columns: Float64Array },
	unit: number,
): number {
	const side = leg.held < 0 ? -1 : 1;
	const shrunk = shrink === undefined ? 0 : (columns[shrink] as number);
	const moved = (columns[grow] as number) - shrunk - (columns[flip] as number);
	const target = leg.held + side * unit * moved;
	for (const point of [leg.held, 0, leg.low, leg.high])
		if (Math.abs(target - point) <= SNAP * unit) return point;
	return target;
}

/** Adds each coin's rounding difference to its largest changed leg, so that the coin's targets add up to 0. */
function balanced(legs: readonly PlanLeg[], targets: readonly number[]): readonly number[] {
	const result = [...targets];
	const size = (index: number): number => {
		const { low, high, held } = legs[index] as PlanLeg;
		const target = result[index] as number;
		return target === held || target === low || target === high || target === 0 ? 0 : Math.abs(target);
	};
	for (const indices of legsBy(legs, ({ coin }) => coin).values()) {
		const largest = indices.reduce((best, index) => (size(index) > size(best) ? index : best));
		if (size(largest) === 0) continue;
		result[largest] = indices.reduce(
			(rest, index) => (index === largest ? rest : rest - (result[index] as number)),
			0,
		);
	}
	return result;
}

/** Returns the shadow price of the bound that a leg's target lies at; 0 if it lies at none. */
function boundPrice(
	{ worth, cost, held, low, high }: PlanLeg,
	target: number,
	{ balance, sizes, nets }: LegRows,
	{ rowPrices }: { readonly rowPrices: Float64Array },
	gainShare: number,
	unit: number,
): number {
	const isAt = (bound: number): boolean => Math.abs(target - bound) <= SNAP * unit;
	const priceOf = (rows: readonly number[]): number =>
		rows.reduce((sum, row) => sum + (rowPrices[row] as number), 0);
	/** Computes what the objective gains per USD that the target moves in a direction. */
	const gain = (direction: 1 | -1): number => {
		const isAway = direction * (target - held) > -SNAP * unit;
		const isLarger = direction * target > -SNAP * unit;
		const own = -direction * gainShare * worth - (isAway ? cost : -cost);
		const used = direction * priceOf([balance, ...nets]) + (isLarger ? priceOf(sizes) : -priceOf(sizes));
		return own + used / COST_SCALE;
	};
	return Math.max(0, isAt(high) ? gain(1) : 0, isAt(low) ? gain(-1) : 0);
}

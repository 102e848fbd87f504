/** Builds a linear program row by row and column by column. */
import type { LinearProgram } from '../ports/plan-solver.ts';

/** Coefficient of a column in a row. */
export type Entry = readonly [row: number, value: number];

/** A linear program under construction. Rows must be added before the columns that use them. */
export type ProgramBuilder = {
	/** Adds a row and returns its index. */
	readonly addRow: (lower: number, upper: number) => number;
	/** Adds a column and returns its index. Each row may appear once. */
	readonly addColumn: (cost: number, lower: number, upper: number, entries: readonly Entry[]) => number;
	readonly build: () => LinearProgram;
};

/** Creates an empty program. */
export function createProgramBuilder(): ProgramBuilder {
	const rowBounds: { readonly lower: number; readonly upper: number }[] = [];
	const columns: { readonly cost: number; readonly lower: number; readonly upper: number }[] = [];
	const starts = [0];
	const rows: number[] = [];
	const values: number[] = [];
	return {
		addRow: (lower, upper) => rowBounds.push({ lower, upper }) - 1,
		addColumn(cost, lower, upper, entries) {
			for (const [row, value] of entries) {
				rows.push(row);
				values.push(value);
			}
			starts.push(rows.length);
			return columns.push({ cost, lower, upper }) - 1;
		},
		build: () => ({
			costs: Float64Array.from(columns, ({ cost }) => cost),
			columnLower: Float64Array.from(columns, ({ lower }) => lower),
			columnUpper: Float64Array.from(columns, ({ upper }) => upper),
			rowLower: Float64Array.from(rowBounds, ({ lower }) => lower),
			rowUpper: Float64Array.from(rowBounds, ({ upper }) => upper),
			starts: Int32Array.from(starts),
			rows: Int32Array.from(rows),
			values: Float64Array.from(values),
		}),
	};
}

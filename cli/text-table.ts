/** Lines of a table in columns, for people. */

/** Pads every cell to its column: the first column's text to the left, the others as `align` says. */
export function textTable(rows: readonly (readonly string[])[], align: 'left' | 'right'): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
	return rows.map((row) =>
		row
			.map((cell, column) =>
				align === 'left' || column === 0
					? cell.padEnd(widths[column] ?? 0)
					: cell.padStart(widths[column] ?? 0),
			)
			.join('  ')
			.trimEnd(),
	);
}

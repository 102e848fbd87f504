/** Builds expressions for `ON CONFLICT DO UPDATE`. PostgreSQL needs the table's name for a value of the stored row. */

/** Returns assignments that add the values of the new row to those of the stored row. */
export function additionsTo(table: string, columns: readonly string[]): string {
	return columns.map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(', ');
}

/** Returns the lower of the new and the stored value. A null counts as unknown. */
export function lowerOf(table: string, column: string): string {
	const [fresh, stored] = [`excluded.${column}`, `${table}.${column}`];
	return `CASE WHEN ${fresh} < ${stored} THEN ${fresh} ELSE coalesce(${stored}, ${fresh}) END`;
}

/** Builds the queries for pages of an account's rows. */
import type { Cell } from './store-rows.ts';
import type { RangeQuery } from './types.ts';

/** Maximum number of rows per query. */
export const ROWS_MAX = 100_000;

/** Returns one page of an account's rows, newest first. */
export function pageQuery(
	table: string,
	timeColumn: string,
	accountId: string,
	query: RangeQuery,
	more: readonly (readonly [condition: string, cell: Cell])[],
): [string, Cell[]] {
	const conditions: (readonly [string, Cell])[] = [['account_id = ?', accountId], ...more];
	if (query.symbol !== undefined) conditions.push(['symbol = ?', query.symbol]);
	if (query.from !== undefined) conditions.push([`${timeColumn} >= ?`, query.from]);
	if (query.to !== undefined) conditions.push([`${timeColumn} <= ?`, query.to]);
	const where = conditions.map(([condition]) => condition).join(' AND ');
	return [
		`SELECT * FROM ${table} WHERE ${where} ORDER BY ${timeColumn} DESC, id DESC LIMIT ? OFFSET ?`,
		[
			...conditions.map(([, cell]) => cell),
			Math.max(0, Math.min(query.limit, ROWS_MAX)),
			Math.max(0, query.offset ?? 0),
		],
	];
}

/** Defines the user-facing messages about Bybit's accounts and lists. */

/** Says that a list is longer than we read. @param method ccxt's method name */
export function listTooLong(method: string, pagesMax: number, rows: number): string {
	return `The list of ${method} has more than ${pagesMax} pages of ${rows} rows; we read no further.`;
}

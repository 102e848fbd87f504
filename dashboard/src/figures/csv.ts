/** Writes tables as CSV files (RFC 4180) for spreadsheets. */

/** A cell: text, an exact number, or null for an unknown value, which stays empty. */
export type CsvCell = string | number | null;

const LINE_END = '\r\n';
/** Spreadsheets run text that begins with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Every digit that the service sends, without groups and without an exponent. */
const WRITER = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 15, useGrouping: false });

/** Returns the rows as CSV text; the first row has the headings. Text never becomes a formula. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
	return rows.map((row) => `${row.map(cellText).join(',')}${LINE_END}`).join('');
}

function cellText(cell: CsvCell): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return WRITER.format(cell);
	const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Offers the text as a file for download. */
export function saveCsv(fileName: string, text: string): void {
	const href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
	const link = document.createElement('a');
	link.href = href;
	link.download = fileName;
	link.click();
	URL.revokeObjectURL(href);
}

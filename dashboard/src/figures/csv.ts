/** Writes tables as CSV files (RFC 4180) for spreadsheets. */

/** A cell: text, an exact number, or null for an unknown value, which stays empty. */
export type CsvCell = string | number | null;

const LINE_END = '\r\n';
/** Number of significant digits that a double always keeps. */
const DIGITS_MAX = 15;
/** Spreadsheets run text that begins with one of these characters as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;
/** Returns the rows as CSV text; the first row has the headings. Text never becomes a formula. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
	return rows.map((row) => `${row.map(cellText).join(',')}${LINE_END}`).join('');
}

function cellText(cell: CsvCell): string {
	if (cell === null) return '';
	if (typeof cell === 'number') return plainNumber(cell);
	const text = FORMULA_START.test(cell) ? `'${cell}` : cell;
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Writes every digit that a double always keeps, without an exponent, which some spreadsheets take for text. */
function plainNumber(value: number): string {
	const [digits = '', exponent] = String(Number(value.toPrecision(DIGITS_MAX))).split('e');
	if (exponent === undefined) return digits;
	const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
	const shift = Number(exponent);
	const all = `${whole}${fraction}`;
	const sign = value < 0 ? '-' : '';
	if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${all}`;
	return `${sign}${all.padEnd(shift + 1, '0')}`;
}

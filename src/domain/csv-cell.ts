/**
 * Text that a spreadsheet may read as a formula, or that may become one after the spreadsheet removes what precedes it
 * (OWASP, "CSV Injection", read 2026-11). Spreadsheets also accept a formula after a space, or with a full-width sign.
 */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * Writes text as a CSV cell (RFC 4180). An apostrophe before a formula turns it into text.
 * @param quotes whether every cell has quotes, or only a cell that needs them
 */
export function csvCell(text: string, quotes: 'always' | 'needed'): string {
	const safe = FORMULA.test(text) ? `'${text}` : text;
	return quotes === 'always' || /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Translates the stores' statements to PostgreSQL, and its values to those of the stores. */
import { type CustomTypesConfig, types } from 'pg';

/** Object ids of PostgreSQL's types (pg_type.dat of PostgreSQL 15, read 2026-11). */
const BIGINT = 20;
const NUMERIC = 1700;

/** Translated statements by their text. The stores have a few hundred; some contain the number of their values. */
const translated = new Map<string, string>();
const TRANSLATED_MAX = 2_000;

/** Returns a statement whose values are `$1, $2, …` instead of `?`. A question mark within quotes stays. */
export function numbered(sql: string): string {
	const known = translated.get(sql);
	if (known !== undefined) return known;
	if (translated.size >= TRANSLATED_MAX) translated.clear();
	let count = 0;
	const text = sql.replace(/'(?:[^']|'')*'|"[^"]*"|\?/g, (part) => {
		if (part !== '?') return part;
		count += 1;
		return `$${count}`;
	});
	translated.set(sql, text);
	return text;
}

/**
 * Reads integers as numbers, as SQLite does. @throws RangeError for an integer beyond 2^53, which no store writes
 */
function exactNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && !Number.isSafeInteger(value))
		throw new RangeError(`The database has the integer ${text}, which a number cannot hold exactly.`);
	return value;
}

/** The types of a connection: integers and sums of integers are numbers, everything else stays as the driver reads it. */
export const STORE_TYPES: CustomTypesConfig = {
	getTypeParser: (oid, format) =>
		format !== 'binary' && (oid === BIGINT || oid === NUMERIC)
			? exactNumber
			: types.getTypeParser(oid, format),
};

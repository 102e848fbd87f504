/** Knows the kinds of tables by their columns: settled rates, hourly marks and hourly candles. */

/** A kind of table. */
export type TableKind = 'settled' | 'marks' | 'candles';

type KindRule = {
	readonly kind: TableKind;
	readonly needed: readonly string[];
	/** Columns of which the table needs at least one. */
	readonly oneOf: readonly string[];
	/** Columns that are read if they are there. */
	readonly wanted: readonly string[];
	/** Columns that are known and not read. */
	readonly unread: readonly string[];
};

const RULES: readonly KindRule[] = [
	{
		kind: 'settled',
		needed: ['ts_ms', 'venue', 'base', 'rate'],
		oneOf: ['base'],
		wanted: ['symbol', 'quote', 'interval_h'],
		unread: ['mark'],
	},
	{
		kind: 'marks',
		needed: ['ts_ms', 'venue', 'mark'],
		oneOf: ['symbol', 'base'],
		wanted: ['volume_usd'],
		unread: [],
	},
	{
		kind: 'candles',
		needed: ['ts_ms', 'venue', 'o', 'c', 'v'],
		oneOf: ['symbol', 'base'],
		wanted: [],
		unread: ['h', 'l'],
	},
];

/** Columns that only the other tables of `record export` have: estimates, books, volumes, instruments and notices. */
const OTHER_EXPORTS: readonly (readonly string[])[] = [
	['predicted_rate', 'next_settlement_ms'],
	['bid', 'bid_quantity', 'ask', 'ask_quantity'],
	['volume_24h_usd', 'open_interest_usd'],
	['taker_fee', 'maker_fee'],
	['kind', 'from_ms', 'until_ms'],
];

/** States what every kind of table needs, for a file that is none of them. */
export const KINDS_SENTENCE =
	'A file of settled rates needs ts_ms, venue, base and rate. A file of marks needs ts_ms, venue, mark, and symbol or base. A file of candles needs ts_ms, venue, o, c, v, and symbol or base.';

/** A table's kind, with its columns by what happens to them. */
export type KnownTable = {
	readonly kind: TableKind;
	/** Columns to read. */
	readonly used: readonly string[];
	/** Columns that no kind knows. */
	readonly unknown: readonly string[];
	/** True for settled rates with a column of marks, which is not read. */
	readonly hasUnreadMarks: boolean;
};

/** True for a table of `record export` with nothing for grades B and C. */
export function isOtherExport(columns: readonly string[]): boolean {
	return OTHER_EXPORTS.some((own) => own.every((column) => columns.includes(column)));
}

/** Returns the kind of a table with these columns; undefined if it is none. */
export function tableOf(columns: readonly string[]): KnownTable | undefined {
	const has = (column: string) => columns.includes(column);
	if (isOtherExport(columns)) return undefined;
	const rule = RULES.find(({ needed, oneOf }) => needed.every(has) && oneOf.some(has));
	if (rule === undefined) return undefined;
	const read = new Set([...rule.needed, ...rule.oneOf, ...rule.wanted]);
	return {
		kind: rule.kind,
		used: columns.filter((column) => read.has(column)),
		unknown: columns.filter((column) => !read.has(column) && !rule.unread.includes(column)),
		hasUnreadMarks: rule.kind === 'settled' && has('mark'),
	};
}

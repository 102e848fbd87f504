/** Defines the tables of an exported history: their files and columns. `docs/history.md` describes each column. */
import type { Decimal } from '../domain/decimal.ts';
import { RECORDINGS_DIRECTORY } from '../store/recording-files.ts';

/** Type of a column's values. A `time` is in milliseconds since 1970. */
export type ColumnType = 'time' | 'number' | 'decimal' | 'text' | 'flag';

/** A column. Its values may be unknown, except in the columns of `KNOWN_COLUMNS`. */
export type Column = { readonly name: string; readonly type: ColumnType };

/** Columns that have a value in every row. */
export const KNOWN_COLUMNS: ReadonlySet<string> = new Set(['ts_ms', 'venue', 'symbol', 'base', 'quote']);

/** A value; null if it is unknown. */
export type Cell = Decimal | number | string | boolean | null;

/** A row, with one value per column. */
export type Row = readonly Cell[];

/** Names of the tables. */
export type TableName = 'settled' | 'marks' | 'estimates' | 'books' | 'volumes' | 'instruments' | 'notices';

/** Order in which the tables are listed. */
export const TABLE_NAMES: readonly TableName[] = [
	...(['settled', 'marks', 'estimates', 'books', 'volumes', 'instruments', 'notices'] as const),
];

const CONTRACT: readonly Column[] = [
	{ name: 'ts_ms', type: 'time' },
	{ name: 'venue', type: 'text' },
	{ name: 'symbol', type: 'text' },
];

const SETTLED: readonly Column[] = [
	...CONTRACT,
	{ name: 'base', type: 'text' },
	{ name: 'quote', type: 'text' },
	{ name: 'rate', type: 'decimal' },
	{ name: 'interval_h', type: 'number' },
	{ name: 'mark', type: 'decimal' },
];

const MARKS: readonly Column[] = [
	...CONTRACT,
	{ name: 'mark', type: 'decimal' },
	{ name: 'volume_usd', type: 'decimal' },
];

const ESTIMATES: readonly Column[] = [
	...CONTRACT,
	{ name: 'predicted_rate', type: 'decimal' },
	{ name: 'interval_h', type: 'number' },
	{ name: 'next_settlement_ms', type: 'time' },
	{ name: 'mark', type: 'decimal' },
	{ name: 'index', type: 'decimal' },
	{ name: 'cap', type: 'decimal' },
	{ name: 'floor', type: 'decimal' },
	{ name: 'other_quote', type: 'text' },
	{ name: 'other_index', type: 'decimal' },
];

const VOLUMES: readonly Column[] = [
	...CONTRACT,
	{ name: 'volume_24h_usd', type: 'decimal' },
	{ name: 'open_interest_usd', type: 'decimal' },
];

const INSTRUMENTS: readonly Column[] = [
	...CONTRACT,
	{ name: 'base', type: 'text' },
	{ name: 'quote', type: 'text' },
	{ name: 'listed', type: 'flag' },
	{ name: 'trading', type: 'flag' },
	{ name: 'delisting_ms', type: 'time' },
	{ name: 'tick', type: 'decimal' },
	{ name: 'lot', type: 'decimal' },
	{ name: 'quantity_min', type: 'decimal' },
	{ name: 'quantity_max', type: 'decimal' },
	{ name: 'notional_min', type: 'decimal' },
	{ name: 'leverage_max', type: 'number' },
	{ name: 'coins_per_order_unit', type: 'decimal' },
	{ name: 'coins_per_price_unit', type: 'decimal' },
	{ name: 'taker_fee', type: 'decimal' },
	{ name: 'maker_fee', type: 'decimal' },
];

const NOTICES: readonly Column[] = [
	{ name: 'ts_ms', type: 'time' },
	{ name: 'venue', type: 'text' },
	{ name: 'kind', type: 'text' },
	{ name: 'name', type: 'text' },
	{ name: 'text', type: 'text' },
	{ name: 'from_ms', type: 'time' },
	{ name: 'until_ms', type: 'time' },
	{ name: 'deposit', type: 'flag' },
	{ name: 'withdrawal', type: 'flag' },
];

/** Returns the columns of a table. Books have four columns for each level; the best level has no number. */
export function columnsOf(table: TableName, levels: number): readonly Column[] {
	if (table === 'books') return [...CONTRACT, ...levelColumns(levels)];
	return {
		settled: SETTLED,
		marks: MARKS,
		estimates: ESTIMATES,
		volumes: VOLUMES,
		instruments: INSTRUMENTS,
		notices: NOTICES,
	}[table];
}

function levelColumns(levels: number): readonly Column[] {
	return Array.from({ length: levels }, (_, index) => (index === 0 ? '' : `_${index + 1}`)).flatMap((level) =>
		['bid', 'bid_quantity', 'ask', 'ask_quantity'].map(
			(name): Column => ({ name: `${name}${level}`, type: 'decimal' }),
		),
	);
}

/** Formats of exported files. */
export type ExportFormat = 'csv' | 'parquet';

/** Tables that are small and read by other commands. The others are in a subdirectory; as CSV they are compressed. */
const AT_TOP: ReadonlySet<TableName> = new Set<TableName>(['settled', 'marks']);

/** Returns the path of a table's file in the target directory, with `/`. */
export function fileOf(table: TableName, format: ExportFormat): string {
	const isAtTop = AT_TOP.has(table);
	const extension = format === 'parquet' ? 'parquet' : isAtTop ? 'csv' : 'csv.gz';
	return `${isAtTop ? '' : `${RECORDINGS_DIRECTORY}/`}${table}.${extension}`;
}

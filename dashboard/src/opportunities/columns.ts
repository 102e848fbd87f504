/** Defines the columns of the list. The visitor may hide most of them, and narrow screens hide some more. */
import type { SortKey } from './list-query.ts';
import type { text } from './text.ts';

export type ColumnId = keyof typeof text.columns;

export type Column = {
	readonly id: ColumnId;
	/** Width in the table, a CSS track size. */
	readonly width: string;
	/** Sort keys of the lines of a cell. The list cannot sort by a column without a key. */
	readonly keys: readonly SortKey[];
	/** True if the visitor cannot hide the column. */
	readonly isFixed?: boolean;
	/** True if the column is left out on screens that are too narrow for all of them. */
	readonly isWideOnly?: boolean;
	readonly isLeft?: boolean;
};

/** Key of this table in the preference `hiddenColumns`. */
export const TABLE_KEY = 'opportunities';

/** All columns, in the order of a row's cells. */
export const COLUMNS: readonly Column[] = [
	{ id: 'coin', width: 'minmax(6.6rem, 1fr)', keys: ['symbol'], isFixed: true, isLeft: true },
	{ id: 'legs', width: 'minmax(12.4rem, 3fr)', keys: [], isLeft: true },
	{ id: 'spread', width: '6rem', keys: ['spread', 'apr'], isWideOnly: true },
	{ id: 'net', width: '8.2rem', keys: ['net_apr'], isFixed: true },
	{ id: 'odds', width: '4rem', keys: ['reversal_probability'] },
	{ id: 'breakEven', width: '4.7rem', keys: ['break_even_hours'] },
	{ id: 'size', width: '4.4rem', keys: ['min_amount', 'max_amount'] },
	{ id: 'settlement', width: '4.9rem', keys: ['next_funding_time'] },
	{ id: 'history', width: '4.6rem', keys: [] },
	{ id: 'verdict', width: '7.9rem', keys: [], isLeft: true },
	{ id: 'scores', width: '4.4rem', keys: ['liquidity_score', 'risk_score'], isWideOnly: true },
	{ id: 'age', width: '3.3rem', keys: [], isWideOnly: true },
];

/** Returns the columns to show. @param hidden ids that the visitor hid @param isWide true if all columns fit */
export function shownColumns(hidden: readonly string[], isWide: boolean): readonly Column[] {
	return COLUMNS.filter(
		({ id, isFixed, isWideOnly }) => isFixed || (!hidden.includes(id) && (isWide || isWideOnly !== true)),
	);
}

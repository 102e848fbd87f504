/** Defines a row of a recorded table, whatever its file's format. */

import type { Decimal } from '../../domain/decimal.ts';

/**
 * The cells of the current row. One object shows row after row, because millions of rows pass. Columns are given by
 * index; a negative index is a column that the file does not have, and its cells are empty.
 */
export type Cells = {
	readonly isEmpty: (column: number) => boolean;
	/** Returns a cell's number; NaN if it is empty or not a number. */
	readonly number: (column: number) => number;
	/** Returns a cell's exact value, rounded to 18 decimals; undefined if it is empty or not a number. */
	readonly exact: (column: number) => Decimal | undefined;
	/** Returns a cell's text, for a column in which few texts repeat; empty if it is empty. */
	readonly name: (column: number) => string;
	/** Returns a cell's text for messages. */
	readonly text: (column: number) => string;
	/** Returns the place of the row for messages, such as `settled.csv, line 12`. */
	readonly place: () => string;
};

/** Takes one row after another. @throws DataError */
export type RowSink = (cells: Cells) => void;

/** A table's file whose columns are known and whose rows can be read. */
export type TableFile = {
	/** Path from the dataset's folder. */
	readonly name: string;
	/** Path on the machine. */
	readonly path: string;
	readonly columns: readonly string[];
	/** Reads the used columns of all rows, and returns the number of rows. @throws DataError */
	readonly read: (sink: RowSink, used: readonly string[]) => Promise<number>;
};

/** Inserts many rows with few statements, because PostgreSQL has a round trip for each statement. */
import { changesOf, marksOf, type SqlValue, type Steps } from './sql-database.ts';

/** Maximum number of rows in one statement. Both databases allow more than 30,000 values. */
const ROWS_MAX = 256;

/**
 * Inserts rows within a transaction. `head` is the statement before `VALUES`; `tail` follows the rows. Each statement
 * takes a power of two of rows, so that few different statements are prepared.
 */
export function* insertRows(head: string, rows: readonly (readonly SqlValue[])[], tail = ''): Steps<void> {
	for (let done = 0; done < rows.length; ) {
		const size = Math.min(ROWS_MAX, 2 ** Math.floor(Math.log2(rows.length - done)));
		const part = rows.slice(done, done + size);
		const marks = part.map((row) => `(${marksOf(row)})`).join(', ');
		yield* changesOf(`${head} VALUES ${marks} ${tail}`, ...part.flat());
		done += size;
	}
}

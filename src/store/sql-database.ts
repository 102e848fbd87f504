/**
 * Defines what a store needs of its database. SQLite and PostgreSQL implement it, so a store has one set of statements
 * for both: `?` marks a value, truth is 0 or 1, and texts sort by their code points.
 *
 * A transaction is a generator of statements. SQLite runs it to its end in one piece, so nothing else can be part of
 * it; PostgreSQL waits for each statement.
 */

/** A value of a statement. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** One row of a result, by column name. Integers are numbers. */
export type Row = Record<string, unknown>;

/** One statement with its values. */
export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] };

/** The outcome of a statement: the rows that it returned, and the number of rows that it changed. */
export type Outcome = { readonly rows: readonly Row[]; readonly changes: number };

/** The statements of a transaction. Each receives its outcome; the result is that of the transaction. */
export type Steps<Result> = Generator<Statement, Result, Outcome>;

/** A database that a store runs its statements on. */
export interface SqlDatabase {
	/** Runs a statement that returns rows. */
	rows(sql: string, ...values: SqlValue[]): Promise<readonly Row[]>;
	/** Runs a statement, and returns the number of changed rows. It is durable when the call resolves. */
	changes(sql: string, ...values: SqlValue[]): Promise<number>;
	/**
	 * Runs the steps in one transaction, as if no other were running, and undoes all of them if one fails. It is
	 * durable when the call resolves. PostgreSQL may begin the steps again after a conflict with another process, so
	 * they change nothing outside the database.
	 */
	transaction<Result>(steps: () => Steps<Result>): Promise<Result>;
	/** Like `transaction`. Calls of one turn of the event loop may share one synced commit, and fail together with it. */
	grouped<Result>(steps: () => Steps<Result>): Promise<Result>;
}

/** Runs a statement within a transaction, and returns its rows. */
export function* rowsOf(sql: string, ...values: SqlValue[]): Steps<readonly Row[]> {
	return (yield { sql, values }).rows;
}

/** Runs a statement within a transaction, and returns the number of changed rows. */
export function* changesOf(sql: string, ...values: SqlValue[]): Steps<number> {
	return (yield { sql, values }).changes;
}

/** Returns `?, ?, …`, one mark for each value. */
export function marksOf(values: readonly unknown[]): string {
	return values.map(() => '?').join(', ');
}

/** A restriction to the rows of one user, for statements that read what a part of the service starts with. */
export type OwnedRows = { readonly where: string; readonly and: string; readonly values: readonly string[] };

/** Returns the restriction to the rows with `user_id = owner`; none without an owner. */
export function ownedRows(owner: string | undefined): OwnedRows {
	return owner === undefined
		? { where: '', and: '', values: [] }
		: { where: 'WHERE user_id = ?', and: 'AND user_id = ?', values: [owner] };
}

/** A `LIMIT` that limits nothing, for an `OFFSET` without one. Both databases need a number here. */
export const NO_LIMIT = '9223372036854775807';

/** Runs the stores' statements on SQLite, each in the turn of its call. */
import type { DatabaseSync } from 'node:sqlite';
import type { TurnEnd } from '../../ports/clock.ts';
import type { StoreMeter } from '../../ports/metrics.ts';
import type { SqlDatabase, Steps } from '../sql-database.ts';
import { inTransaction, outcomeOf } from './database.ts';
import { createGroupCommit } from './group-commit.ts';

/** Creates the database of the stores. @param turnEnd decides when a group of writes ends */
export function createSqliteDatabase(
	database: DatabaseSync,
	turnEnd: TurnEnd = queueMicrotask,
	meter?: StoreMeter,
): SqlDatabase {
	const group = createGroupCommit(database, turnEnd, meter);
	return {
		rows: async (sql, ...values) => outcomeOf(database, { sql, values }).rows,
		changes: async (sql, ...values) => outcomeOf(database, { sql, values }).changes,
		transaction: async (steps) => inTransaction(database, () => performAtOnce(database, steps())),
		grouped: (steps) => group.write(() => performAtOnce(database, steps())),
	};
}

/** Runs all steps at once, in the transaction of the caller if there is one. */
export function performAtOnce<Result>(database: DatabaseSync, steps: Steps<Result>): Result {
	let next = steps.next();
	while (next.done !== true) next = steps.next(outcomeOf(database, next.value));
	return next.value;
}

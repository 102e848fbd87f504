/** Tests the queries that all stores use: their prepared statements are kept per database. */

import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from '../migrations.ts';
import type { SqlValue } from '../sql-database.ts';
import { inTransaction, openDatabaseInMemory, outcomeOf, rowsOf } from './database.ts';

const INSERT = 'INSERT INTO ledger_read (account_id, read_to) VALUES (?, ?)';
const SELECT = 'SELECT * FROM ledger_read ORDER BY account_id';
let database: DatabaseSync;

const changesOf = (on: DatabaseSync, sql: string, ...values: SqlValue[]): number =>
	outcomeOf(on, { sql, values }).changes;

beforeEach(() => {
	database = openDatabaseInMemory();
});

afterEach(() => {
	if (database.isOpen) database.close();
});

test('a database in memory has the schema of this program', () => {
	const [row] = rowsOf(database, 'SELECT count(*) AS count FROM schema_migration');
	expect(row?.count).toBe(MIGRATIONS.length);
});

test('a repeated query sees what was written since', () => {
	expect(rowsOf(database, SELECT)).toEqual([]);
	expect(changesOf(database, INSERT, 'a', 1)).toBe(1);
	expect(changesOf(database, INSERT, 'b', 2)).toBe(1);
	expect(rowsOf(database, SELECT).map(({ account_id: id }) => id)).toEqual(['a', 'b']);
	expect(rowsOf(database, SELECT)).toEqual(rowsOf(database, SELECT));
});

test('a query that failed works again', () => {
	changesOf(database, INSERT, 'a', 1);
	expect(() => changesOf(database, INSERT, 'a', 2)).toThrow('UNIQUE');
	expect(changesOf(database, INSERT, 'c', 3)).toBe(1);
});

test('a repeated query sees a column that was added since', () => {
	changesOf(database, INSERT, 'a', 1);
	rowsOf(database, SELECT);
	database.exec('ALTER TABLE ledger_read ADD COLUMN note TEXT');
	expect(rowsOf(database, SELECT)[0]).toEqual({ account_id: 'a', read_to: 1, note: null });
});

test('the same query on another database reads that database', () => {
	changesOf(database, INSERT, 'a', 1);
	const other = openDatabaseInMemory();
	expect(rowsOf(other, SELECT)).toEqual([]);
	changesOf(other, INSERT, 'b', 2);
	expect(rowsOf(database, SELECT)).toHaveLength(1);
	other.close();
});

test('more queries than are kept still answer', () => {
	for (let number = 0; number < 1_100; number += 1)
		expect(rowsOf(database, `SELECT ${number} AS number`)).toEqual([{ number }]);
	expect(rowsOf(database, 'SELECT 0 AS number')).toEqual([{ number: 0 }]);
});

test('a query within a transaction that is rolled back leaves nothing', () => {
	expect(() =>
		inTransaction(database, () => {
			changesOf(database, INSERT, 'a', 1);
			throw new Error('stop');
		}),
	).toThrow('stop');
	expect(rowsOf(database, SELECT)).toEqual([]);
});

test('a query on a closed database fails', () => {
	rowsOf(database, SELECT);
	database.close();
	expect(() => rowsOf(database, SELECT)).toThrow();
});

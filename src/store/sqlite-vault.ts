/**
 * Reads and replaces sealed texts in SQLite: the columns in `sealed-columns.ts`, the check values for keys, and the
 * service's own secrets.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { SealedValue, VaultStore } from '../ports/vault.ts';
import { inTransaction } from './database.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

type Row = Record<string, unknown>;

/** SQL for the key id in a sealed text, the second part of `v1.KID.…`. */
const kidOf = (column: string): string => `substr(${column}, 4, instr(substr(${column}, 4), '.') - 1)`;

/** Creates the vault's access to the sealed texts in every table and to the check values for its keys. */
export function createSqliteVaultStore(database: DatabaseSync): VaultStore {
	const putCheck = (kid: string, sealed: string): void => {
		database
			.prepare(
				'INSERT INTO vault_check (kid, sealed) VALUES (?, ?) ON CONFLICT (kid) DO UPDATE SET sealed = excluded.sealed',
			)
			.run(kid, sealed);
	};
	return {
		async usedKids() {
			const kids = SEALED_COLUMNS.flatMap(({ table, field }) =>
				database
					.prepare(`SELECT DISTINCT ${kidOf(field)} AS kid FROM ${table} WHERE ${field} IS NOT NULL`)
					.all()
					.map(({ kid }) => String(kid)),
			);
			return [...new Set(kids)].sort();
		},
		async sealedUnder(kids, limit, after) {
			const begin = after === undefined ? 0 : columnOf(after);
			const found: SealedValue[] = [];
			for (const [index, column] of SEALED_COLUMNS.entries()) {
				if (index < begin || found.length >= limit) continue;
				const from = index === begin ? (after?.binding.record ?? '') : '';
				found.push(...valuesIn(database, column, kids, from, limit - found.length));
			}
			return found;
		},
		async replace(changes) {
			if (changes.length === 0) return;
			inTransaction(database, () => {
				for (const { value, next } of changes) {
					const { table, field, record } = SEALED_COLUMNS[columnOf(value)] as SealedColumn;
					database
						.prepare(`UPDATE ${table} SET ${field} = ? WHERE ${record} = ? AND ${field} = ?`)
						.run(next, value.binding.record, value.sealed);
				}
			});
		},
		async findCheck(kid) {
			const row = database.prepare('SELECT sealed FROM vault_check WHERE kid = ?').get(kid);
			return row === undefined ? undefined : String(row.sealed);
		},
		async putCheck(kid, sealed) {
			putCheck(kid, sealed);
		},
		async dropChecks(kids) {
			inTransaction(database, () => {
				for (const kid of kids) database.prepare('DELETE FROM vault_check WHERE kid = ?').run(kid);
			});
		},
		async findSecret(name) {
			const row = database.prepare('SELECT sealed FROM vault_secret WHERE name = ?').get(name);
			return row === undefined ? undefined : String(row.sealed);
		},
		async putSecret(name, sealed) {
			database.prepare('INSERT INTO vault_secret (name, sealed) VALUES (?, ?)').run(name, sealed);
		},
	};
}

/** Returns a column's texts that are sealed with one of the keys, sorted by record id, after `from`. */
function valuesIn(
	database: DatabaseSync,
	{ table, field, record, user }: SealedColumn,
	kids: readonly string[],
	from: string,
	limit: number,
): readonly SealedValue[] {
	const marks = kids.map(() => '?').join(', ');
	const rows = database
		.prepare(
			`SELECT ${record} AS record, ${user ?? "''"} AS user, ${field} AS sealed FROM ${table}
			 WHERE ${record} > ? AND ${field} IS NOT NULL AND ${kidOf(field)} IN (${marks}) ORDER BY ${record} LIMIT ?`,
		)
		.all(from, ...kids, limit) as Row[];
	return rows.map((row) => ({
		binding: { table, record: String(row.record), user: String(row.user), field },
		sealed: String(row.sealed),
	}));
}

/** Returns the index of the text's column in `SEALED_COLUMNS`. */
function columnOf({ binding }: SealedValue): number {
	const index = SEALED_COLUMNS.findIndex(
		({ table, field }) => table === binding.table && field === binding.field,
	);
	if (index === -1)
		throw new Error(`Invariant broken: ${binding.table}.${binding.field} is a listed sealed column.`);
	return index;
}

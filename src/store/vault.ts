/**
 * Reads and replaces sealed texts: the columns in `sealed-columns.ts`, the check values for keys, and the service's own
 * secrets.
 */
import type { SealedValue, VaultStore } from '../ports/vault.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';
import { changesOf, marksOf, type SqlDatabase } from './sql-database.ts';

/** Place of the key id in a sealed text, which is the second part of `v1.KID.…`. */
const KID_AT = 3;

/** Creates the vault's access to the sealed texts in every table and to the check values for its keys. */
export function createVaultStore(database: SqlDatabase): VaultStore {
	const textOf = async (sql: string, key: string): Promise<string | undefined> => {
		const [row] = await database.rows(sql, key);
		return row === undefined ? undefined : String(row.sealed);
	};
	const secretOf = (name: string) => textOf('SELECT sealed FROM vault_secret WHERE name = ?', name);
	return {
		async usedKids() {
			const kids = new Set<string>();
			for (const column of SEALED_COLUMNS) for (const kid of await kidsIn(database, column)) kids.add(kid);
			return [...kids].sort();
		},
		async sealedUnder(kids, limit, after) {
			const begin = after === undefined ? 0 : columnOf(after);
			const found: SealedValue[] = [];
			for (const [index, column] of SEALED_COLUMNS.entries()) {
				if (index < begin || found.length >= limit || kids.length === 0) continue;
				const from = index === begin ? (after?.binding.record ?? '') : '';
				found.push(...(await valuesIn(database, column, kids, from, limit - found.length)));
			}
			return found;
		},
		replace: (changes) =>
			database.transaction(function* () {
				for (const { value, next } of changes) {
					const { table, field, record } = SEALED_COLUMNS[columnOf(value)] as SealedColumn;
					yield* changesOf(
						`UPDATE ${table} SET ${field} = ? WHERE ${record} = ? AND ${field} = ?`,
						next,
						value.binding.record,
						value.sealed,
					);
				}
			}),
		findCheck: (kid) => textOf('SELECT sealed FROM vault_check WHERE kid = ?', kid),
		async putCheck(kid, sealed) {
			await database.changes(
				'INSERT INTO vault_check (kid, sealed) VALUES (?, ?) ON CONFLICT (kid) DO UPDATE SET sealed = excluded.sealed',
				kid,
				sealed,
			);
		},
		async dropChecks(kids) {
			if (kids.length > 0)
				await database.changes(`DELETE FROM vault_check WHERE kid IN (${marksOf(kids)})`, ...kids);
		},
		findSecret: secretOf,
		async putSecret(name, sealed) {
			await database.changes(
				'INSERT INTO vault_secret (name, sealed) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
				name,
				sealed,
			);
			const kept = await secretOf(name);
			if (kept === undefined)
				throw new Error(`Invariant broken: the secret ${name} was stored and is not there.`);
			return kept;
		},
	};
}

/** Returns the key ids in a column. Each read jumps over all texts with the same key id. */
async function kidsIn(database: SqlDatabase, { table, field }: SealedColumn): Promise<readonly string[]> {
	const kids: string[] = [];
	for (let from = ''; ; ) {
		const [row] = await database.rows(
			`SELECT min(${field}) AS sealed FROM ${table} WHERE ${field} >= ?`,
			from,
		);
		if (typeof row?.sealed !== 'string') return kids;
		const [kid = ''] = row.sealed.slice(KID_AT).split('.');
		kids.push(kid);
		// Texts sort by code points, and `/` follows directly after `.`.
		from = `${row.sealed.slice(0, KID_AT)}${kid}/`;
	}
}

/** Returns a column's texts that are sealed with one of the keys, sorted by record id, after `from`. */
async function valuesIn(
	database: SqlDatabase,
	{ table, field, record, user }: SealedColumn,
	kids: readonly string[],
	from: string,
	limit: number,
): Promise<readonly SealedValue[]> {
	const isUnderKid = kids.map((kid) => `substr(${field}, ${KID_AT + 1}, ${kid.length + 1}) = ?`);
	const rows = await database.rows(
		`SELECT ${record} AS record, ${user ?? "''"} AS user, ${field} AS sealed FROM ${table}
		 WHERE ${record} > ? AND (${isUnderKid.join(' OR ')}) ORDER BY ${record} LIMIT ?`,
		from,
		...kids.map((kid) => `${kid}.`),
		limit,
	);
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

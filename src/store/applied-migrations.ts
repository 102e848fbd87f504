/** Compares the migrations that a database has with those that this program knows. */
import { createHash } from 'node:crypto';
import type { Migration } from './migrations/migration.ts';
import type { Row } from './sql-database.ts';
import { DATABASE_TEXT } from './text.ts';

/** A row of `schema_migration`. */
export type Applied = Omit<Migration, 'sql' | 'postgres'> & { readonly checksum: string };
/** A migration of this program, with its checksum. */
export type Known = Migration & Applied;

/** The version of a database's schema, and the oldest program that can run on it. */
export type SchemaState = {
	/** Id of the last applied migration; 0 in an empty database. */
	readonly last: number;
	/** Id of the newest migration that a program must know to run on this schema. */
	readonly compatibleFrom: number;
};

/** Selects the applied migrations, oldest first. */
export const SELECT_APPLIED = 'SELECT id, name, checksum, compatible_from FROM schema_migration ORDER BY id';

/** Returns the SHA-256 hash of a migration's statements, in hex. */
export function checksumOf({ sql }: Pick<Migration, 'sql'>): string {
	return createHash('sha256').update(sql).digest('hex');
}

/** Adds each migration's checksum. */
export function withChecksums(migrations: readonly Migration[]): readonly Known[] {
	return migrations.map((migration) => ({ ...migration, checksum: checksumOf(migration) }));
}

/** Converts a row of `SELECT_APPLIED`. */
export function appliedOf(row: Row): Applied {
	return {
		id: Number(row.id),
		name: String(row.name),
		checksum: String(row.checksum),
		compatibleFrom: Number(row.compatible_from),
	};
}

/** Returns the schema's state after these migrations. */
export function schemaStateOf(applied: readonly Applied[]): SchemaState {
	return {
		last: applied.at(-1)?.id ?? 0,
		compatibleFrom: Math.max(0, ...applied.map((one) => one.compatibleFrom)),
	};
}

/**
 * Compares applied migrations with those of this program. Migrations of a newer program are not compared.
 * @throws Error with a message for the user if this program must not run on the database
 */
export function requireKnown(
	applied: readonly Applied[],
	{ last, compatibleFrom }: SchemaState,
	known: readonly Known[],
	path: string,
): void {
	for (const { id, name, checksum } of applied) {
		const own = known.find((one) => one.id === id);
		if (own === undefined) break;
		if (own.name !== name || checksum !== own.checksum)
			throw new Error(DATABASE_TEXT.otherMigration(id, path, { name, checksum }, own));
	}
	const newest = known.at(-1)?.id ?? 0;
	if (compatibleFrom > newest) throw new Error(DATABASE_TEXT.newerSchema(path, last, newest, compatibleFrom));
}

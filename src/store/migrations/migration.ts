/** One schema change: a file in `migrations/`, numbered in the order in which the changes are applied. */
export type Migration = {
	/** Position in the order, from 1 without gaps. */
	readonly id: number;
	/** Name of the migration's file, without the number. */
	readonly name: string;
	/**
	 * Older programs can still run on the database after this migration if they know the migrations up to this id.
	 * The migration's own id excludes all older programs. A lower id is right only if older programs can still read
	 * and write the tables, for instance after a migration that adds a table.
	 */
	readonly compatibleFrom: number;
	/** Statements for SQLite. */
	readonly sql: string;
	/** Statements for PostgreSQL; undefined if they are the same, or if the baseline of PostgreSQL has the change. */
	readonly postgres?: string | undefined;
};
